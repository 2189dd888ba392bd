"""Sentence patterns: a small matcher that accounts for every word of a line.

A pattern is written as text and matched against a range of words of a line. It never skips a word: a match covers
exactly the words of its parts, so a line that matches has been parsed completely.

======================  ============================================================================================
``with``                this word, in any case
``<attack>``            a verb of the game's table, in any form; ``<attack:ing>`` only in that form
``{who}``               a slot: its parser yields the possible ends of its text; ``{who:player}`` names parser and value
``[a | b c]``           one of these, or nothing
``(a | b c)``           one of these
======================  ============================================================================================

>>> reader = Reader({"attack": frozenset({"attacks", "swings"})}, {"name": lambda words, at: [(at + 1, words[at])]})
>>> pattern = Pattern("<attack> [at {whom:name}] with {name}")
>>> list(pattern.matches(reader, ("swings", "at", "Ben", "with", "Kong"), 0))
[(5, (('whom', 'Ben'), ('name', 'Kong')))]
>>> list(pattern.matches(reader, ("swings", "Kong"), 0))
[]
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Words: TypeAlias = Sequence[str]
Bindings: TypeAlias = tuple[tuple[str, Any], ...]
"""Values of the slots of a pattern, in text order."""
Slot: TypeAlias = Callable[[Words, int], Iterable[tuple[int, Any]]]
"""Yields the possible ends of a slot that begins at a word, with its values."""
_Match: TypeAlias = Callable[["Reader", Words, int, Bindings], Iterable[tuple[int, Bindings]]]
_PART: Final = re.compile(r"\{[^}]*\}|<[^>]*>|[()\[\]|]|[^\s()\[\]|{}<>]+")


@dataclass(slots=True)
class Reader:
    """Verbs and slots that patterns are matched with.

    Attributes:
        verbs: the forms of each verb in lower case, also ``verb:form`` for one form; a form may have several words.
        slots: by name.
        reached: index of the farthest word matched by any pattern, for the error about the rest.
    """

    verbs: Mapping[str, frozenset[str]]
    slots: Mapping[str, Slot]
    reached: int = field(default=0)


class Pattern:
    """A compiled pattern.

    Raises:
        ValueError: the text is not well formed.
    """

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self._firsts: frozenset[str] | None = None
        parts = _PART.findall(text)
        self._match, end = _alternatives(parts, 0)
        if end != len(parts):
            raise ValueError(f"{text!r}: unbalanced brackets")

    @property
    def literal_words(self) -> frozenset[str]:
        """Return the literal words of the pattern, in lower case."""
        return frozenset(part.casefold() for part in _PART.findall(self.text) if part[0].isalpha())

    def may_begin_with(self, word: str, verbs: Mapping[str, frozenset[str]]) -> bool:
        """Return False if no match can begin with ``word``; cheaper than ``matches``."""
        firsts = self._firsts
        if firsts is None:
            firsts = self._firsts = _first_words(self.text, verbs)
        return not firsts or word.casefold() in firsts

    def matches(self, reader: Reader, words: Words, start: int) -> Iterable[tuple[int, Bindings]]:
        """Yield the end and the slot values of every match that begins at word ``start``."""
        return self._match(reader, words, start, ())

    def __repr__(self) -> str:
        return f"Pattern({self.text!r})"


def _first_words(text: str, verbs: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the words a match can begin with; empty if it may begin with a slot."""
    firsts: set[str] = set()
    _, open_ended = _firsts_of(_PART.findall(text), 0, verbs, firsts)
    return frozenset() if open_ended else frozenset(firsts)


def _firsts_of(
    parts: Sequence[str], start: int, verbs: Mapping[str, frozenset[str]], firsts: set[str]
) -> tuple[int, bool]:
    """Collect the possible first words of alternatives.

    Return their end and if a slot can be first. An alternative that may be empty may begin with anything.
    """
    any_open, begun = False, False
    while start < len(parts) and parts[start] not in (")", "]"):
        part = parts[start]
        if part == "|":
            any_open, begun = any_open or not begun, False
            start += 1
            continue
        if part in ("(", "["):
            inner: set[str] = set()
            start, inner_open = _firsts_of(parts, start + 1, verbs, inner)
            if not begun:
                firsts |= inner
                # After an optional part, a match can also begin with the next one.
                any_open |= inner_open
                begun = part == "("
        elif not begun:
            any_open |= part.startswith("{")
            firsts |= {form.split(" ")[0] for form in verbs[part[1:-1]]} if part.startswith("<") else {part.casefold()}
            begun = True
        start += 1
    return start, any_open or not begun


def _alternatives(parts: Sequence[str], start: int) -> tuple[_Match, int]:
    sequences: list[_Match] = []
    while True:
        sequence, start = _sequence(parts, start)
        sequences.append(sequence)
        if start >= len(parts) or parts[start] != "|":
            return (sequences[0] if len(sequences) == 1 else _either(sequences)), start
        start += 1


def _sequence(parts: Sequence[str], start: int) -> tuple[_Match, int]:
    elements: list[_Match] = []
    while start < len(parts) and parts[start] not in ("|", ")", "]"):
        part = parts[start]
        if part in ("(", "["):
            inner, end = _alternatives(parts, start + 1)
            if end >= len(parts) or parts[end] != {"(": ")", "[": "]"}[part]:
                raise ValueError(f"{' '.join(parts)!r}: unbalanced brackets")
            elements.append(inner if part == "(" else _optional(inner))
            start = end + 1
            continue
        elements.append(_element(part))
        start += 1
    return _in_turn(elements), start


def _element(part: str) -> _Match:
    if part.startswith("{"):
        name, _, kind = part[1:-1].partition(":")
        return _slot(name, kind or name)
    return _verb(part[1:-1]) if part.startswith("<") else _word(part.casefold())


def _word(expected: str) -> _Match:
    def match(reader: Reader, words: Words, start: int, bound: Bindings) -> Iterable[tuple[int, Bindings]]:
        if start >= len(words) or words[start].casefold() != expected:
            return ()
        reader.reached = max(reader.reached, start + 1)
        return ((start + 1, bound),)

    return match


def _verb(name: str) -> _Match:
    def match(reader: Reader, words: Words, start: int, bound: Bindings) -> Iterator[tuple[int, Bindings]]:
        forms = reader.verbs[name]
        for end in range(start + 1, min(start + 3, len(words)) + 1):
            if " ".join(words[start:end]).casefold() in forms:
                reader.reached = max(reader.reached, end)
                yield end, bound

    return match


def _slot(name: str, kind: str) -> _Match:
    def match(reader: Reader, words: Words, start: int, bound: Bindings) -> Iterator[tuple[int, Bindings]]:
        for end, value in reader.slots[kind](words, start):
            reader.reached = max(reader.reached, end)
            yield end, (*bound, (name, value))

    return match


def _in_turn(elements: Sequence[_Match]) -> _Match:
    """Return a match of one element after the other.

    Elements are nested when the pattern is compiled: a function for each match that refers to itself would be garbage
    that only the collector frees.
    """
    if not elements:
        return _nothing
    first, rest = elements[0], elements[1:]
    return _before(first, _in_turn(rest)) if rest else first


def _nothing(_reader: "Reader", _words: Words, start: int, bound: Bindings) -> Iterable[tuple[int, Bindings]]:
    return ((start, bound),)


def _before(first: _Match, rest: _Match) -> _Match:
    def match(reader: Reader, words: Words, start: int, bound: Bindings) -> Iterator[tuple[int, Bindings]]:
        for end, following in first(reader, words, start, bound):
            yield from rest(reader, words, end, following)

    return match


def _either(choices: Sequence[_Match]) -> _Match:
    def match(reader: Reader, words: Words, start: int, bound: Bindings) -> Iterator[tuple[int, Bindings]]:
        for choice in choices:
            yield from choice(reader, words, start, bound)

    return match


def _optional(inner: _Match) -> _Match:
    def match(reader: Reader, words: Words, start: int, bound: Bindings) -> Iterator[tuple[int, Bindings]]:
        yield from inner(reader, words, start, bound)
        yield start, bound

    return match
