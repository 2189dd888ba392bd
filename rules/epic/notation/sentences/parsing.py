"""Parser of sentences: every split into clauses that accounts for all words."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rules.engine.ids import CHANCE, is_seat
from rules.epic.notation.modes import match_mode, mode_texts
from rules.epic.notation.names import references
from rules.epic.notation.names.references import everything
from rules.epic.notation.sentences.clauses import Clause
from rules.epic.notation.sentences.complements import Complement, complements
from rules.epic.notation.sentences.grammar import RULES, SEPARATORS, TIMES
from rules.epic.notation.sentences.nouns import Nouns
from rules.epic.notation.sentences.rule import Rule
from rules.epic.notation.sentences.tokens import Tokens
from rules.epic.notation.sentences.vocabulary import VERBS
from rules.epic.state import EpicState
from rules.notation.patterns import Reader

MOST_PARSES: Final = 120
"""Ways to take a sentence apart that are looked at."""
IT_SUBJECT: Final = -2
"""Stands for the subject "it" of a clause."""
_SPEAKER: Final = frozenset({"he", "she", "i"})
_BEHIND: Final = frozenset(
    {"response", "end of turn", "before blocks", "after blocks", "turn", "own turn", "filler behind"}
)
"""What may be said of the moment behind a clause."""
_CONTRASTS: Final = frozenset({"but", ", but"})
"""What stands between a clause and what contradicts or limits it."""
_LISTS: Final = frozenset({"discard", "recycle", "reveal"})
"""Kinds of complements that list cards of a hand or pile."""


class Parse(NamedTuple):
    """One way to split a sentence into clauses.

    Attributes:
        clauses: in the order of the sentence.
        rests: per clause the index of the word at which the rest of the sentence begins.
    """

    clauses: tuple[Clause, ...]
    rests: tuple[int, ...]


class ParsedSentence:
    """A sentence and its possible parses.

    Args:
        state: the game; not changed.
        seat: the acting player; ``None`` if the sentence has to name one.
        words: the words.
    """

    def __init__(self, state: EpicState, seat: int | None, words: Tokens) -> None:
        self.state = state
        self.seat = seat
        self.tokens = words
        # Pronouns and `my` are resolved from the view of this player.
        self.nouns = Nouns(state, seat if seat is not None else self._to_act(), words)
        self.reader = Reader(VERBS, self.nouns.slots)
        self._found: dict[int, list[tuple[Clause, int]]] = {}

    def _to_act(self) -> int | None:
        pending = self.state.pending
        return pending.seat if pending is not None and pending.seat != CHANCE else None

    def _parses(self, end: int) -> list[Parse]:
        found: list[Parse] = []
        for parse in self._parses_from(0, end, 0):
            found.append(parse)
            if len(found) >= MOST_PARSES:
                break
        return found

    def _parses_from(self, at: int, end: int, depth: int) -> Iterator[Parse]:
        """Yield the parses of the words from ``at`` up to ``end``."""
        if depth > 5:
            return
        for clause, after in self._clauses(at, end):
            if after == end:
                yield Parse((clause,), (end,))
                continue
            for pattern in SEPARATORS:
                for start, _ in pattern.matches(self.reader, self.tokens.words, after):
                    if start < end:
                        for parse in self._parses_from(start, end, depth + 1):
                            if _is_bare(parse.clauses[0]) and (pattern.text in _CONTRASTS or _ends_with_list(clause)):
                                continue
                            yield Parse((clause, *parse.clauses), (start, *parse.rests))

    def _clauses(self, at: int, end: int) -> Iterator[tuple[Clause, int]]:
        """Yield each clause at word ``at`` with its end index, at most ``end``."""
        if at not in self._found:
            self._found[at] = list(self._all_clauses(at))
        yield from ((clause, after) for clause, after in self._found[at] if after <= end)

    def _all_clauses(self, at: int) -> Iterator[tuple[Clause, int]]:
        words = self.tokens.words
        for start, times in self._times(at):
            for begin, seat in self._subjects(start):
                for inner, more in self._times(begin) if begin != start else [(begin, ())]:
                    if inner >= len(words):
                        continue
                    for rule in RULES:
                        # "It" is the card that was played, and affects what is chosen.
                        if (seat != IT_SUBJECT or rule.kind in {"pick", "stated"}) and rule.pattern.may_begin_with(
                            words[inner], VERBS
                        ):
                            who = None if seat == IT_SUBJECT else seat
                            yield from self._match_rule(rule, inner, len(words), who, (*times, *more))

    def _match_rule(
        self, rule: Rule, at: int, end: int, seat: int | None, times: tuple[tuple[str, Mapping[str, Any]], ...]
    ) -> Iterator[tuple[Clause, int]]:
        for after, bound in rule.pattern.matches(self.reader, self.tokens.words, at):
            if after > end:
                continue
            found = {**rule.fixed, **dict(bound)}
            for last, extras in self._extras(rule, found, after):
                if last > end or (rule.must and not extras):
                    continue
                who = seat if seat is not None else self._controller(rule, found)
                yield Clause(rule, found, extras, at, last, who, times), last
                for final, later in self._times(last):
                    if final != last and final <= end and all(kind in _BEHIND for kind, _ in later):
                        yield Clause(rule, found, extras, at, last, who, (*times, *later)), final

    def _extras(self, rule: Rule, found: Mapping[str, Any], at: int) -> Iterator[tuple[int, tuple[Complement, ...]]]:
        if not rule.more:
            yield at, ()
            return
        card = found.get("card")
        texts = _texts(self.state, card) if card else ()
        yield from complements(
            self.reader, self.nouns, self.tokens.words, at, lambda text: match_mode(texts, text) is not None,
            bare=rule.kind in {"play", "card"},
        )  # fmt: skip

    def _times(self, at: int) -> Iterator[tuple[int, tuple[tuple[str, Mapping[str, Any]], ...]]]:
        """Yield up to two phrases of time at word ``at``, with their end index."""
        yield at, ()
        word = self.tokens.words[at] if at < len(self.tokens.words) else ""
        for kind, patterns in TIMES.items():
            for pattern in patterns:
                if not pattern.may_begin_with(word, VERBS):
                    continue
                for end, bound in pattern.matches(self.reader, self.tokens.words, at):
                    time = (kind, dict(bound))
                    yield end, (time,)
                    for further, more in self._times(end) if end > at else ():
                        if more and len(more) < 2:
                            yield further, (time, *more)

    def _subjects(self, at: int) -> Iterator[tuple[int, int | None]]:
        """Yield the index of the verb and the acting player for each possible subject."""
        yield at, None
        words = self.tokens.words
        if at >= len(words):
            return
        if words[at].casefold() in _SPEAKER and self.nouns.seat is not None:
            yield at + 1, None
            return
        if words[at].casefold() == "it":
            yield at + 1, IT_SUBJECT
            return
        if words[at].casefold() == "who" and (named := self._antecedent(at)) is not None:
            yield at + 1, named
        for end, name in self.nouns.player(words, at):
            if words[at].casefold() in {"him", "her", "them", "me", "you"}:
                continue
            seat = self.state.names.index(name)
            yield end, seat
            if end < len(words) and words[end] in {",", ":"}:
                yield end + 1, seat

    def _antecedent(self, at: int) -> int | None:
        """Return the last player named before, whom ``who`` after a comma refers to."""
        folded = [name.casefold() for name in self.state.names]
        named = [folded.index(word.casefold()) for word in self.tokens.words[:at] if word.casefold() in folded]
        return named[-1] if named else None

    def _controller(self, rule: Rule, found: Mapping[str, Any]) -> int | None:
        """Return the controller of the objects in a clause, if the name states it or only one has them."""
        if self.seat is not None or rule.kind not in {"attack", "block", "card", "subject", "use", "hand"}:
            return None
        name = str(found.get("who") or found.get("card") or "").split(", ")[0]
        owners = {owner for owner, *_ in references.readings(self.state, name) if owner is not None}
        if len(owners) == 1:
            return owners.pop()
        if rule.kind not in {"attack", "block"}:
            return None
        there = {
            champion.controller
            for each in references.matches(self.state, name, everything(self.state))
            if not is_seat(each.ref) and (champion := self.state.find(each.ref)) is not None
        }
        return there.pop() if len(there) == 1 else None


def _is_bare(clause: Clause) -> bool:
    """Return True for a play without a verb: the name of a card, with or without complements."""
    return clause.rule.kind == "card" and clause.rule.must and clause.rule.pattern.text == "{card:thing}"


def _ends_with_list(clause: Clause) -> bool:
    """Return True if a clause ends with cards of a hand or pile, so that another name continues it."""
    if clause.extras:
        return clause.extras[-1].kind in _LISTS
    return clause.rule.kind in {"hand", "choose", "keep but"}


def _texts(state: EpicState, name: str) -> tuple[str, ...]:
    """Return the effect texts of the event card that a name means."""
    for _, bare, _, _ in references.readings(state, name):
        found = state.cards.catalogue.find(bare)
        known = [found.card.name] if found is not None else _shortened(state, bare)
        if len(known) == 1:
            cid = next((cid for cid, card in state.table.items() if card.name == known[0]), None)
            return tuple(mode_texts(state, cid)) if cid is not None else _printed_texts(state, known[0])
    return ()


def _shortened(state: EpicState, name: str) -> list[str]:
    from rules.decks.abbreviations import expand  # noqa: PLC0415

    return expand(name, dict.fromkeys(card.name for card in state.table.values()))


@lru_cache(maxsize=512)
def _rendered(card: Any) -> tuple[str, ...]:
    from rules.epic.text.rendering import render_mode  # noqa: PLC0415

    return tuple(render_mode(card, option) for option in range(len(card.modes)))


def _printed_texts(state: EpicState, name: str) -> tuple[str, ...]:
    printed = state.cards.printed(state.cards.printing_label(name, state.choices))
    try:
        return _rendered(printed.card)
    except (ValueError, AttributeError):
        return ()
