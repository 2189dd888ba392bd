"""Words of a record to an answer: each verb has one function that knows its objects.

An answer is read for what it says, legal or not: a card that is not where it would have to be is still the card that
was named, so that the checker can say why the play is illegal. Only what names nothing at all cannot be read.
"""

import re
from collections.abc import Callable
from typing import Final

from rules.decks.names import fold, suggest
from rules.engine.decision import AmbiguousAnswerError, Answer, InvalidAnswerError
from rules.engine.ids import CHANCE, is_card, is_object
from rules.epic.answers.canonical import detail
from rules.epic.cards.printed import UNKNOWN_NAME, as_printed, printed
from rules.epic.engine import ENGINE
from rules.epic.notation.dividing import assign
from rules.epic.notation.fighting import attackers_called, attackers_named, blockers_called, who_is_meant
from rules.epic.notation.modes import which_branch, which_mode
from rules.epic.notation.names import references
from rules.epic.notation.names.cards import card_in, meant, name_unknown
from rules.epic.notation.names.lists import candidates_of, in_hand, names_in, several, visible
from rules.epic.notation.names.references import (
    all_but_players,
    everything,
    find,
    in_play,
    own_in_play,
    side_in_play,
    split_names,
)
from rules.epic.notation.phrases import is_card_name, spoken
from rules.epic.notation.trigger_words import misses, resolve
from rules.epic.notation.words import FORMS, spelled_out, wanted, with_verb
from rules.epic.players.seats import attackable, plays_for
from rules.epic.state import EpicState

Reader = Callable[[EpicState, int, str], Answer]


def read(state: EpicState, seat: int, words: str) -> Answer:
    """Return the answer that ``words`` mean at the pending decision of ``state``.

    Args:
        state: the game; unknown cards that the words name are named in it.
        seat: who acts, ``CHANCE`` for the shuffle.
        words: what stands after the actor's name.

    Raises:
        InvalidAnswerError: not understood; says what would be. AmbiguousAnswerError: lists what it could mean.
    """
    text = " ".join(words.split())
    text = text if seat == CHANCE else spelled_out(spoken(state, seat, text))
    if seat == CHANCE:
        drawn = _DRAWS.match(text) or _SHORT_DRAW.match(text)
        if drawn:
            return _draw(state, drawn[1], drawn[2])
        raise InvalidAnswerError(f"chance: {text!r} is not understood; write `chance: {state.names[0]} draws Kong`")
    said = _with_its_verb(state, seat, text)
    if said is not None:
        return said
    bare = _attack_of_several(state, seat, text) or with_verb(state, seat, text) or _played(state, seat, text)
    try:
        said = _with_its_verb(state, seat, bare)
        if said is not None:
            return said
    except AmbiguousAnswerError:
        raise
    except InvalidAnswerError:
        pass
    hint = suggest(text.split(" ")[0], {verb: verb for verb in VERBS}, 1)
    guess = f"did you mean `{hint[0]}`? " if hint else ""
    raise InvalidAnswerError(f"{text[:60]!r} is not understood; {guess}{wanted(state)}")


def _with_its_verb(state: EpicState, seat: int, text: str) -> Answer | None:
    """Return the answer that words mean which begin with a verb, ``None`` where they begin with none."""
    found = _VERB.match(text)
    if found is None or found.lastindex is None:
        return None
    _, reader = _VERBS[found.lastindex - 1]
    return reader(state, seat, text[found.end() :].strip())


def _played(state: EpicState, seat: int, text: str) -> str:
    """Return the name of a card, said by a player who is asked nothing, as a play of it; empty where it is none."""
    return f"play {text}" if _asked_of(state, seat) == "" and is_card_name(text) else ""


def _attack_of_several(state: EpicState, seat: int, text: str) -> str:
    """Return names without a verb as an attack, where a play is asked for and they are several champions in play."""
    if _asked_of(state, seat) != "act":
        return ""
    own = side_in_play(state, seat)
    names = split_names(text, lambda name: bool(references.matches(state, name, own)))
    several_champions = 1 < len(names) <= len(own) and all(references.matches(state, name, own) for name in names)
    return f"attack with {text}" if several_champions else ""


def _nothing_more(rest: str, state: EpicState) -> None:
    if rest.strip(" ."):
        raise InvalidAnswerError(f"{rest[:60]!r} is too much here; {wanted(state)}")


def _simple(verb: str) -> Reader:
    def reader(state: EpicState, seat: int, rest: str) -> Answer:
        _nothing_more(rest, state)
        return Answer(seat, verb)

    return reader


def _end(state: EpicState, seat: int, rest: str) -> Answer:
    """Read ``end turn``: the shortcut where the rules have it, else the pass that offers the end of the turn."""
    _nothing_more(rest, state)
    answer = Answer(seat, "end")
    if state.pending is not None and state.pending.kind == "act" and ENGINE.check(state, answer):
        return Answer(seat, "pass")
    return answer


DECLINED: Final = frozenset({"reveal", "choose", "target", "block", "mulligan"})
"""Kinds of decision to which ``no`` answers that nothing is picked, whether that is allowed or not."""


def _decline(state: EpicState, seat: int, rest: str) -> Answer:
    """Read ``no`` and ``decline``, which several decisions understand."""
    _nothing_more(rest, state)
    kind = state.pending.kind if state.pending is not None else ""
    return Answer(seat, kind if kind in DECLINED else "no")


def _mulligan(state: EpicState, seat: int, rest: str) -> Answer:
    if not rest or fold(rest) in ("0", "none", "nothing"):
        return Answer(seat, "mulligan")
    return Answer(seat, "mulligan", tuple(sorted(in_hand(state, seat, rest, FORMS["mulligan"]))))


def _keep(state: EpicState, seat: int, rest: str) -> Answer:
    if fold(rest) not in ("", "hand", "all", "thehand"):
        _nothing_more(rest, state)
    return Answer(seat, "mulligan")


def _discard(state: EpicState, seat: int, rest: str) -> Answer:
    return Answer(seat, "discard", tuple(sorted(in_hand(state, seat, rest, FORMS["discard"]))))


def _mode(_state: EpicState, seat: int, rest: str) -> Answer:
    number = re.fullmatch(r"(\d{1,2})\.?", rest)
    if not number:
        raise InvalidAnswerError(f"{rest[:60]!r} is no number; write {FORMS['mode']}")
    return Answer(seat, "mode", (), int(number[1]) - 1)


def _reveal(state: EpicState, seat: int, rest: str) -> Answer:
    if fold(rest) in ("none", "nothing"):
        return Answer(seat, "reveal")
    return Answer(seat, "reveal", tuple(sorted(in_hand(state, seat, rest, FORMS["reveal"]))))


_MODE: Final = re.compile(r"[,:]?\s*\(?(?:mode|effect)\s*(\d{1,2})\)?$", re.IGNORECASE)


_IN_BRACKETS: Final = re.compile(r"^([^()]+?)\s*\(([^()]+)\)$")
"""``play Rage (draw 2 cards)``."""


def _play(state: EpicState, seat: int, rest: str) -> Answer:
    if not rest:
        raise InvalidAnswerError("a name is missing: write `play Kong`")
    hand = state.seats[seat].hand
    number = _MODE.search(rest)
    if number:
        cid = state.card_of(card_in(state, hand, seat, rest[: number.start()], ()))
        return Answer(seat, "play", (cid,), int(number[1]) - 1)
    name, colon, effect = rest.partition(":")
    bracketed = _IN_BRACKETS.match(rest)
    if bracketed and not colon:
        name, colon, effect = bracketed[1], ":", bracketed[2]
    # What is in play already is not in hand either, which is for the checker to say.
    cid = state.card_of(card_in(state, hand, seat, name, ()))
    return Answer(seat, "play", (cid,), which_mode(state, seat, cid, effect.strip() if colon else ""))


_POWER: Final = re.compile(r"[,:]?\s*\(?(?:power|ability)\s*(\d{1,2})\)?$", re.IGNORECASE)


def _use(state: EpicState, seat: int, rest: str) -> Answer:
    number = _POWER.search(rest)
    name = rest[: number.start()] if number else rest
    if not name:
        raise InvalidAnswerError("a name is missing: write `use Kong`")
    others = [*own_in_play(state, seat), *state.seats[seat].gods, *state.seats[seat].discard]
    able = [ref for ref in others if _powers(state, ref)]
    name = re.sub(r"(?:'s|(?<=s)') (?:power|ability)$", "", name)
    if not references.matches(state, name, others):
        cid = name_unknown(state, state.seats[seat].discard, name, _has_grey_power(state))
        able = able if cid is None else [cid]
    source = meant(state, seat, name, able, others, in_play, all_but_players)
    powers = _powers(state, source)
    which = int(number[1]) - 1 if number else 0
    if not number and len(powers) > 1:
        raise AmbiguousAnswerError(rest, [f"{name}, power {index + 1}" for index in range(len(powers))])
    # A number that the card does not have is left for the checker to name.
    return Answer(seat, "use", (source,), powers[which] if 0 <= which < len(powers) else which)


def _has_grey_power(state: EpicState) -> Callable[[str], bool]:
    """Return what says whether a card called so has a power in the discard pile, as it is printed in this game."""
    return lambda name: bool(printed(as_printed(name, state.choices)).grey_powers)


def _powers(state: EpicState, ref: int) -> tuple[int, ...]:
    card = state.printed_of(ref)
    return card.powers if card.is_god or is_object(ref) else card.grey_powers


_ATTACK: Final = re.compile(r"^(.*?)\s*\bwith\b\s*", re.IGNORECASE)

_ON: Final = re.compile(r"\s+(?:on|against|at)\s+(\S.*)$", re.IGNORECASE)


def _attack(state: EpicState, seat: int, rest: str) -> Answer:
    found = _ATTACK.match(rest)
    names = rest[found.end() :] if found else rest
    attacked = found[1] if found else ""
    on = _ON.search(names)
    if on and not attacked and fold(on[1]) in [fold(name) for name in state.names]:
        attacked, names = on[1], names[: on.start()]
    if not names and not found and attacked == "" and len(attackable(state, max(seat, 0))) == 1:
        raise InvalidAnswerError("who attacks is missing: write `attack with Kong`")
    whom = _attacked(state, seat, attacked)
    return Answer(seat, "attack", attackers_called(state, seat, names, whom), whom)


def _attacked(state: EpicState, seat: int, name: str) -> int:
    """Return who is attacked: whoever is named, else the only one whom ``seat`` may attack."""
    if name:
        return who_is_meant(state, seat, name)
    opponents = attackable(state, max(seat, 0))
    if len(opponents) > 1:
        raise AmbiguousAnswerError("attack", [f"attack {state.names[other]} with ..." for other in opponents])
    return opponents[0] if opponents else max(seat, 0)


def _block(state: EpicState, seat: int, rest: str) -> Answer:
    if fold(rest) in ("none", "nothing"):
        return Answer(seat, "block")
    return Answer(seat, "block", blockers_called(state, seat, rest))


def _no_block(state: EpicState, seat: int, rest: str) -> Answer:
    """Read ``no block``; who is not blocked may be named, and then attacks."""
    if rest.strip(" ."):
        attackers_named(state, rest.strip(" ."))
    return Answer(seat, "block")


def _agrees(state: EpicState, seat: int, rest: str) -> Answer:
    """Read ``ok``: yes to an offer, and no play, no block and no other hand where these are asked for.

    Where something has to be picked it says nothing.
    """
    _nothing_more(rest, state)
    answer = AGREED.get(_asked_of(state, seat))
    if answer is None:
        raise InvalidAnswerError(f"what is meant by that is not clear here; {wanted(state)}")
    return Answer(seat, answer)


def _nothing(state: EpicState, seat: int, rest: str) -> Answer:
    """Read ``nothing``, ``no response``: a pass, or that nothing is picked, taken, revealed or replaced."""
    _nothing_more(rest, state)
    kind = _asked_of(state, seat)
    if kind in DECLINED or kind in {"may", "assign"}:
        return Answer(seat, "no" if kind == "may" else kind)
    return Answer(seat, "pass")


AGREED: Final = {"act": "pass", "may": "yes", "block": "block", "mulligan": "mulligan", "": "pass"}
"""What somebody does who says ``ok``, by what is asked; out of turn it is a pass."""


def _asked_of(state: EpicState, seat: int) -> str:
    """Return the kind of the pending decision, empty where it is another's."""
    decision = state.pending
    return decision.kind if decision is not None and plays_for(state, seat, decision.seat) else ""


def _picks(verb: str) -> Reader:
    """Read ``target`` and ``choose``; which of the two words a card uses, people rarely know."""

    def reader(state: EpicState, seat: int, rest: str) -> Answer:
        kind = state.pending.kind if state.pending is not None and state.pending.seat == seat else ""
        if kind == "mode":
            return Answer(seat, "mode", (), which_branch(state, rest))
        if kind == "may" and fold(rest) in ("none", "nothing", "nobody"):
            return Answer(seat, "no")
        if kind == "number":
            return _number(seat, rest)
        if (kind if kind in ("target", "choose") else verb) == "target":
            if fold(rest) in ("none", "nothing", "nobody"):
                return Answer(seat, "target")
            return Answer(seat, "target", _pick(state, seat, "target", rest))
        return _choose(state, seat, rest)

    return reader


_NUMBER: Final = re.compile(r"^(\d{1,4})(?: health| points?)?\.?$", re.IGNORECASE)


def _number(seat: int, rest: str) -> Answer:
    found = _NUMBER.match(rest)
    if not found:
        raise InvalidAnswerError(f"{rest[:60]!r} is no number: write {FORMS['number']}")
    return Answer(seat, "number", (), int(found[1]))


def _choose(state: EpicState, seat: int, rest: str) -> Answer:
    if fold(rest) in ("none", "nothing", "nobody"):
        return Answer(seat, "choose")
    candidates = candidates_of(state, "choose")
    if all(ref in state.seats[seat].hand for ref in candidates) and candidates:
        return Answer(seat, "choose", in_hand(state, seat, rest, FORMS["choose"]))
    return Answer(seat, "choose", _pick(state, seat, "choose", rest))


def _pick(state: EpicState, seat: int, kind: str, rest: str) -> tuple[int, ...]:
    candidates = candidates_of(state, kind)
    unnamed = [cid for cid in candidates if is_card(cid) and state.table[cid].name == UNKNOWN_NAME]
    if unnamed:
        refs: list[int] = []
        for name in names_in(state, rest, candidates, FORMS[kind]):
            refs.append(card_in(state, candidates, seat, name, refs, everything))
        return tuple(refs)
    if candidates:
        return several(state, seat, rest, FORMS[kind], candidates, visible, everything, twice=True)
    return several(state, seat, rest, FORMS[kind], visible(state), everything)


_DRAWS: Final = re.compile(r"^(.+?)\s+(?:draws?|reveals?):?\s+(.+)$", re.IGNORECASE)
_SHORT_DRAW: Final = re.compile(r"^(\S+)\s+(.+)$")


def _draw(state: EpicState, who: str, name: str) -> Answer:
    named = [seat for seat, name in enumerate(state.names) if fold(name).startswith(fold(who))]
    seat = named[0] if len(named) == 1 and fold(who) else find(state, who, list(range(len(state.seats))))
    deck = state.seats[seat].deck
    asked = state.pending
    place = detail(asked, "place") if asked and asked.kind == "draw" and detail(asked, "seat") == seat else 0
    cid = state.card_of(card_in(state, deck[place] if deck else (), seat, name, ()))
    return Answer(CHANCE, "draw", (cid,), seat)


VERBS: Final = (
    "keep", "mulligan", "play", "use", "attack", "pass", "end", "block", "target", "choose", "yes", "no", "resolve",
    "assign", "discard", "reveal", "decline", "concede",
)  # fmt: skip
"""Verbs that a misspelt one may have meant."""
_VERBS: Final[tuple[tuple[str, Reader], ...]] = (
    (r"concedes?|resigns?", _simple("concede")),
    (r"(?:pass(?:es)?|advances?)(?: initiative| priority)?(?: to \w+)?", _simple("pass")),
    (r"ends?(?: the)?(?: turn| phase)?|done", _end),
    (r"keeps?", _keep),
    (r"(?:mulligans?|replaces?)", _mulligan),
    (r"plays?", _play),
    (r"uses?", _use),
    (r"attacks?", _attack),
    (r"(?:no|does not|doesn't|do not) blocks?(?:ers?)?", _no_block),
    (r"blocks?(?: with)?", _block),
    (r"targets?", _picks("target")),
    (r"(?:(?:chooses?|picks?)\s+)?(?:mode|effect)", _mode),
    (r"(?:chooses?|recycles?|picks?|keeps only)", _picks("choose")),
    (r"yes|y|does", _simple("yes")),
    (r"no|n|declines?", _decline),
    (r"resolves?", resolve),
    (r"miss(?:es|ed)?|forgets?|forgot", misses),
    (r"assigns?", assign),
    (r"discards?", _discard),
    (r"reveals?", _reveal),
    (r"ok(?:ay)?|fine|sure", _agrees),
    (r"nothing", _nothing),
)
"""What each verb looks like, the first that fits counts, and who reads what follows."""
_VERB: Final = re.compile(rf"(?:{'|'.join(f'({verb})' for verb, _ in _VERBS)})(?=[\s:.,]|$):?", re.IGNORECASE)
