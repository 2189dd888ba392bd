"""The registry of card games, and the interface of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Self, cast

from rules.judge.record.errors import Problem, RecordError
from rules.lazy_fields import LazyField
from rules.pattern import PLAIN, Pattern

if TYPE_CHECKING:
    from rules.card_search import Vocabulary
    from rules.decks import Catalogue, DeckCard, Format
    from rules.decks.card_files import CardFileForm, OwnCards
    from rules.decks.event_rules import DeckFact, EventDeckRules
    from rules.engine.game import Engine
    from rules.judge.board_layout import BoardLayout
    from rules.judge.game import RecordNotation, Views
    from rules.judge.record.model import Record
    from rules.notation.position.form import PositionForm
    from rules.precedents import Precedent
    from rules.rulebooks import Interpretation, Rulebook
    from rules.rulebooks.coverage import RuleCoverage


class NoEngineError(ValueError):
    """The game cannot be played or replayed because it has no engine."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            f"Disputes in {game.name} cannot be replayed because there is no engine for this game. Its rules, cards "
            "and deck checks are available."
        )
        self.game = game

    def __reduce__(self) -> tuple[type[NoEngineError], tuple[Game]]:
        return type(self), (self.game,)


class NoCardFileError(ValueError):
    """A card file was passed for a game that has none."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"{game.name} does not support card files: it uses its built-in cards.")
        self.game = game

    def __reduce__(self) -> tuple[type[NoCardFileError], tuple[Game]]:
        return type(self), (self.game,)


class NoCardSetError(ValueError):
    """The named set of cards is unknown or not available."""

    def __init__(self, game: Game, name: str, message: str = "") -> None:
        names = ", ".join(game.card_sets) or "none comes with it"
        names += "; `file HASH` names an organiser's card file" if game.supports_card_files else ""
        super().__init__(message or f"{name!r} is no set of cards of {game.name}; known: {names}")
        self.game, self.name = game, name
        self.known = tuple(game.card_sets)

    def __reduce__(self) -> tuple[type[NoCardSetError], tuple[Game, str, str]]:
        return type(self), (self.game, self.name, str(self))


HASH_SHOWN: Final = 16
"""The number of hexadecimal digits of a card file's hash in records and verdicts."""
_FILE_NAMED: Final = re.compile(rf"file ([0-9a-f]{{{HASH_SHOWN},64}})", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, repr=False)
class Game:
    """A card game: its cards, formats, rules documents and open rules.

    ``PlayableGame`` adds the engine. Fields that are slow to load may be given as :func:`rules.lazy_fields.lazy`.

    Attributes:
        slug: the name in URLs and on the command line.
        name: the display name.
        short: a shorter display name, part of the name.
        cards: all cards in every printing.
        card_facts: returns the facts of a printing as plain values.
        describe_card: returns the facts of a printing as text.
        card_fields: the fields of the card search.
        formats: the deck formats by slug.
        rulebooks: the rules documents by slug.
        versions: the display names of the rules versions, the default one first; of a playable game those that the
            engine supports, in its order.
        interpretations: the open rules by id.
        procedure: notes of tournament procedure on open rules, with their sources.
        precedents: known rulings by id.
        play_first: the rule of tournament documents on who chooses to play first; empty if there is none.
        time_called: the citation of the rule on playing after time is called; empty if there is none.
        card_files: the format of organisers' card files; ``None`` for a game whose cards are complete.
        own: the contents of the card file in use; ``None`` without one, see :meth:`with_cards`.
        card_sets: functions that return the card files that come with the game, by their name in records.
        card_set: the name of the set in use; empty for the game's own cards, see :meth:`with_set`.
        deck_facts: the facts that its formats need from an organiser.
        formats_with_event_rules: returns its formats for an organiser's event rules, given whether every card is known;
            ``None`` if the formats need no facts.
        event_rules: the event rules in use; ``None`` without any, see :meth:`with_event_rules`.
        pattern: the shapes of the pictures of its events.
    """

    slug: str
    name: str
    short: str = ""
    cards: Catalogue[DeckCard]
    card_facts: Callable[[Any], dict[str, Any]]
    describe_card: Callable[[Any], str]
    card_fields: LazyField[Vocabulary[Any]] = LazyField()
    formats: LazyField[Mapping[str, Format]] = LazyField()
    rulebooks: Mapping[str, Rulebook]
    versions: Mapping[str, str]
    interpretations: Mapping[str, Interpretation] = field(default_factory=dict)
    procedure: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    precedents: LazyField[Mapping[str, Precedent]] = LazyField(dict)
    card_files: LazyField[CardFileForm[Any] | None] = LazyField(lambda: None)
    play_first: str = ""
    time_called: str = ""
    own: OwnCards[Any] | None = None
    card_sets: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    card_set: str = ""
    deck_facts: tuple[DeckFact, ...] = ()
    formats_with_event_rules: Callable[[EventDeckRules, bool], Mapping[str, Format]] | None = None
    event_rules: EventDeckRules | None = None
    pattern: Pattern = PLAIN

    def with_cards(self, text: str) -> Self:
        """Return this game with an organiser's card file.

        Its cards are added or replaced.

        Args:
            text: the file, in the format of the game.

        Raises:
            NoCardFileError: the game has no card files.
            CardFileError: the file is invalid; every error with its line.
        """
        if self.card_files is None:
            raise NoCardFileError(self)
        card_file = self.card_files.read(text)
        return replace(self, cards=card_file.cards, formats=card_file.formats or self.formats, own=card_file)

    def with_set(self, name: str) -> Self:
        """Return this game with the cards of a set that comes with it; results are cached.

        Raises:
            NoCardSetError: the game has no set of that name.
        """
        set_name = next((each for each in self.card_sets if each.casefold() == name.casefold()), None)
        if set_name is None:
            raise NoCardSetError(self, name)
        return cast("Self", _with_set(self.slug, set_name))

    def with_event_rules(self, event_rules: EventDeckRules) -> Self:
        """Return this game with an event's deck rules; a card file has to be added before.

        Args:
            event_rules: banned and restricted cards, and facts that the formats need.
        """
        formats = self.formats
        if event_rules.facts and self.formats_with_event_rules is not None:
            formats = self.formats_with_event_rules(event_rules, self.own is not None and self.own.formats is not None)
        return replace(
            self,
            formats={slug: each.with_event_rules(event_rules) for slug, each in formats.items()},
            event_rules=event_rules,
        )

    @property
    def cards_reference(self) -> str:
        """The value of a record's header ``Cards``.

        It is the name of a set or the hash of a card file. It is empty for the game's own cards.
        """
        if self.card_set or self.own is None:
            return self.card_set
        return f"file {self.own.hash[:HASH_SHOWN]}"

    @property
    def card_file_notice(self) -> str:
        """The notice for verdicts that depend on an organiser's card file.

        Empty if there is none.
        """
        if self.card_set or self.own is None:
            return ""
        title = f" “{self.own.title}”" if self.own.title else ""
        return (
            f"The cards are the organiser's: facts and effects are those of the card file{title} "
            f"({self.own.hash[:HASH_SHOWN]})and are not verified by anyone else."
        )

    @property
    def supports_card_files(self) -> bool:
        """True if the game accepts card files of organisers."""
        return self.card_files is not None

    def needs_pool(self, format_slug: str) -> bool:
        """Return True if decks of a format are built from a card pool.

        False for unknown formats.
        """
        deck_format = self.formats.get(format_slug)
        return deck_format is not None and deck_format.needs_pool

    def rule(self, citation: str, version: str = "") -> str:
        """Return our text of a cited rule; empty for a source outside the rules documents.

        >>> GAMES["epic"].rule("1.6.2")
        'A player who has to draw and finds too few cards in the deck to do it wins the game.'

        Args:
            citation: of a rule, or of an interpretation: then the open question and the option.
            version: the rules version, for the default option; the newest by default.
        """
        from rules.rulebooks.citations import text_of_rule  # noqa: PLC0415 - loads the documents, which few programs need

        return text_of_rule(self.rulebooks, self.interpretations, citation, version or self.usual_version)

    def __repr__(self) -> str:
        """Return a short text with the slug, the name and the cards in use."""
        cards = f", {self.cards_reference}" if self.cards_reference else ""
        return f"<{type(self).__name__} {self.slug}: {self.name}{cards}>"

    @property
    def usual_version(self) -> str:
        """The default rules version."""
        return next(iter(self.versions))

    @property
    def usual_format(self) -> str:
        """The default format; empty if there is none."""
        return next(iter(self.formats), "")

    @property
    def is_playable(self) -> bool:
        """True if an engine plays the game, so that its disputes can be replayed."""
        return isinstance(self, PlayableGame)

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[str, str | None, EventDeckRules | None, str]]:
        """Pickle the slug, the cards and the event rules.

        Functions cannot be pickled.
        """
        text = self.own.text if self.own and not self.card_set else None
        return _unpickle_game, (self.slug, text, self.event_rules, self.card_set)


@dataclass(frozen=True, kw_only=True, repr=False)
class PlayableGame(Game):
    """A game with an engine, which can be played, replayed and judged.

    Attributes:
        engine: the engine; it has no state.
        notation: the notation of actions and positions in records.
        views: the views of a game for each viewer, without hidden information.
        layout: the layout of its board.
        positions: the form for entering a position.
        coverage: returns which engine tests cover each rule and interpretation, by citation.
        sample: a sample record; empty for none.
    """

    engine: Engine[Any]
    notation: RecordNotation[Any]
    views: Views[Any]
    layout: BoardLayout
    positions: LazyField[PositionForm] = LazyField()
    sample: str = ""
    coverage: Callable[[], Mapping[str, RuleCoverage]]


def _unpickle_game(slug: str, text: str | None, event_rules: EventDeckRules | None, card_set: str) -> Game:
    game = _with_set(slug, card_set) if card_set else GAMES[slug]
    game = game if text is None else game.with_cards(text)
    return game if event_rules is None else game.with_event_rules(event_rules)


@cache
def _with_set(slug: str, name: str) -> Game:
    game = GAMES[slug]
    return replace(game.with_cards(game.card_sets[name]()), card_set=name)


class _Games(MutableMapping[str, Game]):
    """The games by slug, each imported when it is first used.

    Args:
        modules: the module of each game, which defines it as ``GAME``.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules: dict[str, str | Game] = dict(modules)

    def __getitem__(self, slug: str) -> Game:
        """Return a game; raise ``KeyError`` if the slug is unknown."""
        held = self._modules[slug]
        game: Game = import_module(held).GAME if isinstance(held, str) else held
        return game

    def __setitem__(self, slug: str, game: Game) -> None:
        """Add a game at run time, for tests."""
        self._modules[slug] = game

    def __delitem__(self, slug: str) -> None:
        del self._modules[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


GAMES: Mapping[str, Game] = _Games(
    {
        "epic": "rules.game_definitions.epic",
        "hex": "rules.game_definitions.hex",
        "epic-tcg": "rules.game_definitions.epic_tcg",
        "champions": "rules.game_definitions.champions",
    }
)
"""All games by slug, the default one first."""


class _Versions(Mapping[str, tuple[str, ...]]):
    def __getitem__(self, slug: str) -> tuple[str, ...]:
        return tuple(GAMES[slug].versions)

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


VERSIONS: Mapping[str, tuple[str, ...]] = _Versions()
"""The rules versions by game slug; reading those of one game imports no other."""

EPIC: PlayableGame
HEX: Game
EPIC_TCG: Game
CHAMPIONS: PlayableGame

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Game:
        slug = {"EPIC": "epic", "HEX": "hex", "EPIC_TCG": "epic-tcg", "CHAMPIONS": "champions"}.get(name)
        if slug is None:
            raise AttributeError(f"module 'rules.games' has no attribute {name!r}", name=name)
        return GAMES[slug]


def require_engine(game: Game) -> PlayableGame:
    """Return the game as a playable one.

    Raises:
        NoEngineError: no engine plays it.
    """
    if not isinstance(game, PlayableGame):
        raise NoEngineError(game)
    return game


def card_file_hash(record: Record) -> str:
    """Return the hash, or its first digits, of the card file that a record names.

    Or "".
    """
    header = record.header("Cards")
    match = _FILE_NAMED.fullmatch(header.value.strip()) if header is not None else None
    return match[1].lower() if match else ""


def game_for_record(record: Record, own: Game | None = None) -> PlayableGame:
    """Return the game of a record with the cards that the record names.

    Args:
        record: its header ``Cards`` names a set that comes with the game, or an organiser's card file by its hash.
        own: the game with the available card file; a record without the header is played with it.

    Raises:
        RecordError: the game or set is unknown, it has no engine, or the named card file is not available.
    """
    game = GAMES.get(record.game.casefold())
    header = record.header("Game")
    place = header.place if header else record.headers[0].place
    if game is None:
        message = f"unknown game {record.game!r}; choose from {', '.join(GAMES)}"
        raise RecordError(Problem(place.line, place.column, message, record.game, tuple(GAMES)))
    try:
        engine_game = require_engine(game)
    except NoEngineError as error:
        raise RecordError(Problem(place.line, place.column, str(error), record.game)) from error
    if own is not None and own.slug != game.slug:
        message = f"the card file is of {own.name}, and this record of {game.name}"
        raise RecordError(Problem(place.line, place.column, message, record.game))
    cards_header = record.header("Cards")
    if cards_header is None:
        return require_engine(own) if own is not None else engine_game
    try:
        return _with_named(engine_game, cards_header.value.strip(), card_file_hash(record), own)
    except NoCardSetError as error:
        problem = Problem(
            cards_header.place.line, cards_header.place.column, str(error), cards_header.value, error.known
        )
        raise RecordError(problem) from error


def _with_named(game: PlayableGame, name: str, file_hash: str, own: Game | None) -> PlayableGame:
    """Return a game with the cards that a record names.

    Raises:
        NoCardSetError: the cards are unknown, or the card file is another one or missing.
    """
    if not file_hash:
        if own is not None:
            raise NoCardSetError(game, name, f"the record is played with {name!r}, so no card file belongs to it")
        return game.with_set(name)
    if own is None or own.own is None:
        message = f"this record is played with the card file {file_hash}: add that file (`--cards FILE`)"
        raise NoCardSetError(game, name, message)
    if not own.own.hash.startswith(file_hash):
        at_hand = own.own.hash[:HASH_SHOWN]
        message = f"this record is played with the card file {file_hash}, but the available one is {at_hand}"
        raise NoCardSetError(game, name, message)
    return require_engine(own)
