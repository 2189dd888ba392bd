"""The notation of Champions as the judge's tools ask for it."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from rules.champions.cards import CardType
from rules.champions.notation import answers
from rules.champions.notation.answers import WORDINGS
from rules.champions.notation.layout import laid_out
from rules.champions.notation.position import described
from rules.champions.rules import RULES
from rules.champions.state import LANES, ChampionsState
from rules.decks import Catalogue
from rules.decks.abbreviations import shortest_unique
from rules.decks.names import fold
from rules.engine.decision import Action, ActionError
from rules.engine.game import Line, ParsedAction, RepeatedEvent, Setup
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.notation.usual import UsualNotation, named

REPEATS: Final = {
    "objective": "{champion}'s quest turns",
    "complete": "{champion}'s quest is complete",
    "reveal": "{player} reveals {champion}",
    "rotate": "{champion} turns",
    "exhaust": "{champion} is exhausted",
    "blessing-ends": "{champion} is exhausted",
}
"""The words by which a line repeats what has happened by itself."""
_SEVERAL: Final = re.compile(r"^(?P<who>\S.*? draws )(?P<cards>.+,.+)$", re.IGNORECASE)


class ChampionsNotation(UsualNotation[ChampionsState]):
    """Writes and reads answers and positions; implements ``rules.judge.game.RecordNotation``."""

    def render(self, state: ChampionsState, answer: Action) -> str:
        """Return the words after the actor's name for ``answer`` at the pending decision."""
        return answers.render(state, answer)

    def read(self, state: ChampionsState, seat: int, words: str) -> ParsedAction[ChampionsState]:
        """Return the answer that ``words`` mean; raises as ``answers.read``."""
        return ParsedAction(answers.read(state, seat, words), state)

    def position(self, fields: Mapping[str, Sequence[str]], setup: Setup) -> ChampionsState:
        """Return the game at a described moment; raises ``PositionError`` with all contradictions at once."""
        return laid_out(fields, setup)

    def describe(self, state: ChampionsState) -> list[tuple[str, str]]:
        """Return the position as field name and text, such that ``position`` reads it back."""
        return described(state)

    def repeats(
        self, state: ChampionsState, seat: int, words: str, events: Sequence[Event]
    ) -> RepeatedEvent[ChampionsState] | None:
        """Return which of ``events`` the words repeat; no card of this game is unknown, so none gets its name."""
        said = fold(words.rstrip(" ."))
        for index, event in enumerate(events):
            if seat in (CHANCE, event.args[0]) and said in self._repeating(state, event):
                return RepeatedEvent(event, index + 1, state)
        return None

    def _repeating(self, state: ChampionsState, event: Event) -> tuple[str, ...]:
        template = REPEATS.get(event.kind)
        if template is None:
            return ()
        player, name = state.names[int(event.args[0])], state.table[int(event.args[1])].name
        first = name.split()[0]
        # A first name that two cards share is not guessed.
        alone = len({card.name for card in state.table.values() if card.name.split()[0] == first}) == 1
        return tuple(
            fold(template.format(player=player, champion=each)) for each in ((name, first) if alone else (name,))
        )

    def render_repetition(self, state: ChampionsState, seat: int, words: str, event: Event) -> str:  # noqa: ARG002 - a protocol
        """Return in full the words of a line that repeats ``event``."""
        name = state.table[int(event.args[1])].name
        return REPEATS[event.kind].format(player=state.names[int(event.args[0])], champion=name)

    def short_forms(self, state: ChampionsState, answer: Action) -> Iterator[str]:
        """Yield shorter words for an answer, the shortest first; not all of them mean the same."""
        words = answers.render(state, answer)
        names = tuple(sorted({card.name for card in state.table.values()}))
        for name in dict.fromkeys(state.table[cid].name for cid in answer.refs):
            words = words.replace(name, _shortest(name, names))
        full = next((full for full in WORDINGS.shortest if words == full or words.startswith(f"{full} ")), "")
        rest = words[len(full) :].strip()
        if answer.verb == "play":
            rest = rest.partition(" with ")[0]
            yield from (f"{verb} {rest}".strip() for verb in ("", WORDINGS.shortest[full], full))
        if full:
            yield f"{WORDINGS.shortest[full]} {words[len(full) :].strip()}".strip()
        yield words

    def parses_as(self, state: ChampionsState, seat: int, words: str, answer: Action) -> bool:
        """Whether the words of ``seat`` are read as ``answer``."""
        try:
            meant = answers.read(state, seat, words)
        except ActionError:
            return False
        verb = RULES.verbs.of(answer)
        return verb.name == meant.verb and verb.canonical(state, meant) == verb.canonical(state, answer)

    def lines(self, state: ChampionsState, seat: int | None, words: str) -> list[Line]:
        """Return the lines that one line stands for: one for each card drawn in a row."""
        found = _SEVERAL.match(words)
        if found is None or seat != CHANCE:
            return [Line(named(seat), words)]
        names = {fold(card.name) for card in state.table.values()}
        drawn = [f"{found['who']}{card}" for card in _listed(found["cards"], names)] or [words]
        return [Line(seat, each) for each in drawn]

    def chance_text(self, state: ChampionsState, seat: int, words: str) -> str:
        """Return the words of chance for what ``seat`` says that it draws or reveals; empty for other words."""
        said = re.match(r"^(draws?|reveals?) (\S.*)$", words.strip(), re.IGNORECASE)
        if said is None or not 0 <= seat < len(state.names):
            return ""
        return f"{state.names[seat]} {said[1].lower().rstrip('s')}s {said[2]}"

    def awaits(self, state: ChampionsState, seat: int, words: str) -> bool:
        """Whether ``seat`` is asked for what the words answer, legal or not."""
        decision, verb = state.pending, RULES.verbs.named.get(answers.verb_of(words))
        return decision is not None and verb is not None and (decision.seat, decision.kind) == (seat, verb.kind)

    def position_template(
        self, names: Sequence[str], cards: Catalogue[Any], lists: Mapping[str, Sequence[str]]
    ) -> Sequence[tuple[str, str]]:
        """Return the fields of a position of these players for somebody to fill in, as key and text.

        Whose deck is known has its own Champions in the lanes, as they stand in the list; other lanes are empty.
        """
        fields = [("Turn", f"{names[0]} 5")]
        for name in names:
            placed, beside = _laid_in(cards, lists.get(name))
            personal = [("health", "30"), *((f"lane {lane}", card) for lane, card in enumerate(placed, 1))]
            personal += [("blessings", ", ".join(beside)), ("hand", ""), ("deck", "")]
            fields += [(f"{name} {key}", text) for key, text in personal]
        return fields

    def assumptions(self, setup: Setup, fields: Mapping[str, Sequence[str]] | None) -> Sequence[str]:
        """Return how what a position does not tell is taken."""
        if fields is None:
            return ()
        told = {key.casefold() for key in fields}
        missing = [
            f"{name} has no cards in {pile}"
            for name in setup.names
            for pile in ("hand", "discard")
            if f"{name} {pile}".casefold() not in told
        ]
        return (*missing, *(() if "phase" in told else ("it is the Action Phase",)))


def _listed(text: str, names: Collection[str]) -> list[str]:
    """Return the cards of a list with commas; a name that has a comma itself stays whole.

    >>> _listed("Keldrek, Knight, Ilse", {"keldrekknight"})
    ['Keldrek, Knight', 'Ilse']
    """
    cards: list[str] = []
    for part in filter(None, map(str.strip, text.split(","))):
        joined = f"{cards[-1]}, {part}" if cards else part
        if cards and fold(joined) in names:
            cards[-1] = joined
        else:
            cards.append(part)
    return cards


def _laid_in(cards: Catalogue[Any], listed: Sequence[str] | None) -> tuple[Sequence[str], Sequence[str]]:
    """Return what lies in a player's lanes, and the Blessings, of a list; without one, nothing."""
    of_list = [card for name in listed or () if (card := cards.get(name)) is not None]
    champions = [card.name for card in of_list if card.kind is CardType.CHAMPION]
    blessings = [card.name for card in of_list if card.kind is CardType.BLESSING]
    return (champions if listed else [""] * LANES)[:LANES], blessings


@lru_cache(maxsize=2048)
def _shortest(name: str, names: tuple[str, ...]) -> str:
    return shortest_unique(name, names)


NOTATION: Final = ChampionsNotation()
"""The notation; it holds no state of its own."""
