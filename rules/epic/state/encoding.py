"""How the slots of a game's state are written to JSON and read back, where they are more than plain data."""

from typing import Any

from rules.engine.fields import canonical
from rules.engine.ids import FIRST_TOKEN_KIND
from rules.engine.state import Frame
from rules.epic.cards import CATALOGUE
from rules.epic.cards.printed import Printed, label_of, printed, token_copy
from rules.epic.state.frame_data import FrameData, facts


def frames_for_digest(frames: list[Frame[FrameData]]) -> list[dict[str, Any]]:
    """Return the facts of what is under way: neither what the log will cite nor what is worked out anew is one."""
    return [{**canonical(frame), "data": facts(frame.data)} for frame in frames]


def table_to_json(table: dict[int, Printed]) -> Any:
    """Return the card table as names by number, those of replaced wordings with where they were printed."""
    return {str(cid): _label(cid, card) for cid, card in table.items()}


def _label(cid: int, card: Printed) -> str:
    """Return the label of a card; a token that is a copy has that of the printing it copies."""
    if cid < FIRST_TOKEN_KIND or card.name not in CATALOGUE.reworded:
        return label_of(card.card)
    printings = CATALOGUE.reworded[card.name]
    return label_of(next((each for each in printings if each.says == card.card.says), card.card))


def table_from_json(data: Any) -> dict[int, Printed]:
    """Return the card table; raises ``ValueError`` for a name that is not in the catalogue.

    A kind of token that has the name of a card is a copy of that card (2.3.6).
    """
    cards = {int(cid): printed(name) for cid, name in data.items()}
    return {cid: token_copy(card) if cid >= FIRST_TOKEN_KIND else card for cid, card in cards.items()}


def owners_to_json(owners: dict[int, int]) -> Any:
    """Return the owners as seats by number."""
    return {str(cid): seat for cid, seat in owners.items()}


def owners_from_json(data: Any) -> dict[int, int]:
    """Return the owners that ``owners_to_json`` wrote."""
    return {int(cid): seat for cid, seat in data.items()}
