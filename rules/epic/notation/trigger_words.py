"""Parsing of lines about triggers.

Which one resolves next, and which one was forgotten.
"""

import re
from typing import Final

from rules.engine.decision import Action, AmbiguousActionError, IllegalActionError, InvalidActionError
from rules.engine.ids import is_seat
from rules.epic.board.triggers import trigger_reference, waiting_trigger_keys, waiting_triggers
from rules.epic.notation.names import references, triggers
from rules.epic.notation.names.cards import find_or_add
from rules.epic.notation.names.lists import bare_name
from rules.epic.notation.names.references import all_but_players, find
from rules.epic.plays.timing import mandatory_violations, recent_triggers
from rules.epic.state import EpicState
from rules.epic.state.missed_trigger import MissedTrigger, last_occurrence
from rules.notation.phrasing import UnparsedTextError

_AIMED: Final = re.compile(r"^([^:]+?)\s+((?:on|at|against|targeting)\s+[^:]+)$", re.IGNORECASE)
"""Matches ``Psionic Assault on Ben``."""
_FORGETS: Final = re.compile(r"^(?:miss(?:es|ed)?|forgets?|forgot)\b:?\s*(.+)$", re.IGNORECASE)


def resolve(state: EpicState, seat: int, rest: str) -> Action:
    """Parse which trigger resolves next.

    Raises:
        InvalidActionError: no trigger has this name. AmbiguousActionError: it fits several triggers.
    """
    name, ability_text = _split_name(rest)
    if not name:
        raise InvalidActionError("a name is missing: write `resolve Kong: tribute`")
    mine = waiting_trigger_keys(state, seat)
    sources = list(dict.fromkeys(source for source, _ in mine))
    called = {each.ref for each in references.matches(state, name, sources) if not is_seat(each.ref)}
    about = set() if called else _targets_of_event_triggers(state, seat, name)
    aimed = None if called or about else _AIMED.match(name)
    if aimed and not ability_text:
        about, ability_text = _targets_of_event_triggers(state, seat, aimed[1]), aimed[2]
    fitting = [
        (source, ability)
        for source, ability in mine
        if source in called | about and (not ability_text or triggers.fits(state, source, ability, ability_text))
    ]
    if not about and len({source for source, _ in fitting}) > 1 and len({a for _, a in fitting}) == 1:
        source = find(state, name, sources)
        return Action(seat, "resolve", (source,), fitting[0][1])
    if len(fitting) > 1:
        raise AmbiguousActionError(rest, [words(state, seat, s, a) for s, a in fitting])
    if fitting:
        return Action(seat, "resolve", (fitting[0][0],), fitting[0][1])
    source = find_or_add(state, seat, name, [ref for ref in sources if not is_seat(ref)], all_but_players)
    abilities = state.printed_of(source).text
    fits = (i for i in range(len(abilities)) if not ability_text or triggers.fits(state, source, i, ability_text))
    ability = next(fits, None)
    if ability is None:
        which = f"{ability_text.strip()!r} that waits" if ability_text else "trigger"
        raise UnparsedTextError(f"{bare_name(state, source)} has no {which}")
    return Action(seat, "resolve", (source,), ability)


def words(state: EpicState, seat: int, ref: int, ability: int) -> str:
    """Return the name of a waiting trigger as parsed.

    ``Kong: tribute``, ``Psionic Assault: on Ben``.
    """
    label = triggers.label(state, ref, ability)
    if is_seat(ref):
        aimed = next(
            each for each in waiting_triggers(state, seat) if trigger_reference(each) == ref and each.ability == ability
        )
        return f"{state.table[aimed.cid].name}: {label}"
    return f"{references.label(state, ref, [source for source, _ in waiting_trigger_keys(state, seat)])}: {label}"


def misses(state: EpicState, seat: int, rest: str) -> Action:
    """Report a forgotten trigger.

    Always raises, because no decision accepts such an action.

    Raises:
        IllegalActionError: it has triggered and is not optional. InvalidActionError: no such trigger.
    """
    trigger = _find_forgotten(state, seat, rest)
    if trigger is not None:
        raise IllegalActionError(list(mandatory_violations(state, *trigger)))
    name = _split_name(rest)[0]
    raise InvalidActionError(f"no trigger of {name or 'that'!r} that could be missed; write `misses Kong: tribute`")


def find_missed_trigger(state: EpicState, seat: int, text: str) -> MissedTrigger | None:
    """Return the trigger that ``text``, with its verb, reports as missed, or ``None``."""
    match = _FORGETS.match(text)
    trigger = _find_forgotten(state, seat, match[1]) if match else None
    if trigger is None:
        return None
    source, ability = trigger
    for each in waiting_triggers(state, seat):
        if (trigger_reference(each), each.ability) == trigger:
            return last_occurrence(state, each.source, ability, waits=True)
    return last_occurrence(state, source, ability, waits=False)


def _find_forgotten(state: EpicState, seat: int, rest: str) -> tuple[int, int] | None:
    name, ability_text = _split_name(rest)
    recent = recent_triggers(state, seat)
    called = {each.ref for each in references.matches(state, name, list(dict.fromkeys(s for s, _ in recent)))}
    called |= _targets_of_event_triggers(state, seat, name)
    for source, ability in recent:
        fits = source in called and (not ability_text or triggers.fits(state, source, ability, ability_text))
        if fits and next(mandatory_violations(state, source, ability), None) is not None:
            return source, ability
    return None


def _split_name(rest: str) -> tuple[str, str]:
    """Split into the source name and its ability; the ability may be empty."""
    name, _, ability = rest.rpartition(":") if ":" in rest else (rest, "", "")
    return name, ability


def _targets_of_event_triggers(state: EpicState, seat: int, name: str) -> set[int]:
    """Return the targets of the end-of-turn triggers of an event card.

    The card is called ``name``.
    """
    about = [trigger for trigger in waiting_triggers(state, seat) if trigger_reference(trigger) != trigger.source]
    cards = {each.ref for each in references.matches(state, name, [trigger.source for trigger in about])}
    return {trigger_reference(trigger) for trigger in about if trigger.source in cards}
