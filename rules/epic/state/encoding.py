"""JSON encoding of the state fields that are not plain data."""

from typing import Any

from rules.engine.fields import canonical
from rules.engine.ids import FIRST_TOKEN_KIND
from rules.engine.state import Frame
from rules.epic.cards.game_cards import GameCards
from rules.epic.cards.printed import PrintedCard, token_copy
from rules.epic.state.frame_data import FrameData, persistent_data


def frames_for_digest(frames: list[Frame[FrameData]]) -> list[dict[str, Any]]:
    """Return the stack frames as data, without citations and transient values."""
    return [{**canonical(frame), "data": persistent_data(frame.data)} for frame in frames]


def table_to_json(table: dict[int, PrintedCard]) -> Any:
    """Return the card table as card labels by number.

    The label of a replaced printing contains its set.
    """
    return {str(cid): card.label for cid, card in table.items()}


def table_from_json(labels: dict[str, str], cards: GameCards) -> dict[int, PrintedCard]:
    """Return the card table that ``table_to_json`` wrote.

    A token kind with the name of a card is a copy of that card (2.3.6).

    Raises:
        ValueError: no card has a name in the table.
    """
    table = {int(cid): cards.printed(label) for cid, label in labels.items()}
    return {cid: token_copy(card) if cid >= FIRST_TOKEN_KIND else card for cid, card in table.items()}


def owners_to_json(owners: dict[int, int]) -> Any:
    """Return the owners as seats by card number."""
    return {str(cid): seat for cid, seat in owners.items()}


def owners_from_json(data: Any) -> dict[int, int]:
    """Return the owners that ``owners_to_json`` wrote."""
    return {int(cid): seat for cid, seat in data.items()}
