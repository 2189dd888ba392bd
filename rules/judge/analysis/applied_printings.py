"""The printings in a verdict of cards with changed text, and alternatives."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.decks.names import fold
from rules.frozen import frozen
from rules.judge.analysis.applied_interpretations import VersionComparison, compare_record
from rules.judge.board import JUDGE, Viewer
from rules.judge.record.model import NO_NOTES, Header, Record
from rules.judge.replay.result import Replay
from rules.judge.setup.printings import KEY, format_printings, printing_label


@frozen
class AppliedPrinting:
    """The printing used for a card whose text was changed.

    Attributes:
        card: the name of the card.
        taken: the product line of the printing that is used.
        newest: whether it is the newest printing.
        others: the verdicts under the other printings; their ``version`` is like ``Teleport as printed in Promo``.
    """

    card: str
    taken: str
    newest: bool
    others: tuple[VersionComparison, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        others = [other.to_json() for other in self.others]
        return {"card": self.card, "taken": self.taken, "newest": self.newest, "others": others}


def applied_printings(replayed: Replay, viewer: Viewer = JUDGE) -> tuple[AppliedPrinting, ...]:
    """Return the printing in use of each relevant card.

    Each comes with the verdicts under the others. Each alternative takes one more replay. A card that is visible only
    in a hand is relevant only for viewers who may see it.
    """
    return tuple(_build_applied_printing(replayed, name, viewer) for name in _relevant_cards(replayed, viewer))


def _relevant_cards(replayed: Replay, viewer: Viewer) -> Iterator[str]:
    """Yield the cards with changed text that ``viewer`` sees, except in decks."""
    states = [replayed.initial_state, replayed.final, *([replayed.disputed] if replayed.disputed is not None else [])]
    names = {card.name for state in states for card in getattr(state, "table", {}).values()}
    illegal = replayed.illegal
    illegal_text = fold(illegal.text if viewer == JUDGE else illegal.public_text) if illegal is not None else ""
    reworded = [name for name in replayed.game.cards.reworded if name in names or fold(name) in illegal_text]
    if not reworded:
        return
    seen = {name for state in states for name in _visible_cards(replayed, state, viewer)}
    sentences = [sentence for index in range(len(replayed.steps) + 1) for sentence in replayed.sentences(index, viewer)]
    for name in reworded:
        if name in seen or fold(name) in illegal_text or any(name in sentence for sentence in sentences):
            yield name


def _visible_cards(replayed: Replay, state: Any, viewer: Viewer) -> Iterator[str]:
    for side in replayed.game.views.board(state, viewer).sides:
        yield from side.hand.cards or ()
        yield from side.discard.cards or ()
        yield from (piece.name for piece in side.pieces)


def _build_applied_printing(replayed: Replay, name: str, viewer: Viewer) -> AppliedPrinting:
    printings = replayed.game.cards.reworded[name]
    chosen = dict(replayed.initial_state.choices)
    index = chosen.get(name, 0)
    others = tuple(
        compare_record(
            replayed, f"{name} as printed in {printing_label(other)}", _with_printing(replayed, name, number), viewer
        )
        for number, other in enumerate(printings)
        if number != index
    )
    return AppliedPrinting(name, printing_label(printings[index]), not index, others)


def _with_printing(replayed: Replay, name: str, index: int) -> Record:
    choices = tuple({**dict(replayed.initial_state.choices), name: index}.items())
    header = Header(KEY, format_printings(replayed.game.cards, choices), NO_NOTES, replayed.record.headers[-1].place)
    others = (each for each in replayed.record.headers if each.key.casefold() != KEY.casefold())
    return replace(replayed.record, headers=(*others, header))
