"""What people call a round: its number in the Swiss rounds, its place before the final in a cut."""

from typing import Any

from django.utils.translation import gettext as _

from epic_events.events.models import Stage
from epic_events.pairings.models import Round


def matches_name(matches: int) -> str:
    """Return how people call a round of a bracket by how many matches it has."""
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    return names.get(matches) or _("Last %(players)d") % {"players": 2 * matches}


def bracket_matches(stage: Stage, number: int) -> int:
    """Return how many matches a round of a stage has in the bracket; 0 for Swiss rounds."""
    return (stage.cut_size or 2) >> number if stage.is_elimination else 0


def name_of(stage: Stage, number: int) -> str:
    """Return how people call a round of a stage, paired already or not."""
    matches = bracket_matches(stage, number)
    return matches_name(matches) if matches else _("Round %(number)d") % {"number": number}


def name_of_round(round_: Round) -> str:
    """Return how people call a round."""
    return name_of(round_.stage, round_.number)


def logged(round_: Round) -> dict[str, Any]:
    """Return what the log keeps of a round so that it can be called by its name."""
    matches = bracket_matches(round_.stage, round_.number)
    return {"number": round_.number, "matches": matches} if matches else {"number": round_.number}


def name_in_log(data: dict[str, object]) -> str:
    """Return how people call the round of a line of the log, in the middle of a sentence."""
    matches, number = data.get("matches"), data.get("number", "?")
    names = {1: _("the final"), 2: _("the semi-finals"), 4: _("the quarter-finals")}
    return names.get(matches, "") if isinstance(matches, int) else _("round %(number)s") % {"number": number}
