"""A library of card games: cards, decks, rules documents, an engine and replays.

Begin with ``game``, ``position``, ``deck`` or ``replay``; results and errors are typed. Each name is imported when it
is first used, so a program loads only what it needs.
"""

import os

from rules.lazy_imports import lazy_getattr

TYPE_CHECKING = False
"""Defined here because importing ``typing`` takes longer than this module."""
if TYPE_CHECKING:
    from rules.actions import Action
    from rules.api import apply, check, deck, game, legal, parse_deck, position, record, replay, verdict
    from rules.decks import (
        Catalogue,
        DeckCard,
        Decklist,
        DeckReport,
        Format,
        ParsedDeck,
        UnreadableDeckError,
    )
    from rules.decks import Problem as DeckProblem
    from rules.decks.card_files import CardFileError
    from rules.engine.decision import (
        ActionError,
        AmbiguousActionError,
        IllegalActionError,
        InvalidActionError,
        SetupError,
        UndeterminedError,
        Violation,
    )
    from rules.engine.division import Dealer, Division
    from rules.errors import (
        ArgumentTypeError,
        GameOverError,
        MissingDecklistError,
        NothingToUndoError,
        SamplingError,
        UnknownCardsWarning,
        UnknownGameError,
        UnknownViewerError,
    )
    from rules.games import GAMES, Game, NoCardFileError, NoCardSetError, NoEngineError, PlayableGame
    from rules.judge.board import JUDGE, PUBLIC, Board, Piece, Pile, PlayerBoard
    from rules.judge.record import CHANCE_NAME as CHANCE
    from rules.judge.record import Problem, Record, RecordError
    from rules.judge.replay.result import Replay, Step
    from rules.judge.replay.verdict import Illegal, Verdict
    from rules.notation.position.errors import FieldError, PositionError
    from rules.options import Options, Outcome, Reasons, ReportedEvent, TooManyActionsError
    from rules.rulebooks import Interpretation, Rule, Rulebook, UnknownRuleError
    from rules.table import Table

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "GAMES",
    "JUDGE",
    "PUBLIC",
    "Action",
    "ActionError",
    "AmbiguousActionError",
    "ArgumentTypeError",
    "Board",
    "CardFileError",
    "Catalogue",
    "Dealer",
    "DeckCard",
    "DeckProblem",
    "DeckReport",
    "Decklist",
    "Division",
    "FieldError",
    "Format",
    "Game",
    "GameOverError",
    "Illegal",
    "IllegalActionError",
    "Interpretation",
    "InvalidActionError",
    "MissingDecklistError",
    "NoCardFileError",
    "NoCardSetError",
    "NoEngineError",
    "NothingToUndoError",
    "Options",
    "Outcome",
    "ParsedDeck",
    "Piece",
    "Pile",
    "PlayableGame",
    "PlayerBoard",
    "PositionError",
    "Problem",
    "Reasons",
    "Record",
    "RecordError",
    "Replay",
    "ReportedEvent",
    "Rule",
    "Rulebook",
    "SamplingError",
    "SetupError",
    "Step",
    "Table",
    "TooManyActionsError",
    "UndeterminedError",
    "UnknownCardsWarning",
    "UnknownGameError",
    "UnknownRuleError",
    "UnknownViewerError",
    "UnreadableDeckError",
    "Verdict",
    "Violation",
    "__version__",
    "apply",
    "check",
    "deck",
    "game",
    "legal",
    "parse_deck",
    "position",
    "record",
    "replay",
    "verdict",
]

_PUBLIC_NAMES = {
    "rules.decks": "Catalogue DeckCard Decklist DeckReport Format ParsedDeck UnreadableDeckError DeckProblem=Problem",
    "rules.engine.decision": "AmbiguousActionError ActionError IllegalActionError InvalidActionError SetupError "
    "UndeterminedError Violation",
    "rules.engine.division": "Dealer Division",
    "rules.errors": "ArgumentTypeError GameOverError MissingDecklistError NothingToUndoError SamplingError "
    "UnknownCardsWarning UnknownGameError UnknownViewerError",
    "rules.actions": "Action",
    "rules.api": "apply check deck game legal parse_deck position record replay verdict",
    "rules.decks.card_files": "CardFileError",
    "rules.games": "GAMES Game NoCardFileError NoCardSetError NoEngineError PlayableGame",
    "rules.judge.board": "JUDGE PUBLIC Board Piece Pile PlayerBoard",
    "rules.judge.record": "CHANCE=CHANCE_NAME Problem Record RecordError",
    "rules.notation.position.errors": "FieldError PositionError",
    "rules.judge.replay.result": "Replay Step",
    "rules.judge.replay.verdict": "Illegal Verdict",
    "rules.rulebooks": "Interpretation Rule Rulebook UnknownRuleError",
    "rules.options": "ReportedEvent Options Outcome Reasons TooManyActionsError",
    "rules.table": "Table",
}
"""The public names by module; ``public=private`` for a name that differs there."""

if os.environ.get("RULES_COMPILED"):
    from rules.compiled import compiled_package_path

    __path__ = compiled_package_path(os.environ["RULES_COMPILED"])


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


# Hidden from type checkers, which would otherwise accept every misspelt name.
if not TYPE_CHECKING:
    __getattr__ = lazy_getattr(__name__, _PUBLIC_NAMES)
