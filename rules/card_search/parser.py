"""Reading a question about cards.

``words`` of a name · ``"a phrase"`` of name or text · ``field:value`` · ``field>=number`` · ``field>otherfield`` ·
``is:flag`` · ``-part`` or ``not part`` · ``part or part`` · ``( … )`` · ``sort:field``, ``sort:-field`` ·
``on:2017-08-01``, the day of bans and formats. Parts that stand side by side must all fit.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
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
from rules.card_search.fields import MODIFIERS, Dated, Field, Numeric, Text, Vocabulary, Words
from rules.card_search.errors import QueryError
from rules.card_search.substitutions import Reading, Spelled, as_value
from rules.card_search.unsupported_syntax import strange
from rules.card_search.tokens import Token, tokens
from rules.decks.names import words

LONGEST: Final = 500
"""Characters of a question that are read at most."""
DEEPEST: Final = 20
"""Parentheses and negations inside each other."""

_LIKELY = 60.0


def read_query(text: str, vocabulary: Vocabulary[Any], today: date | None = None) -> Query:
    """Return what a question asks.

    Args:
        text: the question; an empty one asks for every card.
        vocabulary: the fields of the game.
        today: the day for which bans and formats are asked unless the question names one; today's date in UTC when
            left out.

    Raises:
        QueryError: it cannot be read; says where, why and what would be right.
    """
    if len(text) > LONGEST:
        message = f"A question has at most {LONGEST} characters; this one has {len(text)}."
        raise QueryError(message, text[: LONGEST + 1], LONGEST, LONGEST + 1)
    return _Reader(text, vocabulary, today or datetime.now(UTC).date()).query()


class _Reader:
    """Reads the pieces from left to right."""

    def __init__(self, text: str, vocabulary: Vocabulary[Any], today: date) -> None:
        self.text, self.vocabulary = text, vocabulary
        self.tokens = tokens(text)
        self.at = 0
        self.depth = 0
        self.sort, self.backward = "", False
        self.readings: list[Reading] = []
        self.spelled: list[Spelled] = []
        self.dated = False
        self.asks: set[str] = set()
        self.day = self.named_day() or today

    def query(self) -> Query:
        condition = self.either()
        if (extra := self.peek()) is not None:
            raise self.wrong("This parenthesis closes nothing.", extra)
        day = self.day if self.dated else None
        readings, spelled = tuple(self.readings), tuple(self.spelled)
        return Query(self.text, condition, self.sort, self.backward, readings, day, spelled, frozenset(self.asks))

    # --- moving --------------------------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> Token | None:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def is_word(self, word: str) -> bool:
        token = self.peek()
        after = self.peek(1)
        is_name = after is not None and after.kind == "sign" and token is not None and after.start == token.end
        return token is not None and token.kind == "word" and token.text.casefold() == word and not is_name

    def wrong(self, message: str, token: Token, suggestions: tuple[str, ...] = ()) -> QueryError:
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
        self.refuse_strange(token)
        subject = self.vocabulary.subject
        self.spelled.append(Spelled(token.start, token.end, token.text, (subject.name,), is_name=True))
        return Named(tuple(words(token.text).split()), subject)

    def refuse_strange(self, token: Token) -> None:
        """Say what a sign is that people know from other searches, with everything up to slashes that close."""
        if token.kind != "word":
            return
        end = self.text.find("/", token.start + 1) + 1 if token.text.startswith("/") else 0
        if end > token.end:
            token = Token("word", self.text[token.start : end], token.start, end)
        if (wrong := strange(token.text)) is not None:
            raise self.wrong(wrong[0], token, wrong[1])

    def _sign(self, token: Token | None = None) -> Token | None:
        """Return the sign that follows at once, if one does."""
        after, before = self.peek(), token or self.tokens[self.at - 1]
        return after if after is not None and after.kind == "sign" and after.start == before.end else None

    def deeper(self, token: Token) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(f"More than {DEEPEST} parts stand inside each other.", token)

    def without(self, token: Token) -> Condition:
        following = self.peek()
        if following is None or following.kind == "close":
            raise self.wrong("What is to be left out is missing.", token)
        self.deeper(token)
        part = self.part()
        self.depth -= 1
        if part is None:
            raise self.wrong("An order of the list cannot be left out.", token)
        return Without(part)

    def group(self, token: Token) -> Condition:
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

    def phrase(self, token: Token, *read: Callable[[Any], str]) -> Condition:
        self.refuse_strange(token)
        text = words(token.text)
        if not text:
            raise self.wrong("There is no word between these quotation marks.", token)
        self.spelled.append(Spelled(token.start, token.end, token.text, read, quoted=token.kind == "phrase"))
        return Phrase(text, read)

    # --- field, sign, value --------------------------------------------------------------------------------------

    def comparison(self, name: Token) -> Condition | None:
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
            value = Token("word", f"-{word.text}", value.start, word.end)
        key = name.text.casefold()
        if key == "is":
            return self.flag(sign, value)
        if key == "sort":
            self.ordering(value)
            return None
        if key == "on":
            return None  # read before everything else
        field = self.meant(key, sign, value)
        if field is None:
            raise self.unknown_field(name, sign)
        if isinstance(field.kind, Numeric):
            self.note_reading(name, field, f"{sign.text}{value.text}")
            return self.number(field, field.kind, sign, value)
        if sign.text not in {":", "=", "!="}:
            raise self.wrong(f"{field.name} is a word: ask {field.name}:{value.text}.", sign, (":",))
        return self.worded(name, field, sign, value)

    def named_day(self) -> date | None:
        """Return the day that ``on:`` names, wherever it stands; None where nothing does."""
        day: date | None = None
        for place, name in enumerate(self.tokens[:-2]):
            sign, value = self.tokens[place + 1 : place + 3]
            if name.kind != "word" or name.text.casefold() != "on" or sign.kind != "sign" or sign.start != name.end:
                continue
            if day is not None:
                raise self.wrong("A question is asked for one day; this one names two.", name)
            try:
                day = date.fromisoformat(value.text if sign.text in {":", "="} else "")
            except ValueError as error:
                raise self.wrong("on: names the day of bans and formats, such as on:2017-08-01.", value) from error
        return day

    def meant(self, key: str, sign: Token, value: Token) -> Field[Any] | None:
        """Return the field that a name means: ``c`` is the cost before a number and the alignment before a word.

        A word that is a value there and the name of a number too is the value: ``c:wild`` asks for a shard, not for a
        card that costs as much as its threshold of that shard.
        """
        field = self.vocabulary.field(key)
        worded = self.vocabulary.field_before_word(key)
        compared = sign.text not in {":", "=", "!="}
        if worded is not None and not compared and isinstance(worded.kind, Words) and worded.kind.exact(value.text):
            return worded
        if worded is None or (field is not None and isinstance(field.kind, Numeric) and self.is_number(field, value)):
            return field
        return worded

    def is_number(self, field: Field[Any], value: Token) -> bool:
        """Whether a value can stand behind a number: a number, the word for none, another number of the card."""
        other = self.vocabulary.field(value.text)
        named = value.kind == "word" and other is not None and isinstance(other.kind, Numeric)
        none = isinstance(field.kind, Numeric) and value.text.casefold() == field.kind.none
        return named or none or re.fullmatch(r"-?[0-9]+", value.text) is not None

    def _values(self, name: str) -> tuple[str, ...]:
        if name.casefold() == "is":
            return tuple(self.vocabulary.flags)
        field = self.vocabulary.field(name)
        return field.kind.values if field is not None and isinstance(field.kind, Words | Dated) else ()

    def unknown_field(self, name: Token, sign: Token) -> QueryError:
        names = tuple(each for each in self.vocabulary.names if len(each) > 2 or each in MODIFIERS)
        alike = _nearest(name.text, names, most=len(names))
        best: dict[str, str] = {}  # one name for each field
        for each in alike:
            known = self.vocabulary.field(each)
            best.setdefault(known.name if known else each, each)
        near = tuple(best.values())[:3]
        hint = f" Did you mean {near[0]}{sign.text}?" if near else ""
        fields = ", ".join((*(field.name for field in self.vocabulary.fields), *MODIFIERS))
        return self.wrong(f"There is no field “{name.text}”.{hint} Fields: {fields}.", name, near)

    def flag(self, sign: Token, value: Token) -> Condition:
        flag = self.vocabulary.flags.get(value.text.casefold())
        if sign.text not in {":", "="}:
            raise self.wrong("is: asks whether something holds; write is:token or -is:token.", sign, (":",))
        if flag is None:
            known = tuple(self.vocabulary.flags)
            near = _nearest(value.text, known)
            raise self.wrong(
                f"“{value.text}” is nothing a card can be asked for; known: {', '.join(known)}.", value, near
            )
        self.dated = self.dated or flag.dated
        self.asks.add(value.text.casefold())
        return Holds(lambda card: flag.holds(card, self.day))

    def ordering(self, value: Token) -> None:
        name = value.text.removeprefix("-").casefold()
        field = self.vocabulary.field(name)
        wanted = field.name if field is not None else name
        if wanted not in self.vocabulary.sortable:
            known = ", ".join(self.vocabulary.sortable)
            near = _nearest(name, self.vocabulary.sortable)
            raise self.wrong(f"Cards are sorted by {known}, or from the other end with a minus.", value, near)
        self.sort, self.backward = wanted, value.text.startswith("-")

    def number(self, field: Field[Any], kind: Numeric[Any], sign: Token, value: Token) -> Condition:
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

    def worded(self, name: Token, field: Field[Any], sign: Token, value: Token) -> Condition:
        told = self.text[value.start : value.end]
        used = field
        if isinstance(field.kind, Text):
            found: Condition = self.phrase(value, field.kind.read)
        else:
            self.refuse_strange(value)
            used, meant = self.value_of(field, value)
            told = as_value(meant)
            found = Having(self.on_the_day(used).read, words(meant), exactly=sign.text == "=")
        self.note_reading(name, used, f"{sign.text}{told}", self.text[sign.start : value.end])
        return Without(found) if sign.text == "!=" else found

    def note_reading(self, name: Token, used: Field[Any], read: str, written: str = "") -> None:
        """Note that a name was read as a field that it is neither the name nor a shorter name of."""
        if name.text.casefold() not in {used.name, *used.short}:
            self.readings.append(Reading(f"{name.text}{written or read}", f"{used.name}{read}"))

    def value_of(self, field: Field[Any], value: Token) -> tuple[Field[Any], str]:
        """Return the field that a value is of, and the value: what is written out goes before beginnings."""
        asked = (field, *self.vocabulary.also(field))
        for read in (Words.exact, Words.value):
            for each in asked:
                meant = read(self.on_the_day(each), value.text)
                if meant is not None:
                    return each, meant
        if not self.on_the_day(field).values:
            return field, value.text
        known = tuple(dict.fromkeys(one for each in asked for one in self.on_the_day(each).values))
        near = tuple(as_value(one) for one in _nearest(value.text, known))
        listed = ", ".join(known[:50]) + (" …" if len(known) > 50 else "")
        asks = "Nothing that {}: asks for is called" if isinstance(field.kind, Dated) else "No card has the {}"
        raise self.wrong(f"{asks.format(field.name)} “{value.text}”. There are: {listed}.", value, near)

    def on_the_day(self, field: Field[Any]) -> Words[Any]:
        """Return the words of a field; those that change with time as they are on the day that is asked for."""
        if isinstance(field.kind, Dated):
            self.dated = True
            return field.kind.on(self.day)
        if isinstance(field.kind, Words):
            return field.kind
        raise TypeError(f"{field.name} has no words")


def _nearest(written: str, known: tuple[str, ...], most: int = 3) -> tuple[str, ...]:
    """Return what was probably meant, best first; a single letter resembles everything and is none."""
    candidates = {name: name.casefold() for name in known if len(name) > 1}
    ranked = process.extract(written.casefold(), candidates, limit=most, score_cutoff=_LIKELY)
    return tuple(name for _text, _score, name in ranked)
