"""Serializers of a replay: the verdict, its reasons, the steps and one board."""

from typing import Any

from rest_framework import serializers


class CitedBody(serializers.Serializer[Any]):
    """A cited rule."""

    rule = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True, help_text="URL of the rule; empty if no document contains it.")


class StepBody(serializers.Serializer[Any]):
    """A step of the replay: a line of the record and its events."""

    number = serializers.IntegerField(help_text="From 1.")
    line = serializers.IntegerField(allow_null=True, help_text="Line number in the record, from 1.")
    actor = serializers.CharField(allow_null=True, allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    sentences = serializers.ListField(child=serializers.CharField())
    rules = CitedBody(many=True)


class ReasonBody(serializers.Serializer[Any]):
    """A reason why a line is illegal."""

    text = serializers.CharField()
    cited = CitedBody()


class IllegalBody(serializers.Serializer[Any]):
    """The first illegal line.

    Legal alternatives are for the staff only, because they reveal the hand.
    """

    line = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True, help_text="Number of the play, from 1.")
    actor = serializers.CharField(allow_null=True, allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    reasons = ReasonBody(many=True)
    legal = serializers.ListField(child=serializers.CharField())
    constraint = serializers.CharField(
        allow_blank=True,
        help_text="The common constraint on the legal actions if they are too many to list.",
    )
    count = serializers.IntegerField(allow_null=True, help_text="Number of these actions, if known.")


class OtherReadingBody(serializers.Serializer[Any]):
    """Another option of an interpretation and the verdict with it."""

    reading = serializers.IntegerField(help_text="Number of the option, from 1.")
    text = serializers.CharField()
    changes = serializers.CharField(help_text="Effect on the verdict: yes if it changes, no, or undetermined.")
    verdict = serializers.CharField(help_text="The verdict under this option, or why it is not known.")


class PileBody(serializers.Serializer[Any]):
    """A pile of cards, such as a hand or deck."""

    count = serializers.IntegerField()
    cards = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Null if the reader may not see the cards."
    )


class PieceBody(serializers.Serializer[Any]):
    """A card or token in play."""

    name = serializers.CharField(help_text="Name in record notation, such as Wolf Token#2.")
    card = serializers.CharField()
    values = serializers.DictField(
        child=serializers.IntegerField(), help_text="Values by name, in the terms of the game."
    )
    states = serializers.ListField(
        child=serializers.CharField(), help_text="States of the card, in the terms of the game."
    )
    keywords = serializers.ListField(child=serializers.CharField())
    changes = serializers.ListField(child=serializers.CharField(), help_text="Temporary modifiers.")
    owner = serializers.CharField(allow_blank=True, help_text="The owner, if different from the controller.")
    lane = serializers.IntegerField(
        required=False,
        help_text="Number of the lane, from 1, counted from its player's left; 0 in a game without lanes.",
    )
    row = serializers.IntegerField(
        required=False,
        help_text="Number of the row in the lane, from 1, starting nearest to the opponent; 0 without lanes.",
    )


class SideBody(serializers.Serializer[Any]):
    """One player's side of the board."""

    player = serializers.CharField()
    totals = serializers.DictField(
        child=serializers.IntegerField(), help_text="Values of the player by name, in the terms of the game."
    )
    hand = PileBody()
    deck = PileBody()
    discard = PileBody()
    pieces = PieceBody(many=True)
    out = serializers.BooleanField(help_text="True if the player has left the game.")
    team = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Team-mates, who share the turn."
    )
    extra_cards = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Cards that start outside the deck, such as gods."
    )


class BoardBody(serializers.Serializer[Any]):
    """The board after one step."""

    turn = serializers.CharField(allow_blank=True)
    turn_number = serializers.IntegerField()
    phase = serializers.CharField(allow_blank=True)
    initiative = serializers.CharField(allow_blank=True, help_text="The player who may make plays now.")
    waiting = serializers.CharField(allow_blank=True, help_text="The pending decision: player and question.")
    sides = SideBody(many=True)
    triggers = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    winners = serializers.ListField(child=serializers.CharField())
    over = serializers.BooleanField()
    variant = serializers.CharField(
        required=False, allow_blank=True, help_text="Name of the variant; empty for the default one."
    )


class RestBody(serializers.Serializer[Any]):
    """An interpretation that was applied during the replay."""

    cited = CitedBody()
    problem = serializers.CharField(help_text="The question that the printed rules leave open.")
    taken = serializers.CharField(help_text="Text of the option in use.")
    reading = serializers.IntegerField(help_text="Number of the option, from 1.")
    chosen = serializers.BooleanField(help_text="True if the option was chosen for this game.")
    line = serializers.IntegerField(
        help_text="The first line that depends on it; 0 for the position before the first line."
    )
    reason = serializers.BooleanField(help_text="True if it is one of the reasons why the line is illegal.")
    changes = serializers.CharField(
        allow_blank=True,
        help_text="Effect of other options on the verdict: yes if one changes it, no, or undetermined; "
        "empty for results of older versions.",
    )
    other_options = OtherReadingBody(many=True, help_text="The other options; for the staff only.")
    note = serializers.CharField(required=False, help_text="Note on tournament procedure.")
    sources = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Sources other than the note."
    )


class DifferenceBody(serializers.Serializer[Any]):
    """A field in which two boards differ."""

    field = serializers.CharField(help_text="Name of the field, in the terms of the game.")
    one = serializers.CharField(allow_blank=True, help_text="Value under the rules version of the record.")
    other = serializers.CharField(allow_blank=True, help_text="Value under the other version.")


class OtherVersionBody(serializers.Serializer[Any]):
    """The verdict of another rules version on the same record."""

    version = serializers.CharField()
    same = serializers.BooleanField(
        help_text="True if verdict and final board are the same; the other fields are then omitted."
    )
    line = serializers.IntegerField(
        required=False, help_text="The first line with a difference; 0 for the position before the first line."
    )
    verdict_text = serializers.CharField(
        required=False, allow_blank=True, help_text="Verdict in words under the version of the record."
    )
    other_verdict_text = serializers.CharField(
        required=False, allow_blank=True, help_text="Verdict in words under the other version."
    )
    board = DifferenceBody(many=True, required=False)
    verdict = serializers.CharField(
        required=False,
        allow_blank=True,
        help_text="Verdict of the version; empty if the record cannot be replayed under it.",
    )
    illegal = serializers.IntegerField(required=False, help_text="Number of the illegal line; 0 if there is none.")
    differs = serializers.BooleanField(
        required=False, help_text="True if the verdict or the illegal line differs, not only the boards."
    )


class ReplayPrintingBody(serializers.Serializer[Any]):
    """A card with several printings, and the verdict with each of them."""

    card = serializers.CharField()
    taken = serializers.CharField(help_text="Name of the printing that the verdict uses.")
    newest = serializers.BooleanField(help_text="True if it is the newest printing.")
    others = OtherVersionBody(
        many=True, help_text="Verdicts with the other printings; `version` is the name of the printing."
    )


class CourseBody(serializers.Serializer[Any]):
    """A branch from the disputed play to the next decision of a player."""

    words = serializers.CharField(help_text="The plays, with their players.")
    stopped = serializers.CharField(
        allow_blank=True, help_text="The decision at which the branch stops, if it stops early."
    )
    impossible = serializers.CharField(allow_blank=True, help_text="Reason why the play cannot be carried out, if so.")


class RuledDifferenceBody(serializers.Serializer[Any]):
    """A field in which the claimed and the ruled branch differ."""

    field = serializers.CharField()
    claimed = serializers.CharField(allow_blank=True)
    ruled = serializers.CharField(allow_blank=True)


class ComparisonBody(serializers.Serializer[Any]):
    """The claimed play compared with the ruled one."""

    claimed = CourseBody()
    ruled = CourseBody()
    differences = RuledDifferenceBody(many=True)


class InsertedPassesBody(serializers.Serializer[Any]):
    """The passes inserted before one line."""

    line = serializers.IntegerField(help_text="The line of the record, from 1.")
    passes = serializers.ListField(
        child=serializers.CharField(), help_text="The lines inserted before this line, in order."
    )


class MissingPassesBody(serializers.Serializer[Any]):
    """The record completed with the passes without which a line is illegal."""

    sentence = serializers.CharField(
        help_text="The missing passes with their lines, and the verdict with them, as a sentence."
    )
    record = serializers.CharField(help_text="The completed record, in its canonical form.")
    lines = InsertedPassesBody(many=True)
    verdict = serializers.CharField(help_text="The verdict on the completed record.")


class OpeningBody(serializers.Serializer[Any]):
    """The events before the first step, such as a Start Phase."""

    sentences = serializers.ListField(child=serializers.CharField())
    rules = CitedBody(many=True)


class SetAsideBody(serializers.Serializer[Any]):
    """A decklist that the replay ignores, with the reason."""

    player = serializers.CharField()
    reason = serializers.CharField(help_text="Reason given by the judge.")


class AnswerBody(serializers.Serializer[Any]):
    """The judged play: the disputed one, or an earlier one at which the replay stops."""

    verdict = serializers.CharField(help_text="legal, illegal or undetermined.")
    reached = serializers.BooleanField(help_text="False if the replay stops before the disputed play.")
    step = serializers.IntegerField(help_text="Number of the step with the board after this play.")
    line = serializers.IntegerField(allow_null=True, help_text="Line number in the record, from 1.")
    actor = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)


class ReplayBody(serializers.Serializer[Any]):
    """The result of a replay: the verdict, its reasons, the steps and one board."""

    answer = AnswerBody()
    sentence = serializers.CharField(
        allow_blank=True, help_text="Reason why the disputed play is legal or illegal, as one sentence."
    )
    rule = CitedBody(allow_null=True, help_text="The deciding rule.")
    rule_text = serializers.CharField(allow_blank=True, help_text="Our text of the deciding rule.")
    decisions = serializers.IntegerField()
    illegal = IllegalBody(allow_null=True)
    undetermined = serializers.CharField(
        allow_blank=True, help_text="Reason why the verdict is undetermined, if it is."
    )
    missing_passes = MissingPassesBody(
        allow_null=True,
        help_text="Set if the illegal line is illegal only because passes are missing before it; for the staff only.",
    )
    comparison = ComparisonBody(
        allow_null=True, help_text="The claimed and the ruled play; for the staff only, because they reveal a hand."
    )
    rests_on = RestBody(many=True)
    assumed = serializers.ListField(
        child=serializers.CharField(), help_text="Assumptions about facts that the record does not state."
    )
    cards = serializers.CharField(
        allow_blank=True, help_text="Notice if the verdict depends on an organiser's card file; else empty."
    )
    without_decklists = SetAsideBody(many=True, help_text="Decklists that were set aside, each with the reason.")
    printings = ReplayPrintingBody(many=True)
    other_versions = OtherVersionBody(
        many=True, help_text="Versions with another verdict; with ?versions=true all versions."
    )
    opening = OpeningBody()
    steps = StepBody(many=True)
    step = serializers.IntegerField(help_text="The step after which the board is shown; 0 is the start.")
    board = BoardBody(allow_null=True, help_text="The board after that step; hidden cards are shown to the staff only.")
