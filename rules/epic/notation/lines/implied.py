"""Answers that go without saying before a line of a record: what is offered, an order, the pass before a block.

Where only one answer lets the line be legal it is taken; where several do and it makes a difference, the record leaves
open what happened.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from rules.engine.decision import Answer, AnswerError, Decision, UndeterminedError, detail
from rules.engine.ids import CHANCE, is_object
from rules.epic.engine import ENGINE
from rules.epic.notation import trigger_words
from rules.epic.notation.lines.repeated import repeats
from rules.epic.notation.lines.untold_draws import drawn_unseen
from rules.epic.notation.reading import read
from rules.epic.notation.words import spelled_out
from rules.epic.players.seats import allied
from rules.epic.state import Champion, EpicState
from rules.epic.state.naming import called

_BLOCKS: Final = re.compile(r"^(?:no )?blocks?\b", re.IGNORECASE)
_PICKS: Final = re.compile(r"^(?:targets?|chooses?|picks?)\b(?! none| nothing)", re.IGNORECASE)
MOST_SKIPPED: Final = 2
"""Further answers that may be left out before one line."""
DECLINING: Final = {"may": "no", "reveal": "reveal", "choose": "choose"}
"""The verb, without anything picked, that declines what a decision of each kind offers."""


class UnspokenError(UndeterminedError):
    """An answer is told nowhere, and it makes a difference which it was."""


def implied(state: EpicState, seat: int, words: str) -> Answer | None:
    """Return the answer that goes without saying before ``words`` of ``seat`` can be one, if there is such an answer.

    It is ``yes`` where they pick something for what "you may" offers; to take or to decline what is offered where they
    are legal after that only; the trigger that resolves next where only one order lets them be legal, or where the
    order makes no difference; and the pass with which a defender who has initiative goes on to the blocks, before what
    is said of these, legal or not.

    Raises:
        UnspokenError: they are legal after several answers, and it makes a difference which.
    """
    decision = state.pending
    if decision is None:
        return None
    if decision.kind == "order":
        return _order(state, seat, words)
    if decision.kind == "may" and decision.seat == seat and _PICKS.match(words):
        return Answer(seat, "yes")
    if decision.kind == "act":
        return _going_on(state, decision, seat, words)
    return _offered(state, decision, seat, words) if _offers(decision) else None


def _going_on(state: EpicState, decision: Decision, seat: int, words: str) -> Answer | None:
    """Return the pass of the defending side that leads to the blocks which ``words`` speak of.

    Whoever blocks has nothing more to play before it (4.4.4, 4.4.6[1]). An attacker who has not passed may still have,
    and so it is where the defender has made a play since (4.4.5): nothing goes without saying then.
    """
    if state.step != "before-blocks" or not allied(state, seat, decision.seat) or not _BLOCKS.match(spelled_out(words)):
        return None
    if not allied(state, seat, state.defender):
        return None
    passing, then = Answer(decision.seat, "pass"), ENGINE.copy(state)
    ENGINE.apply(then, passing)
    return passing if then.step != "before-blocks" else None


def _offers(decision: Decision) -> bool:
    return decision.kind in {"may", "reveal"} or (decision.kind == "choose" and bool(detail(decision, "recycle")))


def _offered(state: EpicState, decision: Decision, seat: int, words: str) -> Answer | None:
    """Return whether what is offered is taken or declined before ``words``; what is picked cannot be guessed."""
    no, takes = _answers_to(state, decision)
    declined = _ends(state, no, seat, words, 1)
    taken = {end for take in takes for end in _ends(state, take, seat, words, 1)}
    if taken - declined and (declined or decision.kind != "may"):
        who, source = state.names[decision.seat], called(state, decision.source)
        raise UnspokenError(
            f"The record does not say whether {who} takes what {source} offers: a line `{who}: {_words(takes[0])}` or "
            f"`{who}: {_words(no)}` is missing before it."
        )
    return no if declined else takes[0] if taken else None


def _words(answer: Answer) -> str:
    """Return an example of the words for taking or declining an offer."""
    if answer.verb == "reveal":
        return "reveal ..." if answer.refs else "decline"
    return "choose ..." if answer.refs else {"choose": "choose none"}.get(answer.verb, answer.verb)


def _answers_to(state: EpicState, decision: Decision) -> tuple[Answer, list[Answer]]:
    """Return the answer that declines an offer, and one that takes it if there is one."""
    no = Answer(decision.seat, DECLINING[decision.kind])
    if decision.kind == "may":
        return no, [Answer(decision.seat, "yes")]
    return no, list(islice((answer for answer in ENGINE.legal(state) if answer.refs), 1))


def _order(state: EpicState, seat: int, words: str) -> Answer | None:
    fitting = [(answer, ends) for answer in ENGINE.legal(state) if (ends := _ends(state, answer, seat, words, 1))]
    if not fitting:
        return None
    if len({end for _, ends in fitting for end in ends}) > 1 and not _alike(state, [answer for answer, _ in fitting]):
        who, orders = state.names[fitting[0][0].seat], [_resolving(state, answer) for answer, _ in fitting]
        raise UnspokenError(
            f"The record does not say which trigger of {who} resolves first (3.2.5a): a line `{who}: {orders[0]}` "
            f"{''.join(f'or `{who}: {order}` ' for order in orders[1:])}is missing before it."
        )
    return fitting[0][0]


def _alike(state: EpicState, orders: list[Answer]) -> bool:
    """Whether the triggers are one ability of champions that nothing tells apart: any may be first."""
    champions = [state.find(answer.refs[0]) for answer in orders if is_object(answer.refs[0])]
    found = [champion for champion in champions if champion is not None]
    if len(found) < len(orders) or len({answer.option for answer in orders}) > 1:
        return False
    first = _facts(state, found[0])
    return all(_facts(state, champion) == first for champion in found[1:])


def _facts(state: EpicState, champion: Champion) -> tuple[object, ...]:
    facts = (getattr(champion, fact.name) for fact in Champion.FIELDS if fact.name not in {"oid", "cid"})
    return (state.table[champion.cid].name, *facts)


def _resolving(state: EpicState, answer: Answer) -> str:
    """Return the words for the trigger that resolves next."""
    return f"resolve {trigger_words.words(state, answer.seat, answer.refs[0], answer.option)}"


def _ends(state: EpicState, answer: Answer, seat: int, words: str, depth: int) -> set[str]:
    """Return the games, as digests, to which ``words`` can lead after ``answer``; none where they are not legal."""
    then = ENGINE.copy(state)
    try:
        ENGINE.apply(then, answer)
    except UndeterminedError:
        return set()
    if seat != CHANCE:
        # What chance brings in between is asked for when it is its turn.
        then = drawn_unseen(then) or then
    if then.pending is None:
        return set()
    try:
        after = _taken(then, seat, words)
    except (AnswerError, UndeterminedError):
        return set()
    if after is None and seat == CHANCE:
        # Off a deck that nobody has listed the card has come without being asked for.
        come = repeats(then, seat, words, then.log[len(state.log) + 1 :])
        after = come.game if come is not None else None
    if after is not None:
        return {after.digest()}
    others = _skipped(then, then.pending) if depth <= MOST_SKIPPED else ()
    return {end for other in others for end in _ends(then, other, seat, words, depth + 1)}


def _taken(state: EpicState, seat: int, words: str) -> EpicState | None:
    """Return the game after ``words`` as the answer to what is asked, ``None`` where they are no legal one."""
    said = read(state, seat, words)
    if ENGINE.check(said.game, said.answer):
        return None
    after = ENGINE.copy(said.game)
    ENGINE.apply(after, said.answer)
    return after


def _skipped(state: EpicState, decision: Decision) -> Iterator[Answer]:
    """Yield the answers to a further decision that may be left out."""
    if decision.kind == "order":
        yield from ENGINE.legal(state)
    elif _offers(decision):
        no, takes = _answers_to(state, decision)
        yield from (no, *takes)
