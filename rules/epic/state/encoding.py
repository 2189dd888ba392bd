"""How the slots of a game's state are written to JSON and read back, where they are more than plain data."""

from collections.abc import Callable, Iterable
from typing import Any

from rules.engine.decision import Decision
from rules.engine.fields import Field, as_list, deep_tuple, records
from rules.engine.ids import FIRST_TOKEN_KIND
from rules.engine.log import Event
from rules.epic.cards import CATALOGUE
from rules.epic.cards.printed import Printed, label_of, printed, token_copy


def unordered(value: Iterable[int]) -> list[int]:
    """Return the canonical form of a zone without order (1.4.4, I-100)."""
    return sorted(value)


def list_field(name: str, for_digest: Callable[[Any], Any] | None = as_list) -> Field:
    """Return the field of a list of plain data."""
    return Field(name, as_list, as_list, for_digest)


def tuple_field(name: str, for_digest: Callable[[Any], Any] | None = as_list) -> Field:
    """Return the field of a tuple of plain data."""
    return Field(name, as_list, tuple, for_digest)


def groups_to_json(deck: list[tuple[int, ...]]) -> list[list[int]]:
    """Return a deck's groups as JSON data."""
    return [list(group) for group in deck]


def groups_from_json(deck: list[list[int]]) -> list[tuple[int, ...]]:
    """Return the groups that ``groups_to_json`` wrote."""
    return [tuple(group) for group in deck]


def objects_field(name: str, cls: type[Any]) -> Field:
    """Return the field of a list of ``cls`` objects."""
    return Field(name, *records(cls))


def data_from_json(data: Any) -> dict[str, Any]:
    """Return the data of a frame or trigger."""
    return {name: deep_tuple(value) for name, value in data.items()}


def decision_to_json(decision: Decision | None) -> Any:
    """Return a decision as JSON data."""
    if decision is None:
        return None
    return {name: getattr(decision, name) for name in Decision.PARTS}


def decision_from_json(data: Any) -> Decision | None:
    """Return the decision that ``decision_to_json`` wrote."""
    if data is None:
        return None
    plain: dict[str, Any] = {name: deep_tuple(value) for name, value in data.items()}
    return Decision(**plain)


def log_to_json(log: list[Event]) -> Any:
    """Return the log as JSON data; positions follow from the order."""
    return [[event.kind, list(event.args), list(event.rules), event.cause] for event in log]


def log_from_json(data: Any) -> list[Event]:
    """Return the log that ``log_to_json`` wrote."""
    return [Event(seq, kind, tuple(args), tuple(rules), cause) for seq, (kind, args, rules, cause) in enumerate(data)]


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
