"""A format: a name, a day and the constraints a list must keep, checked all at once."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from rules.decks.catalogue import DeckCard
from rules.decks.constraints import (
    Ban,
    Bans,
    Candidate,
    Constraint,
    FreeCardBalance,
    Unlisted,
    alignment_counts,
    by_name,
)
from rules.decks.constraints.event_lists import EventLists
from rules.decks.constraints.limits import MissingLists
from rules.decks.constraints.pools import Pool, PoolError, WithinPool
from rules.decks.decklist import Decklist, Entry, Line, LineStatus, ParsedDeck, added_up
from rules.decks.names import fold
from rules.decks.notation import Section
from rules.decks.report import DeckReport, Problem, Unchecked, UnknownName
from rules.decks.told import Told
from rules.decks.wording import all_of, count, quoted


@dataclass(frozen=True, slots=True)
class Format:
    """What a list must be to be played in a format.

    Attributes:
        slug: Its name in commands and addresses.
        name: Its name on pages.
        about: One sentence for people who choose a format.
        rule: Where the format is defined; cited for lines that name no card.
        alignments: The game's alignments, in their usual order.
        constraints: Its rules, in the order in which problems are shown.
        deck_sections: The sections that make up the deck; the sideboard is never one.
        settled_by: What would settle whether a name that no card of the catalogue has is a card. Empty where every
            card of the format is in the catalogue: such a name is a problem then. Elsewhere it counts as a card of
            which nothing is known.
        open_sections: The sections in which it does; elsewhere every card is in the catalogue all the same.
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

    def check(self, parsed: ParsedDeck[DeckCard], on: date) -> DeckReport:
        """Return everything that is wrong with a list on a day, and what is unusual.

        Problems come in the order of their lines, after them those of the whole list; these wait until every name is
        read, for they would change with it. The order of lines, and splitting or joining them, changes line numbers in
        the report, with them the order of problems, and nothing else.

        Args:
            parsed: The list, from :func:`rules.decks.parse`.
            on: The day whose ban list applies; for an event its local start date.
        """
        deck = self.listed(parsed)
        main = tuple(each for each in deck.entries if each.section in self.deck_sections and each.card.is_deck_card)
        candidate = Candidate(main, deck, on, self.alignments, _marks(parsed), parsed.claims)
        problems = [*self._reading_problems(parsed)]
        warnings: list[Problem] = []
        unchecked = [*self._unknown_names(candidate)]
        for constraint in self.constraints:
            if not self._may_judge(constraint, parsed):
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
            warnings=(*warnings, *sorted(self._reading_warnings(parsed), key=_first_line)),
            unknown=tuple(UnknownName(line.number, line.text, line.suggestions) for line in parsed.unknown),
            unchecked=tuple(unchecked),
        )

    def listed(self, parsed: ParsedDeck[DeckCard]) -> Decklist[DeckCard]:
        """Return the list as this format counts it: with the names no card has, where those count as cards."""
        if not self.settled_by:
            return parsed.deck
        spelled: dict[str, Unlisted] = {}
        entries: list[Entry[DeckCard]] = list(parsed.deck.entries)
        for line in parsed.unknown:
            if self._is_open(line.section):
                card = spelled.setdefault(fold(line.name), Unlisted(line.name, line.suggestions))
                entries.append(Entry(card, line.quantity, line.section, (line.number,), line.gems))
        return added_up(entries)

    @property
    def asks_for_pool(self) -> bool:
        """Whether lists are built from cards that were dealt, drafted or opened."""
        return any(isinstance(each, WithinPool) for each in self.constraints)

    def pool_of(self, parsed: ParsedDeck[DeckCard]) -> Pool:
        """Return a pool that lists of this format can be built from.

        Args:
            parsed: The pool as a list, from :func:`rules.decks.parse`; its sections do not matter.

        Raises:
            PoolError: The format builds from no pool, or the pool cannot be read; names every line that cannot.
        """
        if not self.asks_for_pool:
            raise PoolError((f"{self.name} is built from no pool: leave the pool out",))
        if parsed.is_empty:
            raise PoolError(("no line of the pool names a card; write one card a line, like 3 Name",))
        if mistakes := sorted(self._reading_problems(parsed), key=_first_line):
            raise PoolError(tuple(map(_at_lines, mistakes)), tuple(mistakes))
        return Pool.of(self.listed(parsed))

    def pool_problems(self, pool: Pool) -> tuple[Problem, ...]:
        """Return what is wrong with a pool itself, such as its size, whatever is built from it."""
        binding = (each for each in self.constraints if isinstance(each, WithinPool))
        return tuple(problem for each in binding for problem in each.of_the_pool(pool, self.alignments))

    def with_pool(self, parsed: ParsedDeck[DeckCard]) -> "Format":
        """Return the format for the one list that is built from a pool.

        Args:
            parsed: The pool, as for :meth:`pool_of`.

        Raises:
            PoolError: As :meth:`pool_of`.
        """
        pool = self.pool_of(parsed)
        bound = (replace(each, pool=pool) if isinstance(each, WithinPool) else each for each in self.constraints)
        return replace(self, constraints=tuple(bound))

    def with_lists(self, told: Told) -> "Format":
        """Return the format with the cards that an organiser bans and restricts, beside those of the format itself.

        What could not be checked while nobody had told these lists can be then.
        """
        if told.banned is None and told.restricted is None:
            return self
        lists = EventLists(
            frozenset(map(fold, told.banned or ())), frozenset(map(fold, told.restricted or ())), self.rule
        )
        kept = (each for each in self.constraints if not (isinstance(each, MissingLists) and _settles(told, each)))
        return replace(self, constraints=(*kept, lists))

    def with_every_card_known(self) -> "Format":
        """Return the format for a catalogue that holds every card: a name that is not in it is a problem."""
        return replace(self, settled_by="")

    def _is_open(self, section: Section) -> bool:
        """Whether a name that no card has counts as a card in a section."""
        return bool(self.settled_by) and section in self.open_sections

    def _may_judge(self, constraint: Constraint, parsed: ParsedDeck[DeckCard]) -> bool:
        """Whether every line was read that a constraint has to see."""
        sections = constraint.looks_at or self.deck_sections
        return not constraint.of_the_whole or all(
            parsed.is_read((section,), any_name=self._is_open(section)) for section in sections
        )

    def _unknown_names(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give ``card-unknown`` for each name of deck or sideboard that counts as a card without being a known one."""
        of = (*self.deck_sections, Section.SIDEBOARD)
        for entry in by_name(tuple(each for each in candidate.deck.entries if each.section in of)):
            if isinstance(entry.card, Unlisted):
                message = f"no card that is known is called {quoted(entry.card.name)}: counted as written"
                yield Unchecked("card-unknown", message, self.settled_by, self.rule, entry.card.name, entry.lines)

    def allows(self, card: DeckCard, on: date) -> bool:
        """Return whether some list with this card can be legal on a day: a deck card that is not banned."""
        return not any(constraint.excludes(card, on) for constraint in self.constraints)

    def bans(self, on: date) -> tuple[Ban, ...]:
        """Return the bans that hold on a day."""
        lists = (each.bans for each in self.constraints if isinstance(each, Bans))
        return tuple(ban for bans in lists for ban in bans if ban.holds(on))

    def _reading_problems(self, parsed: ParsedDeck[DeckCard]) -> Iterator[Problem]:
        """Give one problem for each name no card has, and one for each line that could not be read."""
        names: dict[str, list[Line[DeckCard]]] = {}
        for line in (each for each in parsed.unknown if not self._is_open(each.section)):
            names.setdefault(line.name, []).append(line)
        for _, same in sorted(names.items()):
            yield Problem("unknown-card", same[0].message, self.rule, lines=tuple(line.number for line in same))
        unreadable = parsed.with_status(LineStatus.UNREADABLE)
        for line in sorted(unreadable, key=lambda each: (each.code, each.text)):
            message = f"{quoted(line.text.strip())}: {line.message}"
            yield Problem(line.code, message, self.rule, lines=(line.number,))

    def _reading_warnings(self, parsed: ParsedDeck[DeckCard]) -> Iterator[Problem]:
        """Give what was read in a way the player should know of: spelling variants, set codes, doubtful facts."""
        if not all(self._may_judge(constraint, parsed) for constraint in self.constraints):
            message = "the deck as a whole, such as its size, is judged when every name is read"
            yield Problem("not-yet-judged", message, self.rule)
        if parsed.columns:
            yield Problem("columns", parsed.columns, self.rule, lines=parsed.columns_line)
        for entry in sorted(parsed.deck.entries, key=lambda each: (each.card.name, each.section)):
            card = entry.card
            lines = [line for line in parsed.lines if line.number in entry.lines and line.card is card]
            variants = [line for line in lines if line.alias]
            if variants:
                spellings = " and ".join(sorted({quoted(line.name) for line in variants}))
                message = f"{spellings} was read as {card.name}, the spelling on the card"
                yield Problem("spelling", message, self.rule, card.name, tuple(line.number for line in variants))
            coded = [line for line in lines if line.set_code]
            if coded:
                codes = " and ".join(sorted({line.set_code for line in coded}))
                message = f"{card.name}: {codes} was ignored, a deck does not tell printings apart"
                yield Problem("set-code-ignored", message, self.rule, card.name, tuple(line.number for line in coded))
            if card.doubtful:
                message = f"{card.name}: some facts in the catalogue are doubtful ({'; '.join(card.doubtful)})"
                yield Problem("doubtful-card", message, self.rule, card.name, entry.lines)


def _settles(told: Told, missing: MissingLists) -> bool:
    """Return whether an organiser has told all the lists that were missing."""
    return bool(missing.answered_by) and all(getattr(told, name) is not None for name in missing.answered_by)


def _first_line(problem: Problem) -> float:
    """Return where a problem stands among others: at its first line, after all lines when it has none."""
    return problem.lines[0] if problem.lines else math.inf


def _at_lines(problem: Problem) -> str:
    """Return what is wrong behind its lines: "lines 2 and 4: ..."."""
    numbers = all_of([str(number) for number in problem.lines])
    return f"line{'' if len(problem.lines) == 1 else 's'} {numbers}: {problem.message}"


def verdict_line(report: DeckReport) -> str:
    """Return the verdict in one line.

    ``legal, 60 cards``; ``not legal, 2 problems, 62 cards``; ``legal as far as known, 1 thing not checked, 60 cards``.
    """
    cards = count(report.cards, "card")
    if not report.acceptable:
        return f"{report.verdict}, {count(len(report.problems), 'problem')}, {cards}"
    if report.unchecked:
        return f"{report.verdict}, {count(len(report.unchecked), 'thing')} not checked, {cards}"
    return f"{report.verdict}, {cards}"


def _marks(parsed: ParsedDeck[DeckCard]) -> dict[str, frozenset[tuple[str, bool]]]:
    """Return what the player says of cards behind their names, all lines of a name together."""
    marks: dict[str, frozenset[tuple[str, bool]]] = {}
    for line in parsed.lines:
        if line.marks:
            key = fold(line.card.name if line.card else line.name)
            marks[key] = marks.get(key, frozenset()) | set(line.marks)
    return marks
