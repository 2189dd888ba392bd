"""Errors and warnings of the library's public functions."""

from collections.abc import Sequence


class ArgumentTypeError(TypeError, ValueError):
    """An argument has the wrong type.

    It is also a ``ValueError``, which earlier versions raised for some of these.

    Attributes:
        argument: the name of the parameter.
        expected: the accepted types, in words.
        value: the value that was passed.
    """

    def __init__(self, argument: str, expected: str, value: object) -> None:
        value_text = repr(value)
        value_text = value_text if len(value_text) <= MAX_SHOWN else f"{value_text[:MAX_SHOWN]}..."
        super().__init__(f"{argument} must be {expected}, not {type(value).__name__} ({value_text})")
        self.argument, self.expected, self.value = argument, expected, value

    def __reduce__(self) -> tuple[type["ArgumentTypeError"], tuple[str, str, object]]:
        """Unpickle by calling ``__init__`` with the arguments."""
        return type(self), (self.argument, self.expected, self.value)


class UnknownGameError(ValueError):
    """No card game has this slug.

    Attributes:
        slug: the slug that was passed. known: the slugs that exist.
    """

    def __init__(self, slug: str, slugs: Sequence[str]) -> None:
        super().__init__(f"unknown game {slug!r}; choose from {', '.join(slugs)}")
        self.slug, self.known = slug, tuple(slugs)

    def __reduce__(self) -> tuple[type["UnknownGameError"], tuple[str, tuple[str, ...]]]:
        """Unpickle by calling ``__init__`` with the arguments."""
        return type(self), (self.slug, self.known)


class UnknownViewerError(ValueError):
    """No player has this name or seat, so it cannot be the viewer of a board."""


class GameOverError(ValueError):
    """The game is over, so it has no pending decision."""


class NothingToUndoError(ValueError):
    """There are not enough lines to undo."""


class SamplingError(ValueError):
    """No world can be sampled.

    The game has no unknown cards, or the decklist contradicts the known cards.
    """


class MissingDecklistError(SamplingError):
    """No world can be sampled because a player's decklist is not known.

    Attributes:
        unknown_cards: the number of unknown cards of each player without a decklist.
    """

    def __init__(self, unknown_cards: dict[str, int]) -> None:
        missing = "; ".join(
            f"{name} has {count} unknown card{'s' * (count > 1)} and no decklist"
            for name, count in unknown_cards.items()
        )
        example = f"decks={{{next(iter(unknown_cards))!r}: rules.parse_deck(text)}}"
        super().__init__(f"{missing}: pass one, for example {example}, or add it to the record as a `Deck` block")
        self.unknown_cards = dict(unknown_cards)

    def __reduce__(self) -> tuple[type["MissingDecklistError"], tuple[dict[str, int]]]:
        """Unpickle by calling ``__init__`` with the counts."""
        return type(self), (self.unknown_cards,)


class UnknownCardsWarning(UserWarning):
    """Random play ignores unknown cards, so its results are biased."""


MAX_SHOWN = 60
"""The maximum number of characters of a wrong argument in a message."""


def expect(value: object, kinds: type | tuple[type, ...], argument: str, expected: str) -> None:
    """Raise ``ArgumentTypeError`` unless ``value`` is an instance of ``kinds``.

    A ``bool`` is not accepted as an ``int``.
    """
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise ArgumentTypeError(argument, expected, value)
