"""The one checker: what an answer must be, for every kind of decision.

``faults`` yields every condition that fails; ``check`` lists them all and ``rules.epic.answers`` offers what has none,
so nothing can be legal for one and not for the other.

=========== ======================================================================== ===========================
verb        refs, option, amounts                                                    decision
=========== ======================================================================== ===========================
mulligan    hand cards put to the bottom, none to keep                               mulligan
play        the card; option: which of its effects                                   act
use         object in play or card in a discard pile; option: ability                act
attack      objects; option: attacked seat                                           act
pass, end   none                                                                     act
target      one target                                                               target
choose      one thing, or two cards to recycle and none to decline                   choose
yes, no     none                                                                     may
resolve     source of the waiting trigger; option: ability                           order
block       objects, none for no block                                               block
assign      (source, target) pairs one after the other; amounts: one number a pair   assign
discard     hand cards                                                               discard
reveal      hand cards, none to decline                                              reveal
draw        the card drawn                                                           draw, by chance
concede     none                                                                     any
=========== ======================================================================== ===========================
"""

from collections.abc import Callable, Iterator
from typing import Final

from rules.engine.decision import Answer, Decision, InvalidAnswerError, UndeterminedError, Violation
from rules.engine.ids import CHANCE, FIRST_OBJECT, is_card, is_object, is_seat
from rules.epic import asking, combat, play
from rules.epic.awaited import DOES, waits_for
from rules.epic.battle import block_faults, must_block
from rules.epic.choosing import picks_in
from rules.epic.continuous import has
from rules.epic.naming import called, listed, player, possessive
from rules.epic.normal import detail, normal
from rules.epic.printed import UNKNOWN_NAME
from rules.epic.resolve import current
from rules.epic.selecting import card_may_qualify
from rules.epic.state import EpicState
from rules.epic.traits import Keyword
from rules.epic.triggers import waiting


class UnknownDecidesError(UndeterminedError):
    """Whether an answer is legal depends on a card that nobody has named; the message says what would settle it."""


KIND_OF: Final = {
    "mulligan": "mulligan",
    "play": "act",
    "use": "act",
    "attack": "act",
    "pass": "act",
    "end": "act",
    "target": "target",
    "choose": "choose",
    "yes": "may",
    "no": "may",
    "resolve": "order",
    "block": "block",
    "assign": "assign",
    "discard": "discard",
    "reveal": "reveal",
    "draw": "draw",
}
"""The kind of decision that each verb answers."""

NEEDS_ONE: Final = frozenset({"play", "use", "target", "resolve", "draw"})
HAS_OPTION: Final = frozenset({"play", "use", "attack", "resolve", "draw"})
NEEDS_NONE: Final = frozenset({"pass", "end", "yes", "no", "concede"})


def check(state: EpicState, answer: Answer) -> list[Violation]:
    """Return every condition that ``answer`` fails, empty when it is legal.

    Raises:
        InvalidAnswerError: the answer cannot be an answer in this game at all.
        UnknownDecidesError: nothing speaks against it, but an unknown card that it shows could.
    """
    _well_formed(state, answer)
    found = list(faults(state, normal(state, answer)))
    _nothing_but_unknown(state, answer, found)
    if not found and answer.verb == "reveal" and any(state.table[cid].name == UNKNOWN_NAME for cid in answer.refs):
        source = called(state, state.pending.source) if state.pending is not None else ""
        raise UnknownDecidesError(
            f"{player(state, answer.seat)} reveals cards that nobody has named: whether they share an alignment with "
            f"{source} is not known (5.3.1). Write their names: all players saw them (5.3.2)."
        )
    return found


def _nothing_but_unknown(state: EpicState, answer: Answer, found: list[Violation]) -> None:
    """Raise ``UnknownDecidesError`` for going on without a pick where only unknown cards could have been picked."""
    decision = state.pending
    if decision is None or decision.kind not in {"target", "choose"} or detail(decision, "recycle"):
        return
    picks = KIND_OF.get(answer.verb) == decision.kind and bool(answer.refs)
    if (
        found
        and not picks
        and all(is_card(ref) and state.table[ref].name == UNKNOWN_NAME for ref in decision.candidates)
    ):
        raise UnknownDecidesError(
            f"{player(state, decision.seat)} picks one of the unknown cards for {called(state, decision.source)} if "
            "one qualifies, and which they are is not told: name them in the position, or the one that was picked."
        )


def _well_formed(state: EpicState, answer: Answer) -> None:
    if state.pending is None:
        raise InvalidAnswerError("the game is over; nobody is asked anything")
    if answer.verb != "concede" and answer.verb not in KIND_OF:
        raise InvalidAnswerError(f"{answer.verb!r} is no verb; one of {', '.join((*KIND_OF, 'concede'))} is")
    if not (answer.seat == CHANCE or 0 <= answer.seat < len(state.seats)):
        raise InvalidAnswerError(f"there is no seat {answer.seat} in this game")
    _known(state, answer.refs)
    if answer.option and answer.verb not in HAS_OPTION:
        raise InvalidAnswerError(f"{answer.verb!r} has no options")
    if answer.verb == "assign":
        _well_divided(answer)
        return
    if answer.amounts:
        raise InvalidAnswerError(f"{answer.verb!r} has no numbers")
    if len(set(answer.refs)) != len(answer.refs):
        raise InvalidAnswerError(f"{answer.verb!r} names the same thing twice")
    if answer.verb in NEEDS_NONE and answer.refs:
        raise InvalidAnswerError(f"{answer.verb!r} refers to nothing")
    if answer.verb in NEEDS_ONE and (answer.refs or answer.verb != "target"):
        _refers_to_one(state, answer)


def _well_divided(answer: Answer) -> None:
    if len(answer.refs) != 2 * len(answer.amounts) or any(amount < 1 for amount in answer.amounts):
        raise InvalidAnswerError("'assign' has a number of points above 0 for each pair of source and target")
    pairs = list(zip(answer.refs[::2], answer.refs[1::2], strict=True))
    if len(set(pairs)) != len(pairs):
        raise InvalidAnswerError("'assign' names a pair of source and target twice")


def _refers_to_one(state: EpicState, answer: Answer) -> None:
    if len(answer.refs) != 1:
        raise InvalidAnswerError(f"{answer.verb!r} refers to exactly one thing, not {len(answer.refs)}")
    ref = answer.refs[0]
    if answer.verb in {"play", "draw"} and ref not in state.owners:
        raise InvalidAnswerError(f"{answer.verb!r} refers to a card")
    if answer.verb == "use" and is_seat(ref):
        raise InvalidAnswerError("'use' refers to a champion in play or a card in a discard pile")
    if answer.verb == "play" and state.table[ref].name == UNKNOWN_NAME:
        raise InvalidAnswerError("an unknown card is named before it is played")


def _known(state: EpicState, refs: tuple[int, ...]) -> None:
    for ref in refs:
        known = (
            (is_seat(ref) and ref < len(state.seats))
            or (is_card(ref) and ref in state.table)
            or (is_object(ref) and ref - FIRST_OBJECT < len(state.entered))
        )
        if not known:
            raise InvalidAnswerError(f"nothing in this game has the number {ref}")


def faults(state: EpicState, answer: Answer) -> Iterator[Violation]:
    """Yield every condition that a well-formed answer fails."""
    decision = state.pending
    if decision is None:
        return
    if answer.verb == "concede":
        if answer.seat == CHANCE or state.seats[answer.seat].out:
            yield Violation("1.2.2", f"{player(state, answer.seat)} is not a player in the game.")
        return
    kind = KIND_OF[answer.verb]
    if kind != decision.kind or (answer.seat != decision.seat and (kind != "act" or answer.seat == CHANCE)):
        who = player(state, answer.seat)
        if answer.verb == "mulligan" and any(
            event.kind in {"mulligan", "keep"} and event.args[0] == answer.seat for event in state.log
        ):
            yield Violation("1.8.3", f"{who} has decided on the opening hand; cards are replaced once, all together.")
        what = "No card is drawn" if answer.seat == CHANCE else f"{who} cannot {DOES.get(answer.verb, answer.verb)}"
        first = f"{player(state, decision.seat)} {waits_for(state, decision)}"
        yield Violation(
            decision.rules[0] if decision.rules else "3.0",
            f"{what} now: first {first}{' (I-27)' * (kind == decision.kind == 'mulligan')}.",
        )
        if kind != "act" or answer.seat == CHANCE:
            return
    yield from FAULTS[answer.verb](state, decision, answer)


Faults = Callable[[EpicState, Decision, Answer], Iterator[Violation]]


def _play(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return play.play_faults(state, answer.seat, answer.refs[0], answer.option)


def _use(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return play.use_faults(state, answer.seat, answer.refs[0], answer.option)


def _attack(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return play.attack_declaration_faults(state, answer)


def _pass(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return play.pass_faults(state, answer.seat)


def _end(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return play.end_faults(state, answer.seat)


def _answer(_state: EpicState, _decision: Decision, _answer: Answer) -> Iterator[Violation]:
    return iter(())


def _hand_cards(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    """Yield what is wrong with a set of cards out of the hand: to replace or to discard."""
    rule = "1.8.2" if answer.verb == "mulligan" else decision.rules[0]
    for cid in answer.refs:
        if cid not in state.seats[decision.seat].hand:
            hand = f"{possessive(player(state, decision.seat))} hand"
            public = f"A card that is named is not in {hand}." if answer.verb == "mulligan" else ""
            yield Violation(rule, f"{called(state, cid)} is not in {hand}.", public)
    yield from _how_many(state, decision, answer, rule)


def _how_many(state: EpicState, decision: Decision, answer: Answer, rule: str) -> Iterator[Violation]:
    count = len(answer.refs)
    if not decision.low <= count <= decision.high:
        range_text = str(decision.low) if decision.low == decision.high else f"{decision.low} to {decision.high}"
        what = f"{'replaces' if answer.verb == 'mulligan' else 'discards'} {range_text} of the cards in hand"
        yield Violation(rule, f"{player(state, decision.seat)} {what} here, not {count}.")


def _name_first(state: EpicState, ref: int) -> None:
    if is_card(ref) and state.table[ref].name == UNKNOWN_NAME:
        raise InvalidAnswerError("an unknown card that everybody sees is named first")


def _one_of(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    """Yield what is wrong with one pick among the candidates of a decision."""
    if not answer.refs:
        yield from _declined(state, decision)
    elif len(answer.refs) != 1:
        yield Violation(decision.rules[0], f"Exactly one thing is picked here, not {len(answer.refs)}.")
    for ref in answer.refs:
        _name_first(state, ref)
        if is_card(ref) and ref in decision.candidates and not _qualifies_named(state, ref):
            picked = f"{called(state, ref)} cannot be picked for {called(state, decision.source)}"
            rule = "5.20.2" if answer.verb == "target" else asking.choice(state, decision)
            yield Violation(rule, f"{picked}: it does not qualify.")
        if ref not in decision.candidates:
            words = [called(state, candidate) for candidate in decision.candidates]
            untargetable = answer.verb == "target" and is_object(ref) and _untargetable(state, ref)
            qualifying = f"what qualifies is {listed(words)}" if words else "nothing qualifies"
            why = "it is untargetable (5.12.1)" if untargetable else qualifying
            picked = f"{called(state, ref)} cannot be picked for {called(state, decision.source)}"
            hidden = any(candidate in state.seats[decision.seat].hand for candidate in decision.candidates)
            yield Violation(
                "5.20.4" if untargetable else "5.20.2" if answer.verb == "target" else asking.choice(state, decision),
                f"{picked}: {why}.",
                f"{picked}: it does not qualify." if hidden else "",
            )


def _declined(state: EpicState, decision: Decision) -> Iterator[Violation]:
    """Yield why something has to be picked."""
    source, verb = called(state, decision.source), "be targeted" if decision.kind == "target" else "be chosen"
    there = listed([called(state, candidate) for candidate in decision.candidates])
    text = f"{player(state, decision.seat)} cannot decline what {source} asks for: {{}} has to {verb}."
    hidden = any(candidate in state.seats[decision.seat].hand for candidate in decision.candidates)
    what = f"one of {there}" if len(decision.candidates) > 1 else there
    public = text.format("something that qualifies") if hidden else ""
    yield Violation(asking.duty(state, decision), text.format(what), public)


def _qualifies_named(state: EpicState, cid: int) -> bool:
    """Whether a card that was unknown when it became a candidate qualifies as what it has been named."""
    frame = state.frames[-1]
    picks = list(picks_in(current(state, frame)))
    where = picks[len(frame.data.get("picks", ()))].where
    return card_may_qualify(state, frame, where, cid)


def _untargetable(state: EpicState, oid: int) -> bool:
    champion = state.find(oid)
    return champion is not None and has(state, champion, Keyword.UNTARGETABLE)


def _choose(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    if not detail(decision, "recycle"):
        yield from _one_of(state, decision, answer)
        return
    if len(answer.refs) not in {0, 2}:
        yield Violation("5.5.2", f"Recycling banishes exactly two cards, not {len(answer.refs)}.")
    for cid in answer.refs:
        if cid not in decision.candidates:
            pile = f"{possessive(player(state, decision.seat))} discard pile"
            yield Violation("5.5.1", f"{called(state, cid)} is not in {pile}.")


def _order(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    if (answer.refs[0], answer.option) not in waiting(state, decision.seat):
        yield Violation(
            "3.2.5a", f"No trigger number {answer.option + 1} of {called(state, answer.refs[0])} waits in this batch."
        )


def _block(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    for oid in answer.refs:
        champion = state.find(oid)
        if champion is None:
            yield Violation("4.4.6[1]", f"{called(state, oid)} is not in play.")
        elif champion.controller != decision.seat:
            yield Violation("4.4.6[1]", f"{player(state, decision.seat)} does not control {called(state, oid)}.")
        else:
            yield from block_faults(state, champion)
    duty = must_block(state)
    if duty is not None and not answer.refs:
        yield Violation(
            "3.3.1",
            f"{called(state, duty.oid)} has to be blocked if possible, and {player(state, decision.seat)} can block.",
        )


def _assign(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    if not detail(decision, "amount"):
        division = combat.division(state)
        yield from combat.assign_faults(state, division, division.shares_of(answer))
        return
    cid = state.card_of(decision.source)
    if any(state.card_of(source) != cid for source in answer.refs[::2]):
        yield Violation("5.20.1", f"The damage comes from {called(state, decision.source)}.")
    targets = answer.refs[1::2]
    for target in targets:
        if target not in decision.candidates:
            yield Violation(
                "5.20.2", f"{called(state, target)} cannot be a target of {called(state, decision.source)}."
            )
    if not decision.low <= len(targets) <= decision.high:
        yield Violation(
            "5.20.1", f"The damage is divided over {decision.low} to {decision.high} targets, not {len(targets)}."
        )
    total = detail(decision, "amount")
    if sum(answer.amounts) != total:
        yield Violation("3.2.3", f"All {total} points are dealt; {sum(answer.amounts)} are assigned.")


def _reveal(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    count = detail(decision, "count")
    if answer.refs and len(answer.refs) != count:
        yield Violation("5.3.4", f"Loyalty {count} reveals exactly {count} cards or none, not {len(answer.refs)}.")
    for cid in answer.refs:
        if cid not in state.seats[decision.seat].hand:
            hand = f"{possessive(player(state, decision.seat))} hand"
            yield Violation("5.3.1", f"{called(state, cid)} is not in {hand}.")
            continue
        if cid not in decision.candidates:
            yield Violation(
                "5.3.1", f"{called(state, cid)} shares no alignment with {called(state, decision.source)} (I-56)."
            )


def _draw(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    seat = detail(decision, "seat")
    if answer.option != seat:
        yield Violation("1.6.1", f"It is {player(state, seat)} who draws.")
    deck = state.seats[seat].deck
    if deck and answer.refs[0] not in deck[0]:
        where = f"{possessive(player(state, seat))} deck"
        text = f"{called(state, answer.refs[0])} cannot be on top of {where}."
        yield Violation("1.6.1", text, f"The card that is named cannot be on top of {where}.")


FAULTS: Final[dict[str, Faults]] = {
    "mulligan": _hand_cards,
    "play": _play,
    "use": _use,
    "attack": _attack,
    "pass": _pass,
    "end": _end,
    "target": _one_of,
    "choose": _choose,
    "yes": _answer,
    "no": _answer,
    "resolve": _order,
    "block": _block,
    "assign": _assign,
    "discard": _hand_cards,
    "reveal": _reveal,
    "draw": _draw,
}
"""The conditions for each verb."""
