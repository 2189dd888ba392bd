"""The verbs of answers: each is one row, and a game has one table of them.

A row says all that the engine has to know of a verb: what an answer with it holds, what is wrong with one, what it
does, which ones are legal, how one is drawn by chance, which of several that mean the same stands for them, and what
keeps an illegal one from being carried out. A game derives a class where the defaults do not do, makes its rows, and
puts them into ``Verbs``, which tells by kind which verbs answer a decision.

>>> class Take(ActionType[list[str]]):
...     def violations(self, state: list[str], decision: Decision, answer: Action) -> Iterator[Violation]:
...         if answer.refs[0] not in decision.candidates:
...             yield Violation("2.1", "Only what lies on the table is taken.")
...     def apply(self, state: list[str], answer: Action) -> None:
...         state.append(f"took {action.refs[0]}")
...     def legal(self, state: list[str], decision: Decision) -> Iterator[Action]:
...         yield from (Action(decision.seat, self.name, (ref,)) for ref in decision.candidates)
>>> table = ActionTypes([Take("take", "turn", ONE)])
>>> [answer.refs for answer in table.questions["turn"].legal([], Decision(0, "turn", (10, 11)))]
[(10,), (11,)]
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.engine.randomness import choose_one

S = TypeVar("S")
ANY: Final = "any"
"""The kind of a verb that answers whatever is asked, and nobody is asked for (conceding)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What an answer with a verb holds, whatever is asked.

    Attributes:
        least: how many references at least. most: how many at most, ``None`` for any number.
        option: whether it has a number of its own: which mode, which ability, which seat.
        amounts: whether numbers belong to its references; how many, the verb says itself.
        repeats: whether one thing may be named twice here, as the rules are to say what is wrong with that.
    """

    least: int = 0
    most: int | None = 0
    option: bool = False
    amounts: bool = False
    repeats: bool = False

    def validate(self, verb: str, action: Action) -> None:
        """Hold an answer with ``verb`` to this shape.

        Raises:
            InvalidActionError: it has another one.
        """
        count = len(action.refs)
        if action.option and not self.option:
            raise InvalidActionError(f"{verb!r} has no options")
        if action.amounts and not self.amounts:
            raise InvalidActionError(f"{verb!r} has no numbers")
        if not self.repeats and count > 1 and len(set(action.refs)) != count:
            raise InvalidActionError(f"{verb!r} names the same thing twice")
        if count < self.least or (self.most is not None and count > self.most):
            raise InvalidActionError(f"{verb!r} refers to {self._wanted(count)}")

    def _wanted(self, count: int) -> str:
        """Return how many references there have to be, in words."""
        if self.most == 0:
            return "nothing"
        if self.most is None:
            return f"at least {self.least} thing{'s' * (self.least > 1)}, not {count}"
        if self.least == self.most:
            return f"exactly {'one thing' if self.least == 1 else f'{self.least} things'}, not {count}"
        return f"{self.least} to {self.most} things, not {count}"


NONE: Final = Shape()
NUMBER: Final = Shape(option=True)
ONE: Final = Shape(1, 1)
ONE_AND_OPTION: Final = Shape(1, 1, option=True)
SET: Final = Shape(0, None)
SET_AND_OPTION: Final = Shape(0, None, option=True)


class ActionType(Generic[S]):
    """One verb of answers.

    Attributes:
        name: the verb, as ``Action.verb`` has it. kind: the kind of decision that it answers, or ``ANY``.
        shape: what an answer with it holds.
        does: what somebody does with it, as words after "cannot" ("play a card").
    """

    def __init__(self, name: str, kind: str, shape: Shape, does: str = "") -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.shape: Final = shape
        self.does: Final = does or name

    def validate(self, state: S, action: Action) -> None:
        """Hold an answer to what any answer with this verb must be, whatever is asked.

        Raises:
            InvalidActionError: it cannot be an answer in this game at all.
        """
        self.shape.validate(self.name, action)

    def violations(self, state: S, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield every condition that a well-formed answer fails at ``decision``; by default there is none."""
        return iter(())

    def apply(self, state: S, action: Action) -> None:
        """Carry out an answer that has been checked, without going on to the next decision."""
        raise NotImplementedError(f"nothing says what {self.name!r} does")

    def legal(self, state: S, decision: Decision) -> Iterator[Action]:
        """Yield the answers with this verb that have no faults, in a fixed order; by default the verb alone."""
        action = Action(decision.seat, self.name)
        if next(self.violations(state, decision, action), None) is None:
            yield action

    def sample(self, state: S, decision: Decision, chance: random.Random) -> Action:
        """Return one legal answer, drawn by chance; where listing them takes long, a verb draws without it.

        Raises:
            ValueError: there is none.
        """
        return random_choice(chance, list(self.legal(state, decision)))

    def canonical(self, state: S, action: Action) -> Action:
        """Return the answer with the same meaning that ``legal`` lists; by default it is the only one."""
        return action

    def impossibilities(self, state: S, decision: Decision, action: Action) -> Iterator[str]:
        """Yield why an illegal answer cannot be carried out either; by default whatever is wrong with it."""
        yield from (fault.text for fault in self.violations(state, decision, action))

    def awaits(self, state: S, decision: Decision) -> str:
        """Return what the one who is asked has to do, as words after a name ("discards a card")."""
        return f"answers with {self.name!r}"


class Question(Generic[S]):
    """A kind of decision and the verbs that answer it: all of their answers, one verb after the other."""

    def __init__(self, kind: str, verbs: Sequence[ActionType[S]]) -> None:
        self.kind: Final = kind
        self.verbs: Final = tuple(verbs)

    def legal(self, state: S, decision: Decision) -> Iterator[Action]:
        """Yield the legal answers in a fixed order."""
        for verb in self.verbs:
            yield from verb.legal(state, decision)

    def sample(self, state: S, decision: Decision, chance: random.Random) -> Action:
        """Return one legal answer, drawn by chance.

        Raises:
            ValueError: there is none.
        """
        if len(self.verbs) == 1:
            return self.verbs[0].sample(state, decision, chance)
        return random_choice(chance, list(self.legal(state, decision)))

    def awaits(self, state: S, decision: Decision) -> str:
        """Return what the one who is asked has to do, as words after a name."""
        return self.verbs[0].awaits(state, decision)


class ActionTypes(Generic[S]):
    """The verbs of a game by name, and by kind of decision the questions that they answer.

    Attributes:
        named: every verb by its name, in the order in which they are listed for people.
        questions: what each kind of decision asks for; a game gives those that are more than their verbs in a row.
        lists: what lists the answers to each kind of decision: the question, or straight away its only verb.
        samples: what draws an answer to each kind of decision, likewise.
    """

    def __init__(self, verbs: Sequence[ActionType[S]], questions: Sequence[Question[S]] = ()) -> None:
        self.named: Final = {verb.name: verb for verb in verbs}
        if len(self.named) != len(verbs):
            raise ValueError("two verbs have one name")
        kinds = dict.fromkeys(verb.kind for verb in verbs if verb.kind != ANY)
        table = {kind: Question(kind, [verb for verb in verbs if verb.kind == kind]) for kind in kinds}
        for question in questions:
            if question.kind not in table or {*question.verbs} != {*table[question.kind].verbs}:
                raise ValueError(f"{question.kind!r} is not answered by the verbs of that question")
            table[question.kind] = question
        self.questions: Final = table
        self.lists: Final = {kind: _direct_handler(question).legal for kind, question in table.items()}
        self.samples: Final = {kind: _direct_handler(question).sample for kind, question in table.items()}

    def of(self, action: Action) -> ActionType[S]:
        """Return the row of an answer's verb.

        Raises:
            InvalidActionError: there is no such verb.
        """
        verb = self.named.get(action.verb)
        if verb is None:
            raise InvalidActionError(f"{action.verb!r} is no verb; one of {', '.join(self.named)} is")
        return verb


def _direct_handler(question: Question[S]) -> Question[S] | ActionType[S]:
    """Return what has the answers to a question, with no call more than it takes."""
    return question.verbs[0] if type(question) is Question and len(question.verbs) == 1 else question


def random_choice(chance: random.Random, actions: Sequence[Action]) -> Action:
    """Return one of ``answers``, drawn by chance.

    Raises:
        ValueError: there is none.
    """
    if not actions:
        raise ValueError("there is no legal answer")
    return choose_one(chance, actions)
