"""The types of action of a game: their validation, legality, effect and sampling.

A game derives a class from ``ActionType`` where the defaults do not fit, creates one instance for each of its actions,
and registers them in ``ActionTypes``, which groups them by kind of decision.

>>> class Take(ActionType[list[str]]):
...     def violations(self, state: list[str], decision: Decision, action: Action) -> Iterator[Violation]:
...         if action.refs[0] not in decision.candidates:
...             yield Violation("2.1", "Only what lies on the table is taken.")
...     def apply(self, state: list[str], action: Action) -> None:
...         state.append(f"took {action.refs[0]}")
...     def legal(self, state: list[str], decision: Decision) -> Iterator[Action]:
...         yield from (Action(decision.seat, self.name, (ref,)) for ref in decision.candidates)
>>> table = ActionTypes([Take("take", "turn", ONE)])
>>> [action.refs for action in table.questions["turn"].legal([], Decision(0, "turn", (10, 11)))]
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
"""The kind of action types that are possible at any decision (conceding)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The required numbers of references, options and amounts of an action type.

    Attributes:
        least: the smallest number of references.
        most: the largest number of references; ``None`` for any number.
        option: whether the action has an option number (mode, ability or seat).
        amounts: whether amounts belong to the references; the action type checks how many.
        repeats: whether a reference may occur twice, so that a rule can be cited against it.
    """

    least: int = 0
    most: int | None = 0
    option: bool = False
    amounts: bool = False
    repeats: bool = False

    def validate(self, verb: str, action: Action) -> None:
        """Raise unless an action has this shape; ``verb`` is its name in the message.

        Raises:
            InvalidActionError: it has another shape.
        """
        count = len(action.refs)
        if action.option and not self.option:
            raise InvalidActionError(f"{verb!r} has no options")
        if action.amounts and not self.amounts:
            raise InvalidActionError(f"{verb!r} has no numbers")
        if not self.repeats and count > 1 and len(set(action.refs)) != count:
            raise InvalidActionError(f"{verb!r} names the same thing twice")
        if count < self.least or (self.most is not None and count > self.most):
            raise InvalidActionError(f"{verb!r} refers to {self._describe_count(count)}")

    def _describe_count(self, count: int) -> str:
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
    """One type of action, identified by a verb such as ``play`` or ``attack``.

    Attributes:
        name: the verb, as in ``Action.verb``.
        kind: the kind of decision that it belongs to, or ``ANY``.
        shape: the required numbers of references, options and amounts.
        does: the action in words that follow "cannot" in messages ("play a card").
    """

    def __init__(self, name: str, kind: str, shape: Shape, does: str = "") -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.shape: Final = shape
        self.does: Final = does or name

    def validate(self, state: S, action: Action) -> None:
        """Raise unless ``action`` is well formed, independent of the pending decision.

        Raises:
            InvalidActionError: it can never be an action in this game.
        """
        self.shape.validate(self.name, action)

    def violations(self, state: S, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield every rule violation of a well-formed action; none by default."""
        return iter(())

    def apply(self, state: S, action: Action) -> None:
        """Apply an action that passed the checks, without advancing to the next decision."""
        raise NotImplementedError(f"no effect is defined for {self.name!r}")

    def legal(self, state: S, decision: Decision) -> Iterator[Action]:
        """Yield the legal actions of this type in a fixed order.

        By default there is one action without references.
        """
        action = Action(decision.seat, self.name)
        if next(self.violations(state, decision, action), None) is None:
            yield action

    def sample(self, state: S, decision: Decision, chance: random.Random) -> Action:
        """Return a random legal action; override it where listing all of them is slow.

        Raises:
            ValueError: no action of this type is legal.
        """
        return random_choice(chance, list(self.legal(state, decision)))

    def canonical(self, state: S, action: Action) -> Action:
        """Return the form in which ``legal`` lists an equivalent action.

        By default this is the action itself.
        """
        return action

    def impossibilities(self, state: S, decision: Decision, action: Action) -> Iterator[str]:
        """Yield the reasons why an illegal action cannot be forced.

        Its violations by default.
        """
        yield from (fault.text for fault in self.violations(state, decision, action))

    def awaits(self, state: S, decision: Decision) -> str:
        """Return the expected action in words that follow the player's name.

        For example "discards a card".
        """
        return f"answers with {self.name!r}"


class Question(Generic[S]):
    """A kind of decision with the action types that belong to it."""

    def __init__(self, kind: str, verbs: Sequence[ActionType[S]]) -> None:
        self.kind: Final = kind
        self.verbs: Final = tuple(verbs)

    def legal(self, state: S, decision: Decision) -> Iterator[Action]:
        """Yield the legal actions in a fixed order, one action type after the other."""
        for verb in self.verbs:
            yield from verb.legal(state, decision)

    def sample(self, state: S, decision: Decision, chance: random.Random) -> Action:
        """Return a random legal action.

        Raises:
            ValueError: no action is legal.
        """
        if len(self.verbs) == 1:
            return self.verbs[0].sample(state, decision, chance)
        return random_choice(chance, list(self.legal(state, decision)))

    def awaits(self, state: S, decision: Decision) -> str:
        """Return the expected action in words that follow the player's name."""
        return self.verbs[0].awaits(state, decision)


class ActionTypes(Generic[S]):
    """The action types of a game by verb and by kind of decision.

    Attributes:
        named: every action type by its verb, in display order.
        questions: the action types of each kind of decision.
        lists: the function that lists the legal actions of each kind of decision.
        samples: the function that samples a legal action of each kind of decision.
    """

    def __init__(self, verbs: Sequence[ActionType[S]], questions: Sequence[Question[S]] = ()) -> None:
        self.named: Final = {verb.name: verb for verb in verbs}
        if len(self.named) != len(verbs):
            raise ValueError("two action types have the same name")
        kinds = dict.fromkeys(verb.kind for verb in verbs if verb.kind != ANY)
        table = {kind: Question(kind, [verb for verb in verbs if verb.kind == kind]) for kind in kinds}
        for question in questions:
            if question.kind not in table or {*question.verbs} != {*table[question.kind].verbs}:
                raise ValueError(f"{question.kind!r} does not have the action types of this question")
            table[question.kind] = question
        self.questions: Final = table
        self.lists: Final = {kind: _direct_handler(question).legal for kind, question in table.items()}
        self.samples: Final = {kind: _direct_handler(question).sample for kind, question in table.items()}

    def of(self, action: Action) -> ActionType[S]:
        """Return the type of an action.

        Raises:
            InvalidActionError: no action type has its verb.
        """
        verb = self.named.get(action.verb)
        if verb is None:
            raise InvalidActionError(f"unknown action {action.verb!r}; choose from {', '.join(self.named)}")
        return verb


def _direct_handler(question: Question[S]) -> Question[S] | ActionType[S]:
    """Return the handler that answers a decision.

    It is the only action type, or the group of all.
    """
    return question.verbs[0] if type(question) is Question and len(question.verbs) == 1 else question


def random_choice(chance: random.Random, actions: Sequence[Action]) -> Action:
    """Return a random one of ``actions``.

    Raises:
        ValueError: there are none.
    """
    if not actions:
        raise ValueError("there is no legal action")
    return choose_one(chance, actions)
