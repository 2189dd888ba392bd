"""Serializers of a replay: the verdict, its reasons, the steps and one board."""

from typing import Any

from rest_framework import serializers


class CitedBody(serializers.Serializer[Any]):
    """A cited rule."""

    rule = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True, help_text="The rule's page; empty for what no document holds.")


class StepBody(serializers.Serializer[Any]):
    """A step of the replay: a line of the record and its events."""

    number = serializers.IntegerField(help_text="From 1.")
    line = serializers.IntegerField(allow_null=True, help_text="Its line in the record.")
    actor = serializers.CharField(allow_null=True, allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    sentences = serializers.ListField(child=serializers.CharField())
    rules = CitedBody(many=True)


class ReasonBody(serializers.Serializer[Any]):
    """A reason why a line is illegal."""

    text = serializers.CharField()
    cited = CitedBody()


class IllegalBody(serializers.Serializer[Any]):
    """The first illegal line. Legal alternatives are for the staff only, because they reveal the hand."""

    line = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True, help_text="Number of the play, from 1.")
    actor = serializers.CharField(allow_null=True, allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    reasons = ReasonBody(many=True)
    legal = serializers.ListField(child=serializers.CharField())
    constraint = serializers.CharField(
        allow_blank=True,
        help_text="What all legal answers have in common where they are too many to list: divisions of damage.",
    )
    count = serializers.IntegerField(allow_null=True, help_text="How many those are, where that is known.")


class OtherReadingBody(serializers.Serializer[Any]):
    """Another option of an interpretation and the verdict with it."""

    reading = serializers.IntegerField(help_text="Its number among the readings there are, from 1.")
    text = serializers.CharField()
    changes = serializers.CharField(help_text="Whether it changes the verdict: yes, no or undetermined.")
    verdict = serializers.CharField(help_text="What it would be, or why that is not known.")


class PileBody(serializers.Serializer[Any]):
    """A pile of cards, such as a hand or deck."""

    count = serializers.IntegerField()
    cards = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Null where the reader may not know them."
    )


class PieceBody(serializers.Serializer[Any]):
    """A card or token in play."""

    name = serializers.CharField(help_text="As records call it: Wolf Token#2.")
    card = serializers.CharField()
    values = serializers.DictField(child=serializers.IntegerField(), help_text="Its numbers, by the words of its game.")
    states = serializers.ListField(
        child=serializers.CharField(), help_text="What holds of it, in the words of its game."
    )
    keywords = serializers.ListField(child=serializers.CharField())
    changes = serializers.ListField(child=serializers.CharField(), help_text="What changes it for a while.")
    owner = serializers.CharField(allow_blank=True, help_text="Where that is not its controller.")
    lane = serializers.IntegerField(
        required=False, help_text="Its lane, from 1, counted from its player's left; 0 in a game without lanes."
    )
    row = serializers.IntegerField(
        required=False, help_text="Its row in the lane, from 1, the one nearest to the opponent; 0 without lanes."
    )


class SideBody(serializers.Serializer[Any]):
    """One player's side of the board."""

    player = serializers.CharField()
    totals = serializers.DictField(
        child=serializers.IntegerField(), help_text="Numbers of the player, by the words of the game."
    )
    hand = PileBody()
    deck = PileBody()
    discard = PileBody()
    pieces = PieceBody(many=True)
    out = serializers.BooleanField(help_text="Whether the player has left the game.")
    team = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Who shares the turn with the player."
    )
    beside = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Cards that start outside the deck, such as gods."
    )


class BoardBody(serializers.Serializer[Any]):
    """The board after one step."""

    turn = serializers.CharField(allow_blank=True)
    turn_number = serializers.IntegerField()
    phase = serializers.CharField(allow_blank=True)
    initiative = serializers.CharField(allow_blank=True, help_text="Who may make plays.")
    waiting = serializers.CharField(allow_blank=True, help_text="Who is asked for what.")
    sides = SideBody(many=True)
    triggers = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    winners = serializers.ListField(child=serializers.CharField())
    over = serializers.BooleanField()
    way = serializers.CharField(
        required=False, allow_blank=True, help_text="The way of playing; empty for the usual one."
    )


class RestBody(serializers.Serializer[Any]):
    """An interpretation that was applied during the replay."""

    cited = CitedBody()
    problem = serializers.CharField(help_text="What the printed rules leave open.")
    taken = serializers.CharField(help_text="The reading taken, in words.")
    reading = serializers.IntegerField(help_text="Its number among the readings there are, from 1.")
    chosen = serializers.BooleanField(help_text="Whether it was chosen for this game.")
    line = serializers.IntegerField(help_text="The first line at which it decided; 0 before the first.")
    reason = serializers.BooleanField(help_text="Whether it is among the reasons of the illegal line.")
    changes = serializers.CharField(
        allow_blank=True,
        help_text="Whether another reading changes the verdict: yes, no or undetermined; empty for results stored "
        "before that was asked.",
    )
    otherwise = OtherReadingBody(many=True, help_text="Each other reading; for the staff only.")
    note = serializers.CharField(
        required=False, help_text="What tournament procedure makes of it, apart from the rules."
    )
    sources = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Sources other than the note."
    )


class DifferenceBody(serializers.Serializer[Any]):
    """A field in which two boards differ."""

    field = serializers.CharField(help_text="What differs, as the game calls it.")
    one = serializers.CharField(allow_blank=True, help_text="Its value under the version of the record.")
    other = serializers.CharField(allow_blank=True, help_text="Its value under the other version.")


class OtherVersionBody(serializers.Serializer[Any]):
    """The verdict of another rules version on the same record."""

    version = serializers.CharField()
    same = serializers.BooleanField(help_text="Verdict and final board are the same; the rest is left out then.")
    line = serializers.IntegerField(required=False, help_text="Where they part; 0 before the first line.")
    here = serializers.CharField(required=False, allow_blank=True, help_text="What the version of the record says.")
    there = serializers.CharField(required=False, allow_blank=True, help_text="What the other version says.")
    board = DifferenceBody(many=True, required=False)
    verdict = serializers.CharField(
        required=False, allow_blank=True, help_text="What it rules; empty where the record cannot be replayed under it."
    )
    illegal = serializers.IntegerField(required=False, help_text="The line that it rules illegal, 0 without one.")
    differs = serializers.BooleanField(required=False, help_text="Verdict or illegal line differ, not only the boards.")


class ReplayPrintingBody(serializers.Serializer[Any]):
    """A card with several printings, and the verdict with each of them."""

    card = serializers.CharField()
    taken = serializers.CharField(help_text="The product line whose printing the verdict takes.")
    newest = serializers.BooleanField(help_text="Whether that is the newest wording.")
    others = OtherVersionBody(many=True, help_text="What the other printings rule, each named as its version.")


class CourseBody(serializers.Serializer[Any]):
    """A branch from the disputed play to the next decision of a player."""

    words = serializers.CharField(help_text="What was done, and by whom.")
    stopped = serializers.CharField(allow_blank=True, help_text="What has to be decided where it stops earlier.")
    impossible = serializers.CharField(allow_blank=True, help_text="Why it cannot be carried out at all.")


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
    passes = serializers.ListField(child=serializers.CharField(), help_text="The lines inserted before it, in order.")


class MissingPassesBody(serializers.Serializer[Any]):
    """The record completed with the passes without which a line is illegal."""

    sentence = serializers.CharField(help_text="Which line lacks which passes, and the verdict with them.")
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
    reason = serializers.CharField(help_text="Why the list does not count, in the judge's words.")


class AnswerBody(serializers.Serializer[Any]):
    """The judged play: the disputed one, or an earlier one at which the replay stops."""

    verdict = serializers.CharField(help_text="legal, illegal or undetermined.")
    reached = serializers.BooleanField(help_text="False where the replay stops before the disputed play.")
    step = serializers.IntegerField(help_text="The step whose board shows it.")
    line = serializers.IntegerField(allow_null=True, help_text="Its line in the record.")
    actor = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)


class ReplayBody(serializers.Serializer[Any]):
    """The result of a replay: the verdict, its reasons, the steps and one board."""

    answer = AnswerBody()
    sentence = serializers.CharField(
        allow_blank=True, help_text="Why the disputed play is legal or not, in one sentence."
    )
    rule = CitedBody(allow_null=True, help_text="The rule that decides it.")
    rule_text = serializers.CharField(allow_blank=True, help_text="That rule in our words.")
    decisions = serializers.IntegerField()
    illegal = IllegalBody(allow_null=True)
    undetermined = serializers.CharField(allow_blank=True, help_text="Why nothing can be said, where that is so.")
    missing_passes = MissingPassesBody(
        allow_null=True,
        help_text="Set if the illegal line is illegal only because passes are missing before it; for the staff only.",
    )
    comparison = ComparisonBody(
        allow_null=True, help_text="The claimed and the ruled line; for the staff only, because it tells a hand."
    )
    rests_on = RestBody(many=True)
    assumed = serializers.ListField(
        child=serializers.CharField(), help_text="How what the record does not tell is taken."
    )
    cards = serializers.CharField(
        allow_blank=True, help_text="Whose the cards are where an organiser's card file tells them; else empty."
    )
    without_decklists = SetAsideBody(many=True, help_text="Decklists that were set aside, each with the reason.")
    printings = ReplayPrintingBody(many=True)
    other_versions = OtherVersionBody(many=True, help_text="Those with another verdict; with ?versions=true all.")
    opening = OpeningBody()
    steps = StepBody(many=True)
    step = serializers.IntegerField(help_text="The step after which the board is shown; 0 is the start.")
    board = BoardBody(allow_null=True, help_text="The table after that step: the full view for the staff only.")
