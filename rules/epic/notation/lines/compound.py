"""Lines that say a play and what is picked for it at once: ``play Rage on Kong``, ``use Pyromancer > Ben``.

They are taken as the lines that they stand for, one after the other: ``play Rage, mode 1`` and ``target Kong``.
"""

import re
from collections.abc import Iterator
from typing import Final

from rules.engine.decision import Answer, AnswerError, UndeterminedError
from rules.engine.ids import CHANCE
from rules.epic.engine import ENGINE
from rules.epic.notation.modes import which_mode
from rules.epic.notation.names.cards import card_in
from rules.epic.notation.phrases import is_card_name, spoken
from rules.epic.notation.reading import read
from rules.epic.notation.words import spelled_out
from rules.epic.state import EpicState
from rules.epic.text.rendering import render_mode

_BETWEEN: Final = re.compile(
    r"\s*(?:,|;|\band\b)?\s*(?:\b(?:targeting|targets?|choosing|chooses?|picking|picks?|on(?:to)?|at|against|to|into)\b:?"
    r"|-+>|=+>|→|>)\s*",
    re.IGNORECASE,
)
"""What stands between a play and what is picked for it."""
_CERTAIN: Final = re.compile(r">|→|,\s*(?:targeting|targets?|choosing|chooses?)\b", re.IGNORECASE)
"""What can stand behind the words of an effect, after a colon, and mean nothing else."""
_FOR_EFFECT: Final = re.compile(r"\b(?:to|choosing|chooses?|picking|picks?)\b", re.IGNORECASE)
_VERB: Final = re.compile(r"^(plays?|uses?)\s+(.+)$", re.IGNORECASE)
_MODE_LAST: Final = re.compile(r"[,:]?\s*(\(?(?:mode|effect|power|ability)\s*\d{1,2}\)?)$", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\b(?:mode|effect)\s*\d{1,2}\)?$", re.IGNORECASE)


def lines(state: EpicState, seat: int, words: str) -> list[str]:
    """Return the lines that ``words`` of ``seat`` stand for: themselves, or a play and what is picked for it."""
    if seat == CHANCE or _BETWEEN.search(words) is None:
        return [words]
    text = spelled_out(state.cards, spoken(state, seat, words))
    found = _VERB.match(text)
    verb, rest = (found[1], found[2]) if found else ("play", text) if _bare(state, seat, text) else ("", "")
    if not verb or is_card_name(state.cards, rest):
        return [words]
    between = _between(rest)
    if between is None:
        return [words]
    name, picked = rest[: between.start()], rest[between.end() :].strip()
    mode = _MODE_LAST.search(picked)
    if mode and not _NUMBERED.search(name) and not is_card_name(state.cards, picked):
        name, picked = f"{name}, {mode[1]}", picked[: mode.start()]
    if not name or not picked:
        return [words]
    if _FOR_EFFECT.search(between[0]) and _is_effect(state, seat, name, picked):
        return [f"{verb} {name}: {picked}"]
    pick = f"target {picked}"
    first = f"{verb} {name}"
    return [_with_mode(state, seat, name, pick) or first if verb.lower().startswith("play") else first, pick]


def _is_effect(state: EpicState, seat: int, name: str, effect: str) -> bool:
    """Whether words are those of one of the effects of an event card: ``play Rage to draw two cards``."""
    then = ENGINE.copy(state)
    try:
        cid = then.card_of(card_in(then, then.seats[seat].hand, seat, name, ()))
        card = then.table.get(cid)
        if card is None or len(card.modes) < 2:
            return False
        which_mode(then, seat, cid, effect)
    except AnswerError:
        return False
    return True


def _between(rest: str) -> re.Match[str] | None:
    """Return what divides a play from what is picked; an effect in words has such words itself."""
    pattern = _CERTAIN if ":" in rest else _BETWEEN
    found = next((each for each in pattern.finditer(rest) if each.start()), None)
    return _BETWEEN.match(rest, found.start()) if found else None


def _bare(state: EpicState, seat: int, text: str) -> bool:
    """Whether words without a verb are a play with its target: where a play is asked for, and a card comes first."""
    decision = state.pending
    between = _between(text)
    asked = decision is not None and decision.kind == "act" and decision.seat == seat
    return asked and between is not None and is_card_name(state.cards, _MODE_LAST.sub("", text[: between.start()]))


def _with_mode(state: EpicState, seat: int, name: str, pick: str) -> str:
    """Return the play of an event card with the only effect for which ``pick`` can be said, empty where none is."""
    if _NUMBERED.search(name) or ":" in name:
        return ""
    then = ENGINE.copy(state)
    try:
        card = then.table.get(then.card_of(card_in(then, then.seats[seat].hand, seat, name, ())))
    except AnswerError:
        return ""
    if card is None or len(card.modes) < 2:
        return ""
    options = range(len(card.modes))
    plays = [f"play {name}, mode {option + 1}" for option in options]
    texts = [render_mode(card.card, option) for option in options]
    aiming = [option for option in options if re.search(r"\btarget\b|\bchoose|\bfrom any discard", texts[option])]
    fitting = [option for option in aiming if any(_takes(state, seat, plays[option], pick))] or aiming
    return plays[fitting[0]] if len(fitting) == 1 else ""


def _takes(state: EpicState, seat: int, play: str, pick: str) -> Iterator[Answer]:
    """Yield the pick where it is legal after a play."""
    try:
        played = read(state, seat, play)
        then = ENGINE.copy(played.game)
        ENGINE.apply(then, played.answer)
        if then.pending is not None:
            picked = read(then, seat, pick)
            if not ENGINE.check(picked.game, picked.answer):
                yield picked.answer
    except (AnswerError, UndeterminedError):
        return
