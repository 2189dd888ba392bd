"""The parser of card queries.

``words`` of a name · ``"a phrase"`` of name or text · ``field:value`` · ``field>=number`` · ``field>otherfield`` ·
``is:flag`` · ``-part`` or ``not part`` · ``part or part`` · ``( … )`` · ``sort:field``, ``sort:-field`` ·
``on:2017-08-01``, the date of bans and formats. Consecutive parts must all match.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any, Final

from rapidfuzz import process

from rules.card_search.errors import QueryError
from rules.card_search.expression import (
    AllOf,
    AnyOf,
    Condition,
    FlagIs,
    HasWord,
    NameMatches,
    Not,
    NumberCompares,
    PhraseMatches,
    Query,
)
from rules.card_search.fields import MODIFIERS, Dated, Field, Numeric, Text, Vocabulary, Words
from rules.card_search.substitutions import SpelledWords, Substitution, quote_value
from rules.card_search.tokens import Token, tokens
from rules.card_search.unsupported_syntax import unsupported_syntax_hint
from rules.decks.names import words

MAX_LENGTH: Final = 500
"""The maximum length of a query in characters."""
MAX_DEPTH: Final = 20
"""The maximum depth of nested parentheses and negations."""

_LIKELY = 60.0


def parse_query(text: str, vocabulary: Vocabulary[Any], today: date | None = None) -> Query:
    """Parse a card query.

    Args:
        text: the query; an empty one matches every card.
        vocabulary: the fields of the game.
        today: the default date for bans and formats; the current date in UTC if omitted.

    Raises:
        QueryError: the query is invalid; contains the position of the error and a message.
    """
    if len(text) > MAX_LENGTH:
        message = f"A search has at most {MAX_LENGTH} characters. This one has {len(text)}."
        raise QueryError(message, text[: MAX_LENGTH + 1], MAX_LENGTH, MAX_LENGTH + 1)
    return _QueryParser(text, vocabulary, today or datetime.now(UTC).date()).parse()


class _QueryParser:
    """A recursive descent parser for card queries."""

    def __init__(self, text: str, vocabulary: Vocabulary[Any], today: date) -> None:
        self.text, self.vocabulary = text, vocabulary
        self.tokens = tokens(text)
        self.at = 0
        self.depth = 0
        self.sort, self.is_descending = "", False
        self.substitutions: list[Substitution] = []
        self.spelled_words: list[SpelledWords] = []
        self.dated = False
        self.flags_asked: set[str] = set()
        self.day = self.parse_day() or today

    def parse(self) -> Query:
        condition = self.parse_alternatives()
        if (extra := self.peek()) is not None:
            raise self.error("This closing parenthesis has no opening one.", extra)
        day = self.day if self.dated else None
        substitutions, spelled = tuple(self.substitutions), tuple(self.spelled_words)
        return Query(
            self.text,
            condition,
            self.sort,
            self.is_descending,
            substitutions,
            day,
            spelled,
            frozenset(self.flags_asked),
        )

    # --- token access --------------------------------------------------------------------------------------------

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

    def error(self, message: str, token: Token, suggestions: tuple[str, ...] = ()) -> QueryError:
        return QueryError(message, self.text, token.start, token.end, suggestions)

    # --- grammar rules -------------------------------------------------------------------------------------------

    def parse_alternatives(self) -> Condition:
        parts = [self.parse_sequence()]
        while self.is_word("or"):
            word = self.take()
            if self._nothing_follows() or self._is_empty(parts[-1]):
                raise self.error("“or” needs a term on both sides.", word)
            parts.append(self.parse_sequence())
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _nothing_follows(self) -> bool:
        token = self.peek()
        return token is None or token.kind == "close" or self.is_word("or")

    @staticmethod
    def _is_empty(part: Condition) -> bool:
        return isinstance(part, AllOf) and not part.parts

    def parse_sequence(self) -> Condition:
        parts: list[Condition] = []
        while (token := self.peek()) is not None and token.kind != "close" and not self.is_word("or"):
            if self.is_word("and"):
                self.take()
                continue
            part = self.parse_part()
            if part is not None:
                parts.append(part)
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def parse_part(self) -> Condition | None:
        token = self.take()
        if token.kind == "minus" or (token.kind == "word" and token.text.casefold() == "not" and not self._sign()):
            return self.parse_negation(token)
        if token.kind == "open":
            return self.parse_group(token)
        if token.kind == "phrase":
            subject = self.vocabulary.subject
            return self.parse_phrase(token, subject.name, subject.text)
        if token.kind == "sign":
            raise self.error(f"“{token.text}” needs a field before it, such as cost{token.text}1.", token)
        if self._sign(token):
            return self.parse_comparison(token)
        self.reject_unsupported(token)
        subject = self.vocabulary.subject
        self.spelled_words.append(SpelledWords(token.start, token.end, token.text, (subject.name,), is_name=True))
        return NameMatches(tuple(words(token.text).split()), subject)

    def reject_unsupported(self, token: Token) -> None:
        """Raise if a token is syntax of other card searches, such as a regular expression."""
        if token.kind != "word":
            return
        end = self.text.find("/", token.start + 1) + 1 if token.text.startswith("/") else 0
        if end > token.end:
            token = Token("word", self.text[token.start : end], token.start, end)
        if (hint := unsupported_syntax_hint(token.text)) is not None:
            raise self.error(hint[0], token, hint[1])

    def _sign(self, token: Token | None = None) -> Token | None:
        """Return the comparison sign directly after a token, or ``None``."""
        after, previous = self.peek(), token or self.tokens[self.at - 1]
        return after if after is not None and after.kind == "sign" and after.start == previous.end else None

    def enter_level(self, token: Token) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(f"Terms are nested more than {MAX_DEPTH} levels deep.", token)

    def parse_negation(self, token: Token) -> Condition:
        following = self.peek()
        if following is None or following.kind == "close":
            raise self.error("A term is missing after the minus.", token)
        self.enter_level(token)
        part = self.parse_part()
        self.depth -= 1
        if part is None:
            raise self.error("A sort order cannot be negated.", token)
        return Not(part)

    def parse_group(self, token: Token) -> Condition:
        self.enter_level(token)
        part = self.parse_alternatives()
        self.depth -= 1
        if self.peek() is None:
            raise QueryError(
                "This parenthesis is not closed.",
                self.text,
                token.start,
                len(self.text),
                (f"{self.text[token.start :]})",),
            )
        self.take()
        return part

    def parse_phrase(self, token: Token, *read: Callable[[Any], str]) -> Condition:
        self.reject_unsupported(token)
        text = words(token.text)
        if not text:
            raise self.error("There are no words between these quotation marks.", token)
        self.spelled_words.append(SpelledWords(token.start, token.end, token.text, read, quoted=token.kind == "phrase"))
        return PhraseMatches(text, read)

    # --- field, sign, value --------------------------------------------------------------------------------------

    def parse_comparison(self, name: Token) -> Condition | None:
        sign = self.take()
        value = self.peek()
        if value is None or value.kind not in {"word", "phrase", "minus"}:
            invalid = name if value is None else value
            raise QueryError(
                f"After “{name.text}{sign.text}” a value is missing.",
                self.text,
                invalid.start if value is not None else sign.end,
                invalid.end if value is not None else sign.end,
                self._values(name.text),
            )
        value = self.take()
        if value.kind == "minus" and (word := self.peek()) is not None:
            self.take()
            value = Token("word", f"-{word.text}", value.start, word.end)
        key = name.text.casefold()
        if key == "is":
            return self.parse_flag(sign, value)
        if key == "sort":
            self.parse_sort(value)
            return None
        if key == "on":
            return None  # ``on:`` was parsed first, by ``parse_day``
        field = self.resolve_field(key, sign, value)
        if field is None:
            raise self.unknown_field(name, sign)
        if isinstance(field.kind, Numeric):
            self.note_substitution(name, field, f"{sign.text}{value.text}")
            return self.parse_number(field, field.kind, sign, value)
        if sign.text not in {":", "=", "!="}:
            raise self.error(f"{field.name} is a word: ask {field.name}:{value.text}.", sign, (":",))
        return self.word_condition(name, field, sign, value)

    def parse_day(self) -> date | None:
        """Return the date of ``on:`` anywhere in the query; ``None`` without it."""
        day: date | None = None
        for place, name in enumerate(self.tokens[:-2]):
            sign, value = self.tokens[place + 1 : place + 3]
            if name.kind != "word" or name.text.casefold() != "on" or sign.kind != "sign" or sign.start != name.end:
                continue
            if day is not None:
                raise self.error("Use on: only once.", name)
            try:
                day = date.fromisoformat(value.text if sign.text in {":", "="} else "")
            except ValueError as error:
                raise self.error("Enter a date after on:, such as on:2017-08-01.", value) from error
        return day

    def resolve_field(self, key: str, sign: Token, value: Token) -> Field[Any] | None:
        """Return the field for a name.

        It may depend on the value: ``c:3`` cost, ``c:wild`` alignment. A word that is both a value of the field and
        the name of a number is taken as the value: ``c:wild`` asks for a shard, not for a cost equal to the threshold
        of that shard.
        """
        field = self.vocabulary.field(key)
        word_field = self.vocabulary.field_before_word(key)
        compared = sign.text not in {":", "=", "!="}
        if (
            word_field is not None
            and not compared
            and isinstance(word_field.kind, Words)
            and word_field.kind.exact(value.text)
        ):
            return word_field
        if word_field is None or (
            field is not None and isinstance(field.kind, Numeric) and self.is_number(field, value)
        ):
            return field
        return word_field

    def is_number(self, field: Field[Any], value: Token) -> bool:
        """Return True if a value is valid for a numeric field."""
        other = self.vocabulary.field(value.text)
        is_field = value.kind == "word" and other is not None and isinstance(other.kind, Numeric)
        none = isinstance(field.kind, Numeric) and value.text.casefold() == field.kind.none
        return is_field or none or re.fullmatch(r"-?[0-9]+", value.text) is not None

    def _values(self, name: str) -> tuple[str, ...]:
        if name.casefold() == "is":
            return tuple(self.vocabulary.flags)
        field = self.vocabulary.field(name)
        return field.kind.values if field is not None and isinstance(field.kind, Words | Dated) else ()

    def unknown_field(self, name: Token, sign: Token) -> QueryError:
        names = tuple(each for each in self.vocabulary.names if len(each) > 2 or each in MODIFIERS)
        alike = _nearest(name.text, names, limit=len(names))
        best: dict[str, str] = {}  # the best matching name of each field
        for each in alike:
            named_field = self.vocabulary.field(each)
            best.setdefault(named_field.name if named_field else each, each)
        near = tuple(best.values())[:3]
        hint = f" Did you mean {near[0]}{sign.text}?" if near else ""
        fields = ", ".join((*(field.name for field in self.vocabulary.fields), *MODIFIERS))
        return self.error(f"There is no field “{name.text}”.{hint} Fields: {fields}.", name, near)

    def parse_flag(self, sign: Token, value: Token) -> Condition:
        flag = self.vocabulary.flags.get(value.text.casefold())
        if sign.text not in {":", "="}:
            raise self.error("is: takes a flag: write is:token or -is:token.", sign, (":",))
        if flag is None:
            flags = tuple(self.vocabulary.flags)
            near = _nearest(value.text, flags)
            raise self.error(f"There is no flag “{value.text}”. Flags: {', '.join(flags)}.", value, near)
        self.dated = self.dated or flag.dated
        self.flags_asked.add(value.text.casefold())
        return FlagIs(lambda card: flag.holds(card, self.day))

    def parse_sort(self, value: Token) -> None:
        name = value.text.removeprefix("-").casefold()
        field = self.vocabulary.field(name)
        wanted = field.name if field is not None else name
        if wanted not in self.vocabulary.sortable:
            sortable = ", ".join(self.vocabulary.sortable)
            near = _nearest(name, self.vocabulary.sortable)
            raise self.error(f"Sort by {sortable}. Add a minus to reverse the order.", value, near)
        self.sort, self.is_descending = wanted, value.text.startswith("-")

    def parse_number(self, field: Field[Any], kind: Numeric[Any], sign: Token, value: Token) -> Condition:
        read = kind.read
        if value.text.casefold() == kind.none and sign.text in {":", "=", "!="}:
            wanted = sign.text != "!="
            return FlagIs(lambda card: (read(card) is None) is wanted)
        if re.fullmatch(r"-?[0-9]{1,6}", value.text):
            number = int(value.text)
            return NumberCompares(read, sign.text, lambda _card: number)
        other = self.vocabulary.field(value.text)
        if other is not None and isinstance(other.kind, Numeric):
            return NumberCompares(read, sign.text, other.kind.read)
        raise self.error(
            f"{field.name} is a number: compare it with one, with another number of the card, or ask"
            f" {field.name}:{kind.none}.",
            value,
        )

    def word_condition(self, name: Token, field: Field[Any], sign: Token, value: Token) -> Condition:
        query_text = self.text[value.start : value.end]
        used = field
        if isinstance(field.kind, Text):
            condition: Condition = self.parse_phrase(value, field.kind.read)
        else:
            self.reject_unsupported(value)
            used, meant = self.resolve_value(field, value)
            query_text = quote_value(meant)
            condition = HasWord(self.words_on_day(used).read, words(meant), exactly=sign.text == "=")
        self.note_substitution(name, used, f"{sign.text}{query_text}", self.text[sign.start : value.end])
        return Not(condition) if sign.text == "!=" else condition

    def note_substitution(self, name: Token, used: Field[Any], read: str, text: str = "") -> None:
        """Record a substitution unless ``name`` is a name or abbreviation of the field."""
        if name.text.casefold() not in {used.name, *used.short}:
            self.substitutions.append(Substitution(f"{name.text}{text or read}", f"{used.name}{read}"))

    def resolve_value(self, field: Field[Any], value: Token) -> tuple[Field[Any], str]:
        """Return the field and value that a word stands for.

        Exact matches precede prefixes.
        """
        fields = (field, *self.vocabulary.related_fields(field))
        for read in (Words.exact, Words.value):
            for each in fields:
                meant = read(self.words_on_day(each), value.text)
                if meant is not None:
                    return each, meant
        if not self.words_on_day(field).values:
            return field, value.text
        values = tuple(dict.fromkeys(choice for each in fields for choice in self.words_on_day(each).values))
        near = tuple(quote_value(choice) for choice in _nearest(value.text, values))
        listed = ", ".join(values[:50]) + (" …" if len(values) > 50 else "")
        asks = "There is no value of {}:" if isinstance(field.kind, Dated) else "No card has the {}"
        raise self.error(f"{asks.format(field.name)} “{value.text}”. There are: {listed}.", value, near)

    def words_on_day(self, field: Field[Any]) -> Words[Any]:
        """Return the words of a field, for a dated field on the date of the query."""
        if isinstance(field.kind, Dated):
            self.dated = True
            return field.kind.on(self.day)
        if isinstance(field.kind, Words):
            return field.kind
        raise TypeError(f"{field.name} has no words")


def _nearest(text: str, choices: tuple[str, ...], limit: int = 3) -> tuple[str, ...]:
    """Return the known names most similar to ``text``, best first."""
    candidates = {name: name.casefold() for name in choices if len(name) > 1}
    ranked = process.extract(text.casefold(), candidates, limit=limit, score_cutoff=_LIKELY)
    return tuple(name for _text, _score, name in ranked)
