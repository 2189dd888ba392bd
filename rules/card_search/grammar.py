"""Reading a question about cards.

``words`` of a name · ``"a phrase"`` of name or text · ``field:value`` · ``field>=number`` · ``field>otherfield`` ·
``is:flag`` · ``-part`` or ``not part`` · ``part or part`` · ``( … )`` · ``sort:field``, ``sort:-field``. Parts that
stand side by side must all fit.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from rapidfuzz import process

from rules.card_search.expression import (
    Compared,
    Condition,
    Either,
    Every,
    Having,
    Holds,
    Named,
    Phrase,
    Query,
    Without,
)
from rules.card_search.fields import Field, Numeric, Text, Vocabulary, Words
from rules.card_search.mistakes import QueryError
from rules.decks.names import words

LONGEST: Final = 500
"""Characters of a question that are read at most."""
DEEPEST: Final = 20
"""Parentheses and negations inside each other."""

_QUOTES = {'"': '"', "\N{LEFT DOUBLE QUOTATION MARK}": "\N{RIGHT DOUBLE QUOTATION MARK}"}
_SIGN = re.compile(r"<=|>=|!=|[:=<>]|≤|≥|≠")
_PLAIN = {"≤": "<=", "≥": ">=", "≠": "!="}
_BARE = re.compile(r"(?:[^\s()\"“”<>=:!≤≥≠]|!(?!=))+")
_LIKELY = 60.0


@dataclass(frozen=True)
class _Token:
    """A piece of the question: what kind, its words, and where it stands."""

    kind: str  # word, phrase, sign, open, close, minus
    text: str
    start: int
    end: int


def read_query(text: str, vocabulary: Vocabulary[Any]) -> Query:
    """Return what a question asks.

    Args:
        text: the question; an empty one asks for every card.
        vocabulary: the fields of the game.

    Raises:
        QueryError: it cannot be read; says where, why and what would be right.
    """
    if len(text) > LONGEST:
        message = f"A question has at most {LONGEST} characters; this one has {len(text)}."
        raise QueryError(message, text[: LONGEST + 1], LONGEST, LONGEST + 1)
    return _Reader(text, vocabulary).query()


def tokens(text: str) -> list[_Token]:
    """Return the pieces of a question in order.

    Raises:
        QueryError: a quotation mark that is not closed, or a sign that stands for nothing.
    """
    found: list[_Token] = []
    at = 0
    while at < len(text):
        token = _next(text, at, after_space=at == 0 or text[at - 1].isspace() or text[at - 1] in "(-")
        if token is not None:
            found.append(token)
        at = token.end if token is not None else at + 1
    return found


def _next(text: str, at: int, *, after_space: bool) -> _Token | None:
    """Return the piece that begins here; None for a space."""
    char = text[at]
    if char.isspace():
        return None
    if char in "()":
        return _Token("open" if char == "(" else "close", char, at, at + 1)
    if char in _QUOTES or char in _QUOTES.values():
        closing = _QUOTES.get(char, char)
        ends = [found for mark in {closing, '"'} if (found := text.find(mark, at + 1)) >= 0]
        if not ends:
            raise QueryError("This quotation mark is never closed.", text, at, len(text), [f'{text[at:]}"'])
        return _Token("phrase", text[at + 1 : min(ends)], at, min(ends) + 1)
    if char == "-" and after_space and at + 1 < len(text) and not text[at + 1].isspace():
        return _Token("minus", char, at, at + 1)
    if sign := _SIGN.match(text, at):
        return _Token("sign", _PLAIN.get(sign.group(), sign.group()), at, sign.end())
    if bare := _BARE.match(text, at):
        return _Token("word", bare.group(), at, bare.end())
    raise QueryError(f"“{char}” means nothing here.", text, at, at + 1)


class _Reader:
    """Reads the pieces from left to right."""

    def __init__(self, text: str, vocabulary: Vocabulary[Any]) -> None:
        self.text, self.vocabulary = text, vocabulary
        self.tokens = tokens(text)
        self.at = 0
        self.depth = 0
        self.sort, self.backward = "", False

    def query(self) -> Query:
        condition = self.either()
        if (extra := self.peek()) is not None:
            raise self.wrong("This parenthesis closes nothing.", extra)
        return Query(self.text, condition, self.sort, self.backward)

    # --- moving --------------------------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> _Token | None:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def take(self) -> _Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def is_word(self, word: str) -> bool:
        token = self.peek()
        after = self.peek(1)
        is_name = after is not None and after.kind == "sign" and token is not None and after.start == token.end
        return token is not None and token.kind == "word" and token.text.casefold() == word and not is_name

    def wrong(self, message: str, token: _Token, suggestions: tuple[str, ...] = ()) -> QueryError:
        return QueryError(message, self.text, token.start, token.end, suggestions)

    # --- parts ---------------------------------------------------------------------------------------------------

    def either(self) -> Condition:
        parts = [self.every()]
        while self.is_word("or"):
            word = self.take()
            if self._nothing_follows() or self._is_empty(parts[-1]):
                raise self.wrong("“or” stands between two parts; one of them is missing.", word)
            parts.append(self.every())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _nothing_follows(self) -> bool:
        token = self.peek()
        return token is None or token.kind == "close" or self.is_word("or")

    @staticmethod
    def _is_empty(part: Condition) -> bool:
        return isinstance(part, Every) and not part.parts

    def every(self) -> Condition:
        parts: list[Condition] = []
        while (token := self.peek()) is not None and token.kind != "close" and not self.is_word("or"):
            if self.is_word("and"):
                self.take()
                continue
            part = self.part()
            if part is not None:
                parts.append(part)
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def part(self) -> Condition | None:
        token = self.take()
        if token.kind == "minus" or (token.kind == "word" and token.text.casefold() == "not" and not self._sign()):
            return self.without(token)
        if token.kind == "open":
            return self.group(token)
        if token.kind == "phrase":
            subject = self.vocabulary.subject
            return self.phrase(token, subject.name, subject.text)
        if token.kind == "sign":
            raise self.wrong(f"“{token.text}” needs a field before it, such as cost{token.text}1.", token)
        if self._sign(token):
            return self.comparison(token)
        return Named(tuple(words(token.text).split()), self.vocabulary.subject)

    def _sign(self, token: _Token | None = None) -> _Token | None:
        """Return the sign that follows at once, if one does."""
        after, before = self.peek(), token or self.tokens[self.at - 1]
        return after if after is not None and after.kind == "sign" and after.start == before.end else None

    def deeper(self, token: _Token) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(f"More than {DEEPEST} parts stand inside each other.", token)

    def without(self, token: _Token) -> Condition:
        following = self.peek()
        if following is None or following.kind == "close":
            raise self.wrong("What is to be left out is missing.", token)
        self.deeper(token)
        part = self.part()
        self.depth -= 1
        if part is None:
            raise self.wrong("An order of the list cannot be left out.", token)
        return Without(part)

    def group(self, token: _Token) -> Condition:
        self.deeper(token)
        part = self.either()
        self.depth -= 1
        if self.peek() is None:
            raise QueryError(
                "This parenthesis is never closed.",
                self.text,
                token.start,
                len(self.text),
                (f"{self.text[token.start :]})",),
            )
        self.take()
        return part

    def phrase(self, token: _Token, *read: Callable[[Any], str]) -> Condition:
        text = words(token.text)
        if not text:
            raise self.wrong("There is no word between these quotation marks.", token)
        return Phrase(text, read)

    # --- field, sign, value --------------------------------------------------------------------------------------

    def comparison(self, name: _Token) -> Condition | None:
        sign = self.take()
        value = self.peek()
        if value is None or value.kind not in {"word", "phrase", "minus"}:
            wrong = name if value is None else value
            raise QueryError(
                f"After “{name.text}{sign.text}” a value is missing.",
                self.text,
                wrong.start if value is not None else sign.end,
                wrong.end if value is not None else sign.end,
                self._values(name.text),
            )
        value = self.take()
        if value.kind == "minus" and (word := self.peek()) is not None:
            self.take()
            value = _Token("word", f"-{word.text}", value.start, word.end)
        key = name.text.casefold()
        if key == "is":
            return self.flag(sign, value)
        if key == "sort":
            self.ordering(value)
            return None
        field = self.vocabulary.field(key)
        if field is None:
            raise self.unknown_field(name, sign)
        if isinstance(field.kind, Numeric):
            return self.number(field, field.kind, sign, value)
        if sign.text not in {":", "=", "!="}:
            raise self.wrong(f"{field.name} is a word: ask {field.name}:{value.text}.", sign, (":",))
        return self.worded(field, field.kind, sign, value)

    def _values(self, name: str) -> tuple[str, ...]:
        if name.casefold() == "is":
            return tuple(self.vocabulary.flags)
        field = self.vocabulary.field(name)
        return field.kind.values if field is not None and isinstance(field.kind, Words) else ()

    def unknown_field(self, name: _Token, sign: _Token) -> QueryError:
        near = _nearest(name.text, self.vocabulary.names)
        hint = f" Did you mean {near[0]}{sign.text}?" if near else ""
        fields = ", ".join(field.name for field in self.vocabulary.fields)
        return self.wrong(f"There is no field “{name.text}”.{hint} Fields: {fields}, is, sort.", name, near)

    def flag(self, sign: _Token, value: _Token) -> Condition:
        flag = self.vocabulary.flags.get(value.text.casefold())
        if sign.text not in {":", "="}:
            raise self.wrong("is: asks whether something holds; write is:token or -is:token.", sign, (":",))
        if flag is None:
            known = tuple(self.vocabulary.flags)
            near = _nearest(value.text, known)
            raise self.wrong(
                f"“{value.text}” is nothing a card can be asked for; known: {', '.join(known)}.", value, near
            )
        return Holds(flag.holds)

    def ordering(self, value: _Token) -> None:
        name = value.text.removeprefix("-").casefold()
        field = self.vocabulary.field(name)
        wanted = field.name if field is not None else name
        if wanted not in self.vocabulary.sortable:
            known = ", ".join(self.vocabulary.sortable)
            near = _nearest(name, self.vocabulary.sortable)
            raise self.wrong(f"Cards are sorted by {known}, or from the other end with a minus.", value, near)
        self.sort, self.backward = wanted, value.text.startswith("-")

    def number(self, field: Field[Any], kind: Numeric[Any], sign: _Token, value: _Token) -> Condition:
        read = kind.read
        if value.text.casefold() == kind.none and sign.text in {":", "=", "!="}:
            wanted = sign.text != "!="
            return Holds(lambda card: (read(card) is None) is wanted)
        if re.fullmatch(r"-?[0-9]{1,6}", value.text):
            number = int(value.text)
            return Compared(read, sign.text, lambda _card: number)
        other = self.vocabulary.field(value.text)
        if other is not None and isinstance(other.kind, Numeric):
            return Compared(read, sign.text, other.kind.read)
        raise self.wrong(
            f"{field.name} is a number: compare it with one, with another number of the card, or ask"
            f" {field.name}:{kind.none}.",
            value,
        )

    def worded(self, field: Field[Any], kind: Words[Any] | Text[Any], sign: _Token, value: _Token) -> Condition:
        if isinstance(kind, Text):
            found: Condition = self.phrase(value, kind.read)
        else:
            meant = kind.value(value.text) if kind.values else value.text
            if meant is None:
                near = _nearest(value.text, kind.values)
                listed = ", ".join(kind.values[:30]) + (" …" if len(kind.values) > 30 else "")
                raise self.wrong(f"No card has the {field.name} “{value.text}”. There are: {listed}.", value, near)
            found = Having(kind.read, words(meant), exactly=sign.text == "=")
        return Without(found) if sign.text == "!=" else found


def _nearest(written: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return what was probably meant, best first, at most three; a single letter resembles everything and is none."""
    candidates = {name: name.casefold() for name in known if len(name) > 1}
    ranked = process.extract(written.casefold(), candidates, limit=3, score_cutoff=_LIKELY)
    return tuple(name for _text, _score, name in ranked)
