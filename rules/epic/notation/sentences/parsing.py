"""Parser of sentences: every split into clauses that accounts for all words."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
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

MAX_PARSES: Final = 120
"""Maximum number of parses of a sentence."""
IT_SUBJECT: Final = -2
"""Marker of the subject "it" of a clause."""
_SPEAKER: Final = frozenset({"he", "she", "i"})
_JOINING: Final = frozenset({"and", "&"})
_BEHIND: Final = frozenset(
    {"response", "end of turn", "before blocks", "after blocks", "turn", "own turn", "filler behind", "instant"}
)
"""Time phrases after a clause."""
_CONTRASTS: Final = frozenset({"but", ", but"})
"""Conjunctions before a clause that contradicts or restricts the previous one."""
_FROM_PLAYER: Final = frozenset({"play", "attack", "attack all", "block", "block all", "no block", "pass", "nothing"})
"""Kinds of clauses whose player may follow with ``from``."""
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
        said: the words.
    """

    def __init__(self, state: EpicState, seat: int | None, tokens: Tokens) -> None:
        self.state = state
        self.seat = seat
        self.tokens = tokens
        # Pronouns and `my` are resolved from the view of this player.
        self.nouns = Nouns(state, seat if seat is not None else self._to_act(), tokens)
        self.reader = Reader(VERBS, self.nouns.slots)
        self._found: dict[int, list[tuple[Clause, int]]] = {}

    def _to_act(self) -> int | None:
        pending = self.state.pending
        return pending.seat if pending is not None and pending.seat != CHANCE else None

    def _parses(self, end: int) -> list[Parse]:
        parses: list[Parse] = []
        for parse in self._parses_from(0, end, 0):
            parses.append(parse)
            if len(parses) >= MAX_PARSES:
                break
        return parses

    def _parses_from(self, index: int, end: int, depth: int) -> Iterator[Parse]:
        """Yield the parses of the words from ``index`` up to ``end``."""
        if depth > 5:
            return
        for clause, after in self._clauses(index, end):
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

    def _clauses(self, start: int, end: int) -> Iterator[tuple[Clause, int]]:
        """Yield each clause at word ``start`` with its end index, at most ``end``."""
        if start not in self._found:
            self._found[start] = list(self._all_clauses(start))
        yield from ((clause, after) for clause, after in self._found[start] if after <= end)

    def _all_clauses(self, index: int) -> Iterator[tuple[Clause, int]]:
        words = self.tokens.words
        for start, times in self._times(index):
            for begin, seat in self._subjects(start):
                if index == 0 < start and seat == self.seat is not None and words[0].casefold() in _JOINING:
                    continue  # "Anna: and Anna pass" names one player twice.
                for inner, further_times in self._times(begin) if begin != start else [(begin, ())]:
                    if inner >= len(words):
                        continue
                    for rule in RULES:
                        # "It" is the card that was played, and affects what is chosen.
                        if (seat != IT_SUBJECT or rule.kind in {"pick", "stated"}) and rule.pattern.may_begin_with(
                            words[inner], VERBS
                        ):
                            actor = None if seat == IT_SUBJECT else seat
                            yield from self._match_rule(rule, inner, len(words), actor, (*times, *further_times))

    def _match_rule(
        self, rule: Rule, start: int, end: int, seat: int | None, times: tuple[tuple[str, Mapping[str, Any]], ...]
    ) -> Iterator[tuple[Clause, int]]:
        for after, bound in rule.pattern.matches(self.reader, self.tokens.words, start):
            if after > end:
                continue
            bindings = {**rule.fixed, **dict(bound)}
            for last, extras in self._extras(rule, bindings, after):
                if last > end:
                    continue
                actor = seat if seat is not None else self._controller(rule, bindings)
                clause = Clause(rule, bindings, extras, start, last, actor, times)
                if seat is None:
                    yield from ((each, each.end) for each in self._with_agent(clause))
                if not rule.must or extras:
                    yield clause, last
                    yield from self._with_times(clause, end)

    def _with_times(self, clause: Clause, end: int) -> Iterator[tuple[Clause, int]]:
        """Yield a clause with the phrases of time behind it."""
        for final, later in self._times(clause.end):
            if clause.end != final <= end and all(kind in _BEHIND for kind, _ in later):
                yield replace(clause, times=(*clause.times, *later)), final

    def _with_agent(self, clause: Clause) -> Iterator[Clause]:
        """Yield a clause with the player behind it who acts.

        For example ``Hasty Retreat on Kong by Ben`` and ``no block from Ben``. A name and its player are a play:
        ``Thought Plucker from Ben``.
        """
        words, start, rule = self.tokens.words, clause.end, clause.rule
        word = words[start].casefold() if start < len(words) and self.seat is None else ""
        is_origin = word == "from" and not clause.extras and (rule.must or rule.kind in _FROM_PLAYER)
        if "by" not in clause.bindings and (word == "by" or is_origin):
            for end, name in self.nouns.player(words, start + 1):
                yield replace(clause, bindings={**clause.bindings, "by": name}, end=end)

    def _extras(
        self, rule: Rule, bindings: Mapping[str, Any], start: int
    ) -> Iterator[tuple[int, tuple[Complement, ...]]]:
        if not rule.more:
            yield start, ()
            return
        card = bindings.get("card")
        texts = _texts(self.state, card) if card else ()
        yield from complements(
            self.reader, self.nouns, self.tokens.words, start, lambda text: match_mode(texts, text) is not None,
            bare=rule.kind in {"play", "card"},
        )  # fmt: skip

    def _times(self, start: int) -> Iterator[tuple[int, tuple[tuple[str, Mapping[str, Any]], ...]]]:
        """Yield up to two phrases of time at word ``start``, with their end index."""
        yield start, ()
        word = self.tokens.words[start] if start < len(self.tokens.words) else ""
        for kind, patterns in TIMES.items():
            for pattern in patterns:
                if not pattern.may_begin_with(word, VERBS):
                    continue
                for end, bound in pattern.matches(self.reader, self.tokens.words, start):
                    time = (kind, dict(bound))
                    yield end, (time,)
                    for further, times in self._times(end) if end > start else ():
                        if times and len(times) < 2:
                            yield further, (time, *times)

    def _subjects(self, start: int) -> Iterator[tuple[int, int | None]]:
        """Yield the index of the verb and the acting player for each possible subject."""
        yield start, None
        words = self.tokens.words
        if start >= len(words):
            return
        if words[start].casefold() in _SPEAKER and self.nouns.seat is not None:
            yield start + 1, None
            return
        if words[start].casefold() == "it":
            yield start + 1, IT_SUBJECT
            return
        if words[start].casefold() == "who" and (antecedent := self._antecedent(start)) is not None:
            yield start + 1, antecedent
        for end, name in self.nouns.player(words, start):
            if words[start].casefold() in {"him", "her", "them", "me", "you"}:
                continue
            seat = self.state.names.index(name)
            yield end, seat
            if end < len(words) and words[end] in {",", ":"}:
                yield end + 1, seat

    def _antecedent(self, start: int) -> int | None:
        """Return the last player named before, whom ``who`` after a comma refers to."""
        folded = [name.casefold() for name in self.state.names]
        indexes = [folded.index(word.casefold()) for word in self.tokens.words[:start] if word.casefold() in folded]
        return indexes[-1] if indexes else None

    def _controller(self, rule: Rule, bindings: Mapping[str, Any]) -> int | None:
        """Return the controller of the objects in a clause.

        The name states it, or only one player has them.
        """
        if self.seat is not None or rule.kind not in {"attack", "block", "card", "subject", "use", "hand"}:
            return None
        name = str(bindings.get("who") or bindings.get("card") or "").split(", ")[0]
        owners = {owner for owner, *_ in references.readings(self.state, name) if owner is not None}
        if len(owners) == 1:
            return owners.pop()
        if rule.kind not in {"attack", "block"}:
            return None
        seats = {
            champion.controller
            for each in references.matches(self.state, name, everything(self.state))
            if not is_seat(each.ref) and (champion := self.state.find(each.ref)) is not None
        }
        return seats.pop() if len(seats) == 1 else None


def _is_bare(clause: Clause) -> bool:
    """Return True for a play without a verb.

    It is the name of a card, with or without complements.
    """
    return clause.rule.kind == "card" and clause.rule.must and clause.rule.pattern.text == "{card:thing}"


def _ends_with_list(clause: Clause) -> bool:
    """Return True if a clause ends with cards of a hand or pile.

    Another name continues it.
    """
    if clause.extras:
        return clause.extras[-1].kind in _LISTS
    return clause.rule.kind in {"hand", "choose", "keep but"}


def _texts(state: EpicState, name: str) -> tuple[str, ...]:
    """Return the effect texts of the event card that a name means."""
    for _, bare_name, _, _ in references.readings(state, name):
        match = state.cards.catalogue.find(bare_name)
        names = [match.card.name] if match is not None else _shortened(state, bare_name)
        if len(names) == 1:
            cid = next((cid for cid, card in state.table.items() if card.name == names[0]), None)
            return tuple(mode_texts(state, cid)) if cid is not None else _printed_texts(state, names[0])
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
