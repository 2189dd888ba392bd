"""A format: a name, a day and the constraints a list must keep, checked all at once."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from rules.decks.catalogue import DeckCard
from rules.decks.constraints import Ban, Bans, Candidate, Constraint, FreeCardBalance, alignment_counts
from rules.decks.decklist import Line, LineStatus, ParsedDeck
from rules.decks.report import DeckReport, Problem, UnknownName
from rules.decks.wording import count, quoted


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
    """

    slug: str
    name: str
    about: str
    rule: str
    alignments: tuple[str, ...]
    constraints: tuple[Constraint, ...]

    def check(self, parsed: ParsedDeck[DeckCard], on: date) -> DeckReport:
        """Return everything that is wrong with a list on a day, and what is unusual.

        Problems come in the order of their lines, after them those of the whole list; these wait until every name is
        read, for they would change with it. The order of lines, and splitting or joining them, changes line numbers in
        the report, with them the order of problems, and nothing else.

        Args:
            parsed: The list, from :func:`rules.decks.parse`.
            on: The day whose ban list applies; for an event its local start date.
        """
        main = tuple(entry for entry in parsed.deck.main if entry.card.is_deck_card)
        candidate = Candidate(main, parsed.deck, on, self.alignments)
        problems = [*self._reading_problems(parsed)]
        warnings: list[Problem] = []
        for constraint in self.constraints:
            if constraint.of_the_whole and not parsed.all_read:
                continue
            problems += constraint.problems(candidate)
            warnings += constraint.warnings(candidate)
        ratio = next((each.ratio for each in self.constraints if isinstance(each, FreeCardBalance)), 0)
        return DeckReport(
            format=self.slug,
            on=on,
            cards=candidate.cards,
            alignments=alignment_counts(candidate, ratio),
            problems=tuple(sorted(problems, key=_first_line)),
            warnings=(*warnings, *sorted(self._reading_warnings(parsed), key=_first_line)),
            unknown=tuple(UnknownName(line.number, line.text, line.suggestions) for line in parsed.unknown),
        )

    def allows(self, card: DeckCard, on: date) -> bool:
        """Return whether some list with this card can be legal on a day: a deck card that is not banned."""
        return not any(constraint.excludes(card, on) for constraint in self.constraints)

    def bans(self, on: date) -> tuple[Ban, ...]:
        """Return the bans that hold on a day."""
        lists = (each.bans for each in self.constraints if isinstance(each, Bans))
        return tuple(ban for bans in lists for ban in bans if ban.holds(on))

    def _reading_problems(self, parsed: ParsedDeck[DeckCard]) -> Iterator[Problem]:
        """Give one problem for each name no card has, and one for each line that could not be read."""
        by_name: dict[str, list[Line[DeckCard]]] = {}
        for line in parsed.unknown:
            by_name.setdefault(line.name, []).append(line)
        for _, same in sorted(by_name.items()):
            yield Problem("unknown-card", same[0].message, self.rule, lines=tuple(line.number for line in same))
        unreadable = parsed.with_status(LineStatus.UNREADABLE)
        for line in sorted(unreadable, key=lambda each: (each.code, each.text)):
            message = f"{quoted(line.text.strip())}: {line.message}"
            yield Problem(line.code, message, self.rule, lines=(line.number,))

    def _reading_warnings(self, parsed: ParsedDeck[DeckCard]) -> Iterator[Problem]:
        """Give what was read in a way the player should know of: spelling variants, set codes, doubtful facts."""
        if not parsed.all_read and any(constraint.of_the_whole for constraint in self.constraints):
            message = "the deck as a whole, such as its size, is judged when every name is read"
            yield Problem("not-yet-judged", message, self.rule)
        if parsed.columns:
            yield Problem("columns", parsed.columns, self.rule, lines=parsed.columns_line)
        for entry in sorted(parsed.deck.entries, key=lambda each: (each.card.name, each.section)):
            card = entry.card
            lines = [line for line in parsed.lines if line.number in entry.lines]
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


def _first_line(problem: Problem) -> float:
    """Return where a problem stands among others: at its first line, after all lines when it has none."""
    return problem.lines[0] if problem.lines else math.inf


def verdict_line(report: DeckReport) -> str:
    """Return the verdict in one line: ``legal, 60 cards`` or ``not legal, 2 problems, 62 cards``."""
    cards = count(report.cards, "card")
    return f"legal, {cards}" if report.legal else f"not legal, {count(len(report.problems), 'problem')}, {cards}"
