"""The words of answers: each verb of a game is one row, and a game has one table of them.

A row says all that records have to know of a verb: which kind of decision it answers, what it does, how it is
written, with which words it may begin, short ones too, and who reads what follows them. The engine has a row for each
verb as well (``rules.engine.action_types``); a test of each game holds the two tables to the same names.

>>> def take(state: list[str], seat: int, rest: str) -> Action:
...     return Action(seat, "take", (state.index(rest),))
>>> form = Form("takes?|grabs?", take, "take", ("t",), asked="turn")
>>> row = Phrasing("take", "turn", "takes it", ("take red",), lambda them, said: f"take {them[said.refs[0]]}", (form,))
>>> table, stones = Phrasings([row]), ["blue", "red"]
>>> table.read(stones, 0, "grabs red")
Action(seat=0, verb='take', refs=(1,), option=0, amounts=())
>>> table.read(stones, 0, "red") is None, table.spelled_out("t red"), table.with_verb("turn", "red")
(True, 'take red', 'take red')
>>> table.verb_of("t red"), table.verb_of("red")
('take', '')
>>> table.render(stones, Action(0, "take", (0,))), table.example("turn")
('take blue', '`take red`')
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from rules.decks.names import suggest
from rules.engine.action_types import ActionTypes
from rules.engine.decision import Action, AmbiguousActionError, InvalidActionError, UnparsedTextError
from rules.engine.ids import CHANCE

__all__ = ["Form", "Phrasing", "Phrasings", "Reader", "UnparsedTextError"]

S = TypeVar("S")
Reader: TypeAlias = Callable[[S, int, str], Action]
"""Reads what a seat says behind a verb; raises ``InvalidActionError`` or ``AmbiguousActionError``."""
_FIRST: Final = re.compile(r"^(\w+)\.?(?:\s+(.*))?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Form(Generic[S]):
    """Words with which an answer may begin.

    Attributes:
        pattern: what they look like, in any case, as a regular expression without groups that count.
        read: who reads what follows.
        full: the words in full, empty for those that nobody is taught.
        short: short forms of them, the shortest first.
        alone: whether a short form stands alone; others need something behind them.
        asked: the kind of decision at which what follows means the same without these words.
    """

    pattern: str
    read: Reader[S]
    full: str = ""
    short: tuple[str, ...] = ()
    alone: bool = False
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Phrasing(Generic[S]):
    """The row of one verb.

    Attributes:
        verb: its name, as ``Choice.verb`` has it. kind: the kind of decision that it answers.
        does: what somebody does with it.
        examples: how it is written, as a hint shows it; none for what is rarely wanted.
        render: makes the words of an answer.
        forms: with what it may begin, the first that fits counts; none where others are read as it, or chance says it.
    """

    verb: str
    kind: str
    does: str
    examples: tuple[str, ...]
    render: Callable[[S, Action], str]
    forms: tuple[Form[S], ...] = ()


class Phrasings(Generic[S]):
    """The verbs of a game as records write them.

    Attributes:
        rows: by verb. short: the words in full for each short form. shortest: the other way round.
        asked: by kind of decision the words that may be left out.
        taught: the first words of all forms, for those who mistype one.

    Raises:
        ValueError: two rows have one verb, or two forms one short form.
    """

    def __init__(self, rows: Sequence[Phrasing[S]]) -> None:
        self.rows: Final[Mapping[str, Phrasing[S]]] = {row.verb: row for row in rows}
        forms = [form for row in rows for form in row.forms]
        shorts = [(short, form.full) for form in forms for short in form.short]
        self.short: Final[Mapping[str, str]] = dict(shorts)
        if len(self.rows) != len(rows) or len(self.short) != len(shorts):
            raise ValueError("two verbs have one name, or one short form")
        self.shortest: Final[Mapping[str, str]] = {full: short for short, full in reversed(shorts)}
        self.asked: Final[Mapping[str, str]] = {form.asked: form.full for form in forms if form.asked}
        self.taught: Final = tuple(dict.fromkeys(form.full.split(" ")[0] for form in forms if form.full))
        self._alone: Final = frozenset(form.full for form in forms if form.alone)
        self._readers: Final = [form.read for form in forms]
        self._verbs: Final = [row.verb for row in rows for _form in row.forms]
        self._pattern: Final = re.compile(
            rf"(?:{'|'.join(f'({form.pattern})' for form in forms)})(?=[\s:.,]|$):?", re.IGNORECASE
        )

    def read(self, state: S, seat: int, words: str) -> Action | None:
        """Return the answer that words mean which begin with a verb, ``None`` where they begin with none.

        Raises:
            InvalidActionError: what follows is not understood. AmbiguousActionError: it could be several things.
        """
        found = self._pattern.match(words)
        if found is None or found.lastindex is None:
            return None
        return self._readers[found.lastindex - 1](state, seat, words[found.end() :].strip())

    def verb_of(self, words: str) -> str:
        """Return the verb of the answers that begin like these words, in full or short; empty where none does."""
        found = self._pattern.match(self.spelled_out(words) or words)
        return "" if found is None or found.lastindex is None else self._verbs[found.lastindex - 1]

    def render(self, state: S, answer: Action) -> str:
        """Return the words of an answer after the actor's name."""
        return self.rows[answer.verb].render(state, answer)

    def understood(self, state: S, seat: int, text: str, bare: Callable[[], str], wanted: Callable[[], str]) -> Action:
        """Return the answer that a whole line means, with a verb or without where one goes without saying.

        Args:
            state: the game, which stays as it is.
            seat: who says it.
            text: the words, a short form in full.
            bare: makes the same words with the verb that may be left out, empty where none may.
            wanted: says who is asked for what; added to what is not understood.

        Raises:
            InvalidActionError: not understood; says what would be. AmbiguousActionError: it could be several things.
        """
        parsed = self._parse_or_suggest(state, seat, text, wanted)
        if parsed is not None:
            return parsed
        with_verb = bare()
        try:
            parsed = self._parse_or_suggest(state, seat, with_verb, wanted)
        except AmbiguousActionError:
            raise
        except InvalidActionError:
            pass  # the words were no name
        if parsed is not None:
            return parsed
        hint = suggest(text.split(" ", maxsplit=1)[0], {verb: verb for verb in self.taught}, 1)
        guess = f"did you mean `{hint[0]}`? " if hint else ""
        raise InvalidActionError(f"{text[:60]!r} is not understood; {guess}{wanted()}", unparsed=text)

    def _parse_or_suggest(self, state: S, seat: int, words: str, wanted: Callable[[], str]) -> Action | None:
        """Read words that begin with a verb; what is unclear behind it is told with what is wanted."""
        try:
            return self.read(state, seat, words)
        except UnparsedTextError as error:
            raise InvalidActionError(f"{error}; {wanted()}", unparsed=error.unparsed) from None

    def spelled_out(self, words: str) -> str | None:
        """Return words that begin with a short form in full, ``None`` where they do not."""
        found = _FIRST.match(words)
        full = self.short.get(found[1].casefold()) if found else None
        if found is None or full is None or bool(found[2]) == (full in self._alone):
            return None
        return f"{full} {found[2]}" if found[2] else full

    def with_verb(self, kind: str, words: str) -> str:
        """Return words without a verb with the one that a decision of this kind asks for; empty where none does."""
        return f"{self.asked[kind]} {words}" if kind in self.asked else ""

    def wanted(self, state: Any, verbs: ActionTypes[Any]) -> str:
        """Return who is asked for what at the pending decision of a game, and how it is written."""
        decision = state.pending
        if decision is None:
            return "the game is over"
        who = "chance" if decision.seat == CHANCE else state.names[decision.seat]
        return f"{who} {verbs.questions[decision.kind].awaits(state, decision)}: write {self.example(decision.kind)}"

    def example(self, kind: str) -> str:
        """Return how answers to a kind of decision are written."""
        shown = [f"`{example}`" for row in self.rows.values() if row.kind == kind for example in row.examples]
        return " or ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]]))
