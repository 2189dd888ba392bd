"""The one checker: what an answer must be, for every kind of decision.

``faults`` yields every condition that fails; ``check`` lists them all and ``rules.epic.process.legal`` offers what has
none, so nothing can be legal for one and not for the other.

=========== ======================================================================== ===========================
verb        refs, option, amounts                                                    decision
=========== ======================================================================== ===========================
mulligan    hand cards put to the bottom, none to keep                               mulligan
play        the card; option: which of its effects                                   act
use         object in play or card in a discard pile; option: ability                act
attack      objects; option: attacked seat                                           act
pass, end   none                                                                     act
target      one target, or as many as are asked for                                                               target
choose      one thing; as many as are asked for; two cards to recycle, none not to   choose
yes, no     none                                                                     may
resolve     source of the waiting trigger; option: ability                           order
block       objects, none for no block                                               block
assign      (source, target) pairs one after the other; amounts: one number a pair   assign
discard     hand cards                                                               discard
reveal      hand cards, none to decline                                              reveal
number      none; option: the number                                                 number
draw        the card drawn or revealed off a deck                                    draw, by chance
mode        none; option: which of several effects                                   mode
concede     none                                                                     any
=========== ======================================================================== ===========================
"""

from collections.abc import Callable, Iterator
from typing import Final

from rules.engine.decision import Answer, Decision, InvalidAnswerError, Violation
from rules.engine.ids import CHANCE, FIRST_OBJECT, is_card, is_object, is_seat
from rules.epic.answers.awaited import DOES, waits_for, who_acts
from rules.epic.answers.canonical import detail, normal
from rules.epic.answers.timing import after_blocks, missed, window_reasons
from rules.epic.battle import damage as battle_damage
from rules.epic.battle.attack import block_faults, group_faults, must_block
from rules.epic.board.doubts import Doubt
from rules.epic.board.triggers import waiting
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.claims.never_was import never_was, too_early
from rules.epic.effects import Choice
from rules.epic.instructions.outcomes import DoubtfulTextError
from rules.epic.picking import asking
from rules.epic.players.seats import plays_for
from rules.epic.plays import free as free_plays
from rules.epic.plays import playing
from rules.epic.plays.loyalty import copies_sharing
from rules.epic.process import picks
from rules.epic.process.named_since import put_anew
from rules.epic.readings import CONCEDING
from rules.epic.state import EpicState
from rules.epic.state.copies import no_copy_left, not_in_hand
from rules.epic.state.naming import called, player, side
from rules.epic.state.skipped import in_order
from rules.epic.state.unknown import UnknownDecidesError, is_unknown
from rules.notation.english import possessive

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
    "number": "number",
    "draw": "draw",
    "mode": "mode",
}
"""The kind of decision that each verb answers."""

NEEDS_ONE: Final = frozenset({"play", "use", "resolve", "draw"})
HAS_OPTION: Final = frozenset({"play", "use", "attack", "resolve", "draw", "mode", "number"})
NEEDS_NONE: Final = frozenset({"pass", "end", "yes", "no", "mode", "number", "concede"})


def check(state: EpicState, answer: Answer) -> list[Violation]:
    """Return every condition that ``answer`` fails, empty when it is legal.

    Raises:
        InvalidAnswerError: the answer cannot be an answer in this game at all.
        UnknownDecidesError: nothing speaks against it, but an unknown card that it shows could.
        DoubtfulTextError: nothing speaks against it, but a keyword that no source tells for certain could.
    """
    return checked(state, answer)[1]


def checked(state: EpicState, answer: Answer) -> tuple[Answer, list[Violation]]:
    """Return the normal form of ``answer``, and what ``check`` says of it; raises like it."""
    asked = well_formed(state, answer)
    meant = normal(state, answer)
    anew = put_anew(state)
    found = list(faults(state, meant, anew.decision if anew is not None else None))
    if found and anew is not None and anew.hopeless is not None:
        found = in_order(found, anew.hopeless)
    doubts = [fault for fault in found if isinstance(fault, Doubt)]
    if doubts and len(doubts) == len(found):
        raise DoubtfulTextError(f"{doubts[0].text} ({doubts[0].rule})")
    found = [fault for fault in found if fault not in doubts]
    _nothing_but_unknown(state, asked, answer, found)
    if not found and answer.verb == "reveal" and any(state.table[cid].name == UNKNOWN_NAME for cid in answer.refs):
        raise UnknownDecidesError(
            f"{player(state, answer.seat)} reveals cards that nobody has named: whether they share an alignment with "
            f"{called(state, asked.source)} is not known (5.3.1). Write their names: all players saw them (5.3.2)."
        )
    return meant, found


def _nothing_but_unknown(state: EpicState, asked: Decision, answer: Answer, found: list[Violation]) -> None:
    """Raise ``UnknownDecidesError`` for going on without a pick where only unknown cards could have been picked."""
    if asked.kind not in {"target", "choose"} or not asked.low:
        return
    picks = KIND_OF.get(answer.verb) == asked.kind and bool(answer.refs)
    if found and not picks and all(is_card(ref) and state.table[ref].name == UNKNOWN_NAME for ref in asked.candidates):
        raise UnknownDecidesError(
            f"{player(state, asked.seat)} picks one of the unknown cards for {called(state, asked.source)} if "
            "one qualifies, and which they are is not told: name them in the position, or the one that was picked."
        )


def well_formed(state: EpicState, answer: Answer) -> Decision:
    """Return the pending decision.

    Raises:
        InvalidAnswerError: ``answer`` cannot be an answer in this game at all, whatever is asked.
    """
    asked = state.pending
    if asked is None:
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
        return asked
    if answer.amounts:
        raise InvalidAnswerError(f"{answer.verb!r} has no numbers")
    if len(set(answer.refs)) != len(answer.refs) and answer.verb not in {"target", "choose"}:
        raise InvalidAnswerError(f"{answer.verb!r} names the same thing twice")
    if answer.verb in NEEDS_NONE and answer.refs:
        raise InvalidAnswerError(f"{answer.verb!r} refers to nothing")
    if answer.verb in NEEDS_ONE:
        _refers_to_one(state, answer)
    return asked


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
            or ref in state.table
            or (is_object(ref) and ref - FIRST_OBJECT < len(state.entered))
        )
        if not known:
            raise InvalidAnswerError(f"nothing in this game has the number {ref}")


def faults(state: EpicState, answer: Answer, asked: Decision | None = None) -> Iterator[Violation]:
    """Yield every condition that a well-formed answer fails at the decision ``asked``, else at the pending one."""
    decision = asked or state.pending
    if decision is None:
        return
    if answer.verb == "concede":
        if answer.seat == CHANCE or state.seats[answer.seat].out:
            yield Violation("1.2.2", f"{player(state, answer.seat)} is not a player in the game.")
        elif state.readings[CONCEDING] and not plays_for(state, answer.seat, state.initiative):
            yield Violation("I-23", f"{player(state, answer.seat)} concedes with initiative only here.")
        return
    kind = KIND_OF[answer.verb]
    if kind != decision.kind or (answer.seat != decision.seat and (kind != "act" or answer.seat == CHANCE)):
        who = player(state, answer.seat)
        if answer.verb == "mulligan" and any(
            event.kind in {"mulligan", "keep"} and event.args[0] == answer.seat for event in state.log
        ):
            yield Violation("1.8.3", f"{who} has decided on the opening hand; cards are replaced once, all together.")
        yield from too_early(state, decision, answer)
        yield from never_was(state, decision, answer)
        if kind == "block" and decision.kind == "act" and state.step == "before-damage":
            yield from after_blocks(state)
        yield from missed(state, decision, answer)
        what = "No card is drawn" if answer.seat == CHANCE else f"{who} cannot {DOES.get(answer.verb, answer.verb)}"
        first = f"{who_acts(state, decision)} {waits_for(state, decision)}"
        yield Violation(
            _asked_by(state, decision),
            f"{what} now: first {first}{' (I-27)' * (kind == decision.kind == 'mulligan')}.",
        )
        if kind == "block" and decision.kind == "act" and state.step != "before-damage":
            yield from window_reasons(state, state.turn)
        if kind != "act" or answer.seat == CHANCE:
            return
    yield from FAULTS[answer.verb](state, decision, answer)


def _asked_by(state: EpicState, decision: Decision) -> str:
    """Return the rule that makes somebody answer ``decision`` before anything else."""
    if decision.rules[0] == Choice.RULES[0]:
        # That a choice is no target (5.12.3) does not make anybody choose: the card does.
        return asking.choice(state, decision)
    return decision.rules[0]


Faults = Callable[[EpicState, Decision, Answer], Iterator[Violation]]


def _play(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return playing.play_faults(state, answer.seat, answer.refs[0], answer.option)


def _use(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return playing.use_faults(state, answer.seat, answer.refs[0], answer.option)


def _attack(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return playing.attack_declaration_faults(state, answer)


def _pass(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return playing.pass_faults(state, answer.seat)


def _end(state: EpicState, _decision: Decision, answer: Answer) -> Iterator[Violation]:
    return playing.end_faults(state, answer.seat)


def _answer(_state: EpicState, _decision: Decision, _answer: Answer) -> Iterator[Violation]:
    return iter(())


def _hand_cards(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    """Yield what is wrong with a set of cards out of the hand: to replace or to discard."""
    rule = "1.8.2" if answer.verb == "mulligan" else decision.rules[0]
    for cid in answer.refs:
        if cid not in state.seats[decision.seat].hand:
            hand = f"{possessive(player(state, decision.seat))} hand"
            public = f"A card that is named is not in {hand}." if answer.verb == "mulligan" else ""
            yield not_in_hand(state, decision.seat, cid, rule, public=public)
    yield from _how_many(state, decision, answer, rule)


def _how_many(state: EpicState, decision: Decision, answer: Answer, rule: str) -> Iterator[Violation]:
    count = len(answer.refs)
    if not decision.low <= count <= decision.high:
        range_text = str(decision.low) if decision.low == decision.high else f"{decision.low} to {decision.high}"
        what = f"{'replaces' if answer.verb == 'mulligan' else 'discards'} {range_text} of the cards in hand"
        yield Violation(rule, f"{player(state, decision.seat)} {what} here, not {count}.")


def _order(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    if (answer.refs[0], answer.option) not in waiting(state, decision.seat):
        yield from never_was(state, decision, answer)
        yield Violation("3.2.5a", f"No such trigger of {called(state, answer.refs[0])} waits to resolve.")


def _block(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    for oid in answer.refs:
        champion = state.find(oid)
        if champion is None:
            yield Violation("4.4.6[1]", f"{called(state, oid)} is not in play.")
        elif not plays_for(state, champion.controller, decision.seat):
            yield Violation("4.4.6[1]", f"{side(state, decision.seat)} does not control {called(state, oid)}.")
        else:
            yield from block_faults(state, champion)
    group = [champion for oid in answer.refs if (champion := state.find(oid)) is not None]
    yield from group_faults(state, group)
    duty = must_block(state)
    if duty is not None and not answer.refs:
        yield Violation(
            "3.3.1",
            f"{called(state, duty.oid)} has to be blocked if possible, and {player(state, decision.seat)} can block.",
        )


def _assign(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    if not detail(decision, "amount"):
        division = battle_damage.division(state)
        yield from battle_damage.assign_faults(state, division, division.shares_of(answer))
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
    if answer.refs and count and len(answer.refs) != count:
        yield Violation("5.3.4", f"Loyalty {count} reveals exactly {count} cards or none, not {len(answer.refs)}.")
    for cid in answer.refs:
        if cid not in state.seats[decision.seat].hand:
            yield not_in_hand(state, decision.seat, cid, "5.3.1")
            continue
        if cid not in decision.candidates:
            yield Violation(
                "5.3.1", f"{called(state, cid)} shares no alignment with {called(state, decision.source)} (I-56)."
            )
    unknown = sum(is_unknown(state, cid) for cid in answer.refs)
    copies = copies_sharing(state, decision.source, decision.seat) if unknown else None
    if copies is not None and unknown > copies:
        source, whose = called(state, decision.source), possessive(player(state, decision.seat))
        others = f"{copies or 'no'} other card{'s' * (copies != 1)}"
        yield Violation("5.3.1", f"{whose} list has {others} that could share an alignment with {source} (I-56).")


def _number(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    if not decision.low <= answer.option <= decision.high:
        what = f"a number from {decision.low} to {decision.high} for {called(state, decision.source)}"
        yield Violation("I-144", f"{player(state, decision.seat)} chooses {what}, not {answer.option}.")


def _draw(state: EpicState, decision: Decision, answer: Answer) -> Iterator[Violation]:
    seat = detail(decision, "seat")
    rule = decision.rules[0]
    if answer.option != seat:
        does = "reveals a card" if detail(decision, "shown") else "draws"
        yield Violation(rule, f"It is {player(state, seat)} who {does}.")
        return
    deck = state.seats[seat].deck
    if detail(decision, "shown") and state.table[answer.refs[0]].name == UNKNOWN_NAME:
        raise InvalidAnswerError("an unknown card that everybody sees is named first")
    if deck and answer.refs[0] not in deck[detail(decision, "place")]:
        where = f"{possessive(player(state, seat))} deck"
        text = f"{called(state, answer.refs[0])} cannot be on top of {where}"
        why = no_copy_left(state, deck[detail(decision, "place")], answer.refs[0])
        public = f"The card that is named cannot be on top of {where}."
        yield Violation(rule, f"{text}: {why}." if why else f"{text}.", public)


FAULTS: Final[dict[str, Faults]] = {
    "mulligan": _hand_cards,
    "play": _play,
    "use": _use,
    "attack": _attack,
    "pass": _pass,
    "end": _end,
    "target": picks.one_of,
    "choose": picks.chosen,
    "yes": _answer,
    "no": _answer,
    "resolve": _order,
    "block": _block,
    "assign": _assign,
    "discard": _hand_cards,
    "reveal": _reveal,
    "number": _number,
    "draw": _draw,
    "mode": free_plays.mode_faults,
}
"""The conditions for each verb."""
