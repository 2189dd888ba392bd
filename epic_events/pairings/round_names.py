"""Display names of rounds: a number, or the bracket round such as “Semi-finals”."""

from typing import Any

from django.utils.translation import gettext as _

from epic_events.events.models import Stage
from epic_events.pairings.methods.brackets import Bracket, Part, bracket_rounds
from epic_events.pairings.models import Match, Round


def bracket_round_name(matches: int) -> str:
    """Return the name of a bracket round by its number of matches."""
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    return names.get(matches) or _("Round of %(players)d") % {"players": 2 * matches}


def bracket_matches(stage: Stage, number: int) -> int:
    """Return the number of matches of a full single elimination round.

    0 for other stages.
    """
    if stage.kind != Stage.Kind.ELIMINATION:
        return 0
    return (1 << bracket_rounds(stage.bracket_players)) >> number


def _double_elimination_round(stage: Stage, number: int) -> str:
    """Return ``final``, ``second_final`` or ``bracket``, as stored in the audit log."""
    rounds = 2 * bracket_rounds(stage.bracket_players)
    return {rounds: "final", rounds + 1: "second_final"}.get(number, "bracket")


def name_of(stage: Stage, number: int) -> str:
    """Return the name of a round of a stage, paired or not."""
    if stage.kind == Stage.Kind.DOUBLE_ELIMINATION:
        names = {"final": _("Grand final"), "second_final": _("Grand final reset")}
        return names.get(_double_elimination_round(stage, number)) or _("Bracket round %(number)d") % {"number": number}
    matches = bracket_matches(stage, number)
    return bracket_round_name(matches) if matches else _("Round %(number)d") % {"number": number}


def part_round_name(bracket: Bracket, part: Part, step: int) -> str:
    """Return the name of a round within one part of a bracket."""
    if part == Part.THIRD:
        return _("Third place")
    if part == Part.FINAL:
        return _("Grand final") if step == bracket.final.place.step else _("Grand final reset")
    steps = sorted({node.place.step for node in bracket.nodes if node.place.part == part})
    if part == Part.MAIN and bracket.final.place.part == Part.MAIN:
        return bracket_round_name(1 << (len(steps) - 1 - steps.index(step)))
    if step == steps[-1]:
        return _("Winners' final") if part == Part.MAIN else _("Losers' final")
    return _("Round %(number)d") % {"number": steps.index(step) + 1}


def name_of_round(round_: Round) -> str:
    """Return the name of a round."""
    return name_of(round_.stage, round_.number)


def bracket_part_name(match: Match) -> str:
    """Return the part of the bracket of a match.

    ``""`` if its round has only one part.
    """
    if match.bracket == Match.Bracket.THIRD:
        return _("Third-place match")
    parts = {Match.Bracket.MAIN.value: _("Winners' bracket"), Match.Bracket.LOSERS.value: _("Losers' bracket")}
    return parts.get(match.bracket, "") if match.round.stage.kind == Stage.Kind.DOUBLE_ELIMINATION else ""


def name_of_match(match: Match) -> str:
    """Return the name of a match's round, with the part of the bracket if needed."""
    name, part = name_of_round(match.round), bracket_part_name(match)
    if match.bracket == Match.Bracket.THIRD:
        return part
    return _("%(round)s, %(part)s") % {"round": name, "part": part} if part else name


def round_log_facts(stage: Stage, number: int) -> dict[str, Any]:
    """Return the data by which the audit log can name a round of a stage."""
    if stage.kind == Stage.Kind.DOUBLE_ELIMINATION:
        return {"number": number, "double": _double_elimination_round(stage, number)}
    matches = bracket_matches(stage, number)
    return {"number": number, "matches": matches} if matches else {"number": number}


def round_facts(round_: Round) -> dict[str, Any]:
    """Return the data by which the audit log can name a round."""
    return round_log_facts(round_.stage, round_.number)


def round_name_in_log(data: dict[str, object]) -> str:
    """Return the round name of an audit entry, for the middle of a sentence."""
    matches, number = data.get("matches"), data.get("number", "?")
    doubles = {"final": _("the grand final"), "second_final": _("the grand final reset")}
    if "double" in data:
        return doubles.get(str(data["double"])) or _("bracket round %(number)s") % {"number": number}
    names = {1: _("the final"), 2: _("the semi-finals"), 4: _("the quarter-finals")}
    if isinstance(matches, int):
        return names.get(matches) or _("the round of %(players)d") % {"players": 2 * matches}
    return _("round %(number)s") % {"number": number}
