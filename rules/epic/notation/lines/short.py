"""Short texts for an action.

They have short verbs or none, and the shortest unambiguous names.
"""

from collections.abc import Iterator

from rules.decks.abbreviations import shortest_unique
from rules.engine.decision import Action, ActionError
from rules.engine.ids import CHANCE
from rules.epic.actions.registry import canonical
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.notation.reading import read
from rules.epic.notation.verbs import WORDINGS
from rules.epic.notation.words import with_verb
from rules.epic.state import EpicState


def shorten(state: EpicState, action: Action, words: str) -> Iterator[str]:
    """Yield shorter texts for ``action``, the shortest first.

    Some may be parsed differently.
    """
    brief = _with_short_names(state, words)
    if action.seat == CHANCE:
        name, initial = state.names[action.option], _initial(state, action.option)
        yield brief.replace(f"{name} draws", initial).replace(f"{name} reveals", initial)
        yield brief
        return
    for text in dict.fromkeys((brief, words)):
        yield from _with_short_verb(state, action.seat, text)


def _with_short_verb(state: EpicState, seat: int, text: str) -> Iterator[str]:
    decision = state.pending
    verbs = sorted(WORDINGS.shortest, key=len, reverse=True)
    verb = next((verb for verb in verbs if text == verb or _begins(text, verb)), "")
    rest = text[len(verb) :].strip()
    short_verb = WORDINGS.asked.get(decision.kind) if decision is not None and decision.seat == seat else None
    if (
        rest
        and verb == short_verb
        and rest.split(" ")[0].casefold() not in WORDINGS.short
        and with_verb(state, seat, rest)
    ):
        yield rest
    if verb:
        yield f"{WORDINGS.shortest[verb]} {rest}".strip()
    yield text


def _begins(text: str, verb: str) -> bool:
    return text.startswith(f"{verb} ")


def means(state: EpicState, seat: int, words: str, action: Action) -> bool:
    """Return True if ``words`` of ``seat`` are parsed as ``action``."""
    try:
        reading = read(state, seat, words)
    except ActionError:
        return False
    return canonical(reading.game, reading.action) == canonical(state, action)


def _with_short_names(state: EpicState, words: str) -> str:
    names = {card.name for card in state.table.values() if card.name != UNKNOWN_NAME}
    unambiguous = [name for name in sorted(names, key=lambda name: (-len(name), name)) if name in words]
    for index, name in enumerate(unambiguous):
        words = words.replace(name, f"\0{index}\0")
    for index, name in enumerate(unambiguous):
        words = words.replace(f"\0{index}\0", shortest_unique(name, sorted(names)))
    return words


def _initial(state: EpicState, seat: int) -> str:
    name = state.names[seat]
    others = [other.casefold() for other in state.names if other != name]
    lengths = range(1, len(name) + 1)
    return next((name[:n] for n in lengths if not any(o.startswith(name[:n].casefold()) for o in others)), name)
