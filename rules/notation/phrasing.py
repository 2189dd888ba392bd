"""Table of the notation of a game's actions, one row per action.

A row has everything that records need: the kind of decision the action answers, its description, examples, opening
words with their short forms, and the parser of the rest. The engine has a row for each action as well
(``rules.engine.action_types``); a test of each game compares the names of both tables.

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
"""Parses the text after a verb; raises ``InvalidActionError`` or ``AmbiguousActionError``."""
_FIRST: Final = re.compile(r"^(\w+)\.?(?:\s+(.*))?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Form(Generic[S]):
    """Opening words of an action.

    Attributes:
        pattern: regular expression of the opening words, matched in any case, without capturing groups.
        read: parses the rest.
        full: the opening words in full; empty if hints do not show them.
        short: short forms, the shortest first.
        alone: True if a short form is a complete line; otherwise it needs a rest.
        asked: kind of decision at which the rest alone means the same.
    """

    pattern: str
    read: Reader[S]
    full: str = ""
    short: tuple[str, ...] = ()
    alone: bool = False
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Phrasing(Generic[S]):
    """Row of one action.

    Attributes:
        verb: name of the action, as in ``Choice.verb``. kind: the kind of decision that it answers.
        does: the action in words for hints, such as "attacks".
        examples: example lines; empty for rare actions.
        render: returns the text of an action.
        forms: opening words, the first match counts; empty if other rows or chance create the action.
    """

    verb: str
    kind: str
    does: str
    examples: tuple[str, ...]
    render: Callable[[S, Action], str]
    forms: tuple[Form[S], ...] = ()


class Phrasings(Generic[S]):
    """Table of the actions of a game.

    Attributes:
        rows: by action. short: full opening words by short form. shortest: shortest form by full opening words.
        asked: opening words that may be omitted, by kind of decision.
        taught: first words of all forms, to suggest corrections.

    Raises:
        ValueError: two rows have the same action, or two forms the same short form.
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
        """Parse a line that begins with opening words; None if it does not.

        Raises:
            InvalidActionError: the rest is not understood. AmbiguousActionError: it has several meanings.
        """
        match = self._pattern.match(words)
        if match is None or match.lastindex is None:
            return None
        return self._readers[match.lastindex - 1](state, seat, words[match.end() :].strip())

    def verb_of(self, words: str) -> str:
        """Return the action whose opening words, full or short, begin a line.

        Empty if there is none.
        """
        match = self._pattern.match(self.spelled_out(words) or words)
        return "" if match is None or match.lastindex is None else self._verbs[match.lastindex - 1]

    def render(self, state: S, action: Action) -> str:
        """Return the text of an action, without the player's name."""
        return self.rows[action.verb].render(state, action)

    def understood(self, state: S, seat: int, text: str, bare: Callable[[], str], wanted: Callable[[], str]) -> Action:
        """Parse a whole line, with or without the opening words that may be omitted.

        Args:
            state: the game; not changed.
            seat: the acting player.
            text: the line, a short form in full.
            bare: returns the line with the omitted opening words added; empty if none may be omitted.
            wanted: returns the pending decision in words, for error messages.

        Raises:
            InvalidActionError: the line is not valid; the message names valid ones.
            AmbiguousActionError: the line has several meanings.
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
            pass  # not a name
        if parsed is not None:
            return parsed
        hint = suggest(text.split(" ", maxsplit=1)[0], {verb: verb for verb in self.taught}, 1)
        guess = f"did you mean `{hint[0]}`? " if hint else ""
        raise InvalidActionError(f"{text[:60]!r} is not understood; {guess}{wanted()}", unparsed=text)

    def _parse_or_suggest(self, state: S, seat: int, words: str, wanted: Callable[[], str]) -> Action | None:
        """Parse a line with opening words.

        Add the pending decision to the error if the rest is not understood.
        """
        try:
            return self.read(state, seat, words)
        except UnparsedTextError as error:
            raise InvalidActionError(f"{error}; {wanted()}", unparsed=error.unparsed) from None

    def spelled_out(self, words: str) -> str | None:
        """Return a line with its short form in full; None if it has none."""
        match = _FIRST.match(words)
        full = self.short.get(match[1].casefold()) if match else None
        if match is None or full is None or bool(match[2]) == (full in self._alone):
            return None
        return f"{full} {match[2]}" if match[2] else full

    def with_verb(self, kind: str, words: str) -> str:
        """Return a line with the opening words that a kind of decision implies.

        Empty if none.
        """
        return f"{self.asked[kind]} {words}" if kind in self.asked else ""

    def wanted(self, state: Any, verbs: ActionTypes[Any]) -> str:
        """Return the pending decision in words, with an example of how to write an action."""
        decision = state.pending
        if decision is None:
            return "the game is over"
        player = "chance" if decision.seat == CHANCE else state.names[decision.seat]
        return f"{player} {verbs.questions[decision.kind].awaits(state, decision)}: write {self.example(decision.kind)}"

    def example(self, kind: str) -> str:
        """Return examples of actions for a kind of decision."""
        examples = [f"`{example}`" for row in self.rows.values() if row.kind == kind for example in row.examples]
        return " or ".join(filter(None, [", ".join(examples[:-1]), *examples[-1:]]))
