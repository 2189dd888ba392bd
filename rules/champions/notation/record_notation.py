"""The record notation of Champions, for the judge package."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from rules.champions.cards import CardType
from rules.champions.notation import actions
from rules.champions.notation.actions import WORDINGS
from rules.champions.notation.card_names import NO_NAME
from rules.champions.notation.position_parser import parse_position
from rules.champions.notation.position_writer import describe_position
from rules.champions.rules import RULES
from rules.champions.state import LANES, ChampionsState
from rules.decks import Catalogue
from rules.decks.abbreviations import shortest_unique
from rules.decks.names import fold
from rules.decks.names import words as fold_words
from rules.engine.decision import Action, ActionError
from rules.engine.game import Line, ParsedAction, RepeatedEvent, Setup
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.notation.usual import UsualNotation, require_seat

REPEATS: Final = {
    "objective": "{champion}'s quest turns",
    "complete": "{champion}'s quest is complete",
    "reveal": "{player} reveals {champion}",
    "rotate": "{champion} turns",
    "exhaust": "{champion} is exhausted",
    "blessing-ends": "{champion} is exhausted",
}
"""Words of lines that repeat an automatic event."""
_SEVERAL: Final = re.compile(r"^(?P<who>\S.*? draws )(?P<cards>.+)$", re.IGNORECASE)
_COUNT: Final = re.compile(r"^(?P<count>[1-9]\d?)\s*[x×]?\s+(?P<name>\S.*)$", re.IGNORECASE)  # noqa: RUF001 - people type the multiplication sign


class ChampionsNotation(UsualNotation[ChampionsState]):
    """Writes and parses actions and positions.

    Implements ``rules.judge.game.RecordNotation``.
    """

    def render(self, state: ChampionsState, action: Action) -> str:
        """Return an action as record text, at the pending decision."""
        return actions.render(state, action)

    def read(self, state: ChampionsState, seat: int, words: str) -> ParsedAction[ChampionsState]:
        """Parse the record text of an action; raises as ``actions.read``."""
        return ParsedAction(actions.read(state, seat, words), state)

    def position(self, fields: Mapping[str, Sequence[str]], setup: Setup) -> ChampionsState:
        """Return the game in a position; raises ``PositionError`` with all errors."""
        return parse_position(fields, setup)

    def describe(self, state: ChampionsState) -> list[tuple[str, str]]:
        """Return a game as fields that ``position`` accepts.

        They are pairs of name and text.
        """
        return describe_position(state)

    def repeats(
        self, state: ChampionsState, seat: int, words: str, events: Sequence[Event]
    ) -> RepeatedEvent[ChampionsState] | None:
        """Return which of the last ``events`` the line only repeats.

        ``None`` for a new action.
        """
        folded_words = fold(words.rstrip(" ."))
        for index, event in enumerate(events):
            if seat in (CHANCE, event.args[0]) and folded_words in self._repeating_lines(state, event):
                return RepeatedEvent(event, index + 1, state)
        return None

    def _repeating_lines(self, state: ChampionsState, event: Event) -> tuple[str, ...]:
        template = REPEATS.get(event.kind)
        if template is None:
            return ()
        player, name = state.names[int(event.args[0])], state.table[int(event.args[1])].name
        first = name.split()[0]
        # A first word that two names share would be ambiguous.
        alone = len({card.name for card in state.table.values() if card.name.split()[0] == first}) == 1
        return tuple(
            fold(template.format(player=player, champion=each)) for each in ((name, first) if alone else (name,))
        )

    def render_repetition(self, state: ChampionsState, seat: int, words: str, event: Event) -> str:  # noqa: ARG002 - a protocol
        """Return the normalized text of a line that repeats ``event``."""
        name = state.table[int(event.args[1])].name
        return REPEATS[event.kind].format(player=state.names[int(event.args[0])], champion=name)

    def short_forms(self, state: ChampionsState, action: Action) -> Iterator[str]:
        """Yield abbreviated texts of an action, shortest first; some may be ambiguous."""
        words = actions.render(state, action)
        names = tuple(sorted({card.name for card in state.table.values()}))
        for name in dict.fromkeys(state.table[cid].name for cid in action.refs):
            words = words.replace(name, _shortest_name(name, names))
        full = next((full for full in WORDINGS.shortest if words == full or words.startswith(f"{full} ")), "")
        rest = words[len(full) :].strip()
        if action.verb == "play":
            rest = rest.partition(" with ")[0]
            yield from (f"{verb} {rest}".strip() for verb in ("", WORDINGS.shortest[full], full))
        if full:
            yield f"{WORDINGS.shortest[full]} {words[len(full) :].strip()}".strip()
        yield words

    def parses_as(self, state: ChampionsState, seat: int, words: str, action: Action) -> bool:
        """Return True if the text of ``seat`` parses as ``action``."""
        try:
            meant = actions.read(state, seat, words)
        except ActionError:
            return False
        verb = RULES.verbs.of(action)
        return verb.name == meant.verb and verb.canonical(state, meant) == verb.canonical(state, action)

    def lines(self, state: ChampionsState, seat: int | None, words: str) -> list[Line]:
        """Split a line with several drawn cards into one line per card.

        For example ``draws 2 Gate Guard, Choke``.
        """
        match = _SEVERAL.match(words)
        if match is None or seat != CHANCE:
            return [Line(require_seat(seat), words)]
        names = {fold(card.name) for card in state.table.values()}
        drawn = [f"{match['who']}{card}" for card in _split_names(match["cards"], names)] or [words]
        return [Line(seat, each) for each in drawn]

    def chance_text(self, state: ChampionsState, seat: int, words: str) -> str:
        """Return a player's draw or reveal as text of the random outcome.

        Empty for other text.
        """
        folded_words = re.match(r"^(draws?|reveals?) (\S.*)$", words.strip(), re.IGNORECASE)
        if folded_words is None or not 0 <= seat < len(state.names):
            return ""
        return f"{state.names[seat]} {folded_words[1].lower().rstrip('s')}s {folded_words[2]}"

    def awaits(self, state: ChampionsState, seat: int, words: str) -> bool:
        """Return True if ``seat`` must choose an action of this type now, legal or not."""
        decision, verb = state.pending, RULES.verbs.named.get(actions.verb_of(words))
        return decision is not None and verb is not None and (decision.seat, decision.kind) == (seat, verb.kind)

    def position_template(
        self, names: Sequence[str], cards: Catalogue[Any], lists: Mapping[str, Sequence[str]]
    ) -> Sequence[tuple[str, str]]:
        """Return the prefilled fields of a position form, as pairs of field name and text.

        A known decklist fills the lanes with its Champions in list order; other lanes are empty.
        """
        fields = [("Turn", f"{names[0]} 5")]
        for name in names:
            placed, extras = _initial_lanes(cards, lists.get(name))
            personal = [("health", "30"), *((f"lane {lane}", card) for lane, card in enumerate(placed, 1))]
            personal += [("blessings", ", ".join(extras)), ("hand", ""), ("deck", "")]
            fields += [(f"{name} {key}", text) for key, text in personal]
        return fields

    def assumptions(self, setup: Setup, fields: Mapping[str, Sequence[str]] | None) -> Sequence[str]:
        """Return sentences about the values assumed for omitted fields of a position."""
        if fields is None:
            return ()
        given_keys = {key.casefold() for key in fields}
        missing = [
            f"{name} has no cards in {pile}"
            for name in setup.names
            for pile in ("hand", "discard")
            if f"{name} {pile}".casefold() not in given_keys
        ]
        return (*missing, *(() if "phase" in given_keys else ("it is the Action Phase",)))


def _split_names(text: str, names: Collection[str]) -> list[str]:
    """Split a comma-separated list of cards, keeping names with commas whole.

    >>> _split_names("Keldrek, Knight, 2 Ilse", {"keldrekknight"})
    ['Keldrek, Knight', 'Ilse', 'Ilse']
    """
    cards: list[str] = []
    for part in filter(None, map(str.strip, text.split(","))):
        joined = f"{cards[-1]}, {part}" if cards else part
        if cards and fold(joined) in names:
            cards[-1] = joined
        else:
            cards.append(part)
    return [name for part in cards for name in _repeated(part, names)]


def _repeated(part: str, names: Collection[str]) -> list[str]:
    """Return a name repeated by the number before it.

    A number that begins a card's name is no count.
    """
    match = _COUNT.match(part)
    return [part] if match is None or fold(part) in names else [match["name"]] * int(match["count"])


def _initial_lanes(cards: Catalogue[Any], listed: Sequence[str] | None) -> tuple[Sequence[str], Sequence[str]]:
    """Return the Champions by lane and the Blessings of a decklist.

    Empty if there is none.
    """
    of_list = [card for name in listed or () if (card := cards.get(name)) is not None]
    champions = [card.name for card in of_list if card.kind is CardType.CHAMPION]
    blessings = [card.name for card in of_list if card.kind is CardType.BLESSING]
    return (champions if listed else [""] * LANES)[:LANES], blessings


@lru_cache(maxsize=2048)
def _shortest_name(name: str, names: tuple[str, ...]) -> str:
    """Return the shortest form of a name.

    The name itself if that form is a filler word ("her").
    """
    short = shortest_unique(name, names)
    return name if set(fold_words(short).split()) <= NO_NAME else short


NOTATION: Final = ChampionsNotation()
"""The notation; stateless."""
