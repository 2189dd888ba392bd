"""Deck formats: named sets of constraints, checked together for a date."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from rules.decks.catalogue import DeckCard
from rules.decks.constraints import (
    Ban,
    Bans,
    Candidate,
    Constraint,
    FreeCardBalance,
    UncataloguedCard,
    alignment_counts,
    merge_by_name,
)
from rules.decks.constraints.event_lists import EventLists
from rules.decks.constraints.limits import MissingLists
from rules.decks.constraints.pools import Pool, PoolError, PoolLimit
from rules.decks.decklist import Decklist, Entry, Ignored, Line, LineStatus, ParsedDeck, merge_entries
from rules.decks.event_rules import EventDeckRules
from rules.decks.line_formats import Section
from rules.decks.messages import format_count, join_and, quote
from rules.decks.names import fold
from rules.decks.report import DeckReport, Problem, Unchecked, UnknownName


@dataclass(frozen=True, slots=True)
class Format:
    """A deck format of a game.

    Attributes:
        slug: Name in commands and URLs.
        name: Display name.
        about: One-sentence description.
        rule: Rule number of the format; cited for unrecognised lines.
        alignments: The game's alignments, in their usual order.
        constraints: Its constraints, in the order in which problems are reported.
        deck_sections: Sections that form the deck; never the sideboard.
        settled_by: Which information would show whether a name outside the catalogue is a card. Empty if the catalogue
            is complete; then such a name is a problem, otherwise a card without known facts.
        open_sections: Sections where the catalogue is incomplete; empty for all.
        draft_minutes: Usual minutes for the draft at a table before the first round; ``None`` if there is none.
        build_minutes: Usual minutes to build decks and write their lists after the cards were handed out; ``None`` if
            players bring their decks or play the cards as they are.
        has_lists: False if players choose no cards, so that an event usually asks for no decklists.
    """

    slug: str
    name: str
    about: str
    rule: str
    alignments: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    deck_sections: tuple[Section, ...] = (Section.MAIN,)
    settled_by: str = ""
    open_sections: tuple[Section, ...] = tuple(Section)
    draft_minutes: int | None = None
    build_minutes: int | None = None
    has_lists: bool = True

    def check(self, parsed: ParsedDeck[DeckCard], on: date) -> DeckReport:
        """Check a list for a date and return all problems and warnings.

        Problems are ordered by line; those of the whole list follow, and only if all names were recognised. The order
        of lines only affects line numbers and the order of problems.

        Args:
            parsed: The list, from :func:`rules.decks.parse`.
            on: The date whose ban list applies; for an event its local start date.
        """
        deck = self.with_uncatalogued_cards(parsed)
        main = tuple(each for each in deck.entries if each.section in self.deck_sections and each.card.is_deck_card)
        candidate = Candidate(main, deck, on, self.alignments, _collect_marks(parsed), parsed.claims)
        problems = [*self._parse_problems(parsed)]
        warnings: list[Problem] = []
        unchecked = [*self._unknown_names(candidate)]
        for constraint in self.constraints:
            if not self._can_check(constraint, parsed):
                continue
            problems += constraint.problems(candidate)
            warnings += constraint.warnings(candidate)
            unchecked += constraint.unchecked(candidate)
        ratio = next((each.ratio for each in self.constraints if isinstance(each, FreeCardBalance)), 0)
        return DeckReport(
            format=self.slug,
            on=on,
            cards=candidate.cards,
            alignments=alignment_counts(candidate, ratio),
            problems=tuple(sorted(problems, key=_first_line)),
            warnings=(*warnings, *sorted(self._parse_warnings(parsed), key=_first_line)),
            unknown=tuple(UnknownName(line.number, line.text, line.suggestions) for line in parsed.unknown),
            unchecked=tuple(unchecked),
        )

    def with_uncatalogued_cards(self, parsed: ParsedDeck[DeckCard]) -> Decklist[DeckCard]:
        """Return the decklist; in open sections, unknown names are included as cards."""
        if not self.settled_by:
            return parsed.deck
        spelled: dict[str, UncataloguedCard] = {}
        entries: list[Entry[DeckCard]] = list(parsed.deck.entries)
        for line in parsed.unknown:
            if self._is_open(line.section):
                card = spelled.setdefault(fold(line.name), UncataloguedCard(line.name, line.suggestions))
                entries.append(Entry(card, line.quantity, line.section, (line.number,), line.gems))
        return merge_entries(entries)

    @property
    def needs_pool(self) -> bool:
        """True if decks are built from a card pool (limited formats)."""
        return any(isinstance(each, PoolLimit) for each in self.constraints)

    def pool_of(self, parsed: ParsedDeck[DeckCard]) -> Pool:
        """Create a card pool from a parsed list.

        Args:
            parsed: The pool as a list, from :func:`rules.decks.parse`; its sections are ignored.

        Raises:
            PoolError: The format uses no pool, or some lines cannot be parsed.
        """
        if not self.needs_pool:
            raise PoolError((f"{self.name} is built from no pool: leave the pool out",))
        if parsed.is_empty:
            raise PoolError(("no line of the pool names a card; write one card a line, like 3 Name",))
        if problems := sorted(self._parse_problems(parsed), key=_first_line):
            raise PoolError(tuple(map(_message_with_lines, problems)), tuple(problems))
        return Pool.of(self.with_uncatalogued_cards(parsed))

    def pool_problems(self, pool: Pool) -> tuple[Problem, ...]:
        """Return the problems of the pool, such as a wrong size."""
        binding = (each for each in self.constraints if isinstance(each, PoolLimit))
        return tuple(problem for each in binding for problem in each.pool_problems(pool, self.alignments))

    def with_pool(self, parsed: ParsedDeck[DeckCard]) -> "Format":
        """Return the format restricted to the cards of a pool.

        Args:
            parsed: The pool, as for :meth:`pool_of`.

        Raises:
            PoolError: As :meth:`pool_of`.
        """
        pool = self.pool_of(parsed)
        bound = (replace(each, pool=pool) if isinstance(each, PoolLimit) else each for each in self.constraints)
        return replace(self, constraints=tuple(bound))

    def with_event_rules(self, event_rules: EventDeckRules) -> "Format":
        """Return the format with the organiser's banned and restricted cards added.

        Removes ``MissingLists`` constraints for lists that the organiser provides.
        """
        if event_rules.banned is None and event_rules.restricted is None:
            return self
        lists = EventLists(
            frozenset(map(fold, event_rules.banned or ())),
            frozenset(map(fold, event_rules.restricted or ())),
            self.rule,
        )
        constraints = (
            each
            for each in self.constraints
            if not (isinstance(each, MissingLists) and _provides_missing_lists(event_rules, each))
        )
        return replace(self, constraints=(*constraints, lists))

    def with_complete_catalogue(self) -> "Format":
        """Return the format for a complete catalogue, in which unknown names are problems."""
        return replace(self, settled_by="")

    def _is_open(self, section: Section) -> bool:
        """Return True if unknown names count as cards in a section."""
        return bool(self.settled_by) and section in self.open_sections

    def _can_check(self, constraint: Constraint, parsed: ParsedDeck[DeckCard]) -> bool:
        """Return True if all lines that a constraint depends on were recognised."""
        sections = constraint.required_sections or self.deck_sections
        return not constraint.needs_whole_list or all(
            parsed.are_sections_recognised((section,), any_name=self._is_open(section)) for section in sections
        )

    def _unknown_names(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield a ``card-unknown`` problem for each name that is not in the catalogue."""
        sections = (*self.deck_sections, Section.SIDEBOARD)
        for entry in merge_by_name(tuple(each for each in candidate.deck.entries if each.section in sections)):
            if isinstance(entry.card, UncataloguedCard):
                message = f"no card that is known is called {quote(entry.card.name)}: counted as written"
                yield Unchecked("card-unknown", message, self.settled_by, self.rule, entry.card.name, entry.lines)

    def allows(self, card: DeckCard, on: date) -> bool:
        """Return True if any legal decklist on that date can contain the card."""
        return not any(constraint.excludes(card, on) for constraint in self.constraints)

    def bans(self, on: date) -> tuple[Ban, ...]:
        """Return the bans in force on a date."""
        lists = (each.bans for each in self.constraints if isinstance(each, Bans))
        return tuple(ban for bans in lists for ban in bans if ban.holds(on))

    def _parse_problems(self, parsed: ParsedDeck[DeckCard]) -> Iterator[Problem]:
        """Yield a problem for each unknown name and each unreadable line."""
        names: dict[str, list[Line[DeckCard]]] = {}
        for line in (each for each in parsed.unknown if not self._is_open(each.section)):
            names.setdefault(line.name, []).append(line)
        for _, same in sorted(names.items()):
            yield Problem("unknown-card", same[0].message, self.rule, lines=tuple(line.number for line in same))
        unreadable = parsed.with_status(LineStatus.UNREADABLE)
        for line in sorted(unreadable, key=lambda each: (each.code, each.text)):
            message = f"{quote(line.text.strip())}: {line.message}"
            yield Problem(line.code, message, self.rule, lines=(line.number,))

    def _parse_warnings(self, parsed: ParsedDeck[DeckCard]) -> Iterator[Problem]:
        """Yield warnings about aliases, set codes and uncertain card facts."""
        if not all(self._can_check(constraint, parsed) for constraint in self.constraints):
            message = "the deck as a whole, such as its size, is judged when every name is read"
            yield Problem("not-yet-judged", message, self.rule)
        if parsed.columns:
            yield Problem("columns", parsed.columns, self.rule, lines=parsed.columns_line)
        yield from self._ignored_warnings(parsed)
        for entry in sorted(parsed.deck.entries, key=lambda each: (each.card.name, each.section)):
            card = entry.card
            lines = [line for line in parsed.lines if line.number in entry.lines and line.card is card]
            variants = [line for line in lines if line.alias]
            if variants:
                spellings = " and ".join(sorted({quote(line.name) for line in variants}))
                message = f"{spellings} was read as {card.name}, the spelling on the card"
                yield Problem("spelling", message, self.rule, card.name, tuple(line.number for line in variants))
            if card.doubtful:
                message = f"{card.name}: some facts in the catalogue are doubtful ({'; '.join(card.doubtful)})"
                yield Problem("doubtful-card", message, self.rule, card.name, entry.lines)

    def _ignored_warnings(self, parsed: ParsedDeck[DeckCard]) -> Iterator[Problem]:
        """Yield a warning about all ignored lines, and one about all ignored set codes."""
        by_kind: dict[Ignored, list[int]] = {}
        for line in parsed.lines:
            if line.ignored is not None:
                by_kind.setdefault(line.ignored, []).append(line.number)
        if by_kind:
            parts = [_count_of_kind(kind, numbers) for kind, numbers in by_kind.items()]
            numbers = tuple(sorted(number for each in by_kind.values() for number in each))
            yield Problem("ignored-lines", f"not part of the list: {join_and(parts)}", self.rule, lines=numbers)
        coded = [line for line in parsed.lines if line.set_code and line.card is not None]
        if coded:
            more = format_count(len(coded) - 1, "more note")
            codes = coded[0].set_code if len(coded) == 1 else f"{coded[0].set_code} and {more} after names"
            message = f"{codes} {'was' if len(coded) == 1 else 'were'} ignored: a deck needs only names and numbers"
            lines = tuple(dict.fromkeys(line.number for line in coded))
            yield Problem("set-code-ignored", message, self.rule, lines=lines)


_KINDS = {
    Ignored.DETAILS: "line about the list",
    Ignored.STRUCK_OUT: "line struck out",
    Ignored.NOT_PLAYED: "card outside the deck",
}
_PLURALS = {
    Ignored.DETAILS: "lines about the list",
    Ignored.STRUCK_OUT: "lines struck out",
    Ignored.NOT_PLAYED: "cards outside the deck",
}
_MANY_LINES = 5


def _count_of_kind(kind: Ignored, numbers: Sequence[int]) -> str:
    """Return the number of ignored lines of a kind, with their line numbers."""
    words_ = _KINDS.get(kind, str(kind)) if len(numbers) == 1 else _PLURALS.get(kind, f"{kind}s")
    shown = [str(number) for number in numbers[:_MANY_LINES]]
    more = [f"{len(numbers) - len(shown)} more"] if len(numbers) > len(shown) else []
    return f"{len(numbers)} {words_} (line{'' if len(numbers) == 1 else 's'} {join_and([*shown, *more])})"


def _provides_missing_lists(event_rules: EventDeckRules, missing: MissingLists) -> bool:
    """Return True if the organiser provides all the missing lists."""
    return bool(missing.provided_by) and all(getattr(event_rules, name) is not None for name in missing.provided_by)


def _first_line(problem: Problem) -> float:
    """Return the first line of a problem as sort key; infinity without lines."""
    return problem.lines[0] if problem.lines else math.inf


def _message_with_lines(problem: Problem) -> str:
    """Return the message of a problem with its lines as prefix: "lines 2 and 4: ..."."""
    numbers = join_and([str(number) for number in problem.lines])
    return f"line{'' if len(problem.lines) == 1 else 's'} {numbers}: {problem.message}"


def summary(report: DeckReport) -> str:
    """Return the result of a check in one line.

    ``legal, 60 cards``; ``not legal, 2 problems, 62 cards``; ``legal as far as known, 1 thing not checked, 60 cards``.
    """
    cards = format_count(report.cards, "card")
    if not report.acceptable:
        return f"{report.verdict}, {format_count(len(report.problems), 'problem')}, {cards}"
    if report.unchecked:
        return f"{report.verdict}, {format_count(len(report.unchecked), 'thing')} not checked, {cards}"
    return f"{report.verdict}, {cards}"


def _collect_marks(parsed: ParsedDeck[DeckCard]) -> dict[str, frozenset[tuple[str, bool]]]:
    """Return the player's annotations by folded name."""
    marks: dict[str, frozenset[tuple[str, bool]]] = {}
    for line in parsed.lines:
        if line.marks:
            key = fold(line.card.name if line.card else line.name)
            marks[key] = marks.get(key, frozenset()) | set(line.marks)
    return marks
