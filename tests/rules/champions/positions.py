"""Records of Champions that begin with a position; fields that a test omits are those of ``PLAIN``."""

from rules.api import position
from rules.champions.engine import ENGINE
from rules.champions.sentences import describe_event
from rules.champions.state import ChampionsState
from rules.engine.decision import IllegalActionError
from rules.table import Table

HEAD = "Record: 1\nGame: champions\nRules: {rules}\nPlayers: Anna, Ben\nFirst: Anna\nCards: house set\n"
PLAIN = {
    "Turn": "Anna 3",
    "Anna health": "20",
    "Anna lane 1": "Ilse Lampwright",
    "Anna lane 2": "Warden of the Ford",
    "Anna lane 3": "Mirin the Quiet",
    "Anna lane 4": "Pit Drover",
    "Anna blessings": "Long Dawn, Shieldwall, Rising Tide, Watchfire",
    "Anna deck": "9 Second Wind",
    "Ben health": "20",
    "Ben lane 1": "Pit Drover",
    "Ben lane 2": "Sister Vane",
    "Ben lane 3": "Gorrath Embermaw",
    "Ben lane 4": "Pit Drover",
    "Ben blessings": "Blood Price, War Drums, Sky of Ash, Long Dawn",
    "Ben deck": "9 Second Wind",
}


def record(*fields: str, plays: tuple[str, ...] = (), rules: str = "CR-2018-11", options: str = "") -> str:
    """Return a record: the plain position with ``fields`` in the place of its own, an empty one taking its out."""
    output = {**PLAIN, **dict(field.split(": ", 1) for field in fields)}
    head = HEAD.format(rules=rules) + (f"Interpretations: {options}\n" if options else "")
    lines = "".join(f"{key}: {text}\n" for key, text in output.items() if text)
    return f"{head}Position\n{lines}Plays\n" + "".join(f"{play}\n" for play in plays)


def table(*fields: str, rules: str = "CR-2018-11", options: str = "") -> Table:
    """Return the game at the position that ``record`` tells."""
    return position(record(*fields, rules=rules, options=options))


def state(at: Table) -> ChampionsState:
    """Return the engine's state of a game."""
    assert isinstance(at.state, ChampionsState)
    return at.state


def health(at: Table) -> tuple[int, int]:
    """Return the health of Anna and Ben."""
    return tuple(seat.health for seat in state(at).seats)  # type: ignore[return-value]  # there are two


def lane(at: Table, player: str, number: int) -> str:
    """Return what lies in a lane, in the words of a position; "none" for an empty one."""
    return dict(at.game.notation.describe(at.state)).get(f"{player} lane {number}", "none")


def described(at: Table, player: str, field: str) -> str:
    """Return what a position says of a player, empty for nothing."""
    return dict(at.game.notation.describe(at.state)).get(f"{player} {field}", "")


def refused(at: Table, line: str) -> list[str]:
    """Return the rules that a line breaks; it changes nothing."""
    try:
        at.copy().apply(line)
    except IllegalActionError as error:
        return [violation.rule for violation in error.violations]
    return []


def turn_over(at: Table) -> None:
    """Pass, and let chance bring what it brings, until the other player is asked for an action."""
    turn = state(at).turn_number
    at.apply(f"{at.to_act}: pass")
    while not at.over and not (state(at).turn_number > turn and ENGINE.is_free_to_act(state(at))):
        at.apply(next(iter(at.legal())))


def happened(at: Table) -> list[str]:
    """Return the sentences of all that has happened."""
    return [describe_event(state(at), event) for event in state(at).log]


def cited(at: Table) -> set[str]:
    """Return whatever the log has cited."""
    return {rule for event in state(at).log for rule in event.rules}
