"""Display names of players, cards and champions in sentences."""

from collections import Counter

from rules.engine.ids import CHANCE, FIRST_OBJECT, is_card, is_object, is_seat
from rules.epic.state.model import Champion, EpicState
from rules.notation.english import possessive


def player_name(state: EpicState, seat: int) -> str:
    """Return the name of the player in ``seat``, or "chance"."""
    return "chance" if seat == CHANCE else state.names[seat]


def side_name(state: EpicState, seat: int) -> str:
    """Return the name of the player, or of the team if team-mates share turns.

    Rules: 1.2[1].
    """
    name = player_name(state, seat)
    return f"{possessive(name)} team" if state.variant.shared and seat != CHANCE else name


def display_name(state: EpicState, ref: int) -> str:
    """Return the name of a player, a card, or a champion with its controller."""
    if is_seat(ref):
        return state.names[ref]
    if is_object(ref):
        if ref - FIRST_OBJECT >= len(state.entered):
            return f"object {ref}"
        champion = state.find(ref)
        name = _card_name(state, state.entered[ref - FIRST_OBJECT])
        if champion is None:
            return name
        number = copy_number(state, champion)
        return f"{possessive(state.names[champion.controller])} {name}{f'#{number}' if number else ''}"
    if not is_card(ref):
        return f"reference {ref}"
    return f"{_card_name(state, ref)} (one more)" if _is_extra_copy(state, ref) else _card_name(state, ref)


def _is_extra_copy(state: EpicState, cid: int) -> bool:
    """Return True if a card is in no zone, while another copy is in a hand or in play."""
    if cid not in state.owners:
        return False
    decks = [card for seat in state.seats for group in seat.deck for card in group]
    piles = [card for seat in state.seats for card in (*seat.discard, *seat.supplemental)]
    near = [card for seat in state.seats for card in (*seat.hand, *(champion.cid for champion in seat.champions))]
    if cid in decks or cid in piles or cid in near:
        return False
    return any(state.table[card].name == state.table[cid].name for card in near)


def copy_number(state: EpicState, champion: Champion) -> int:
    """Return the number of ``champion`` among champions of its name and controller.

    Counted from 1; 0 if there is only one.
    """
    table = state.table
    card = table[champion.cid]
    same = [c.oid for c in state.seats[champion.controller].champions if table[c.cid] is card]
    return same.index(champion.oid) + 1 if len(same) > 1 else 0


def alike_copies(state: EpicState) -> list[str]:
    """Return the champion names whose copies in play do not differ.

    Each comes with its controller.
    """
    found: list[str] = []
    for seat, each in enumerate(state.seats):
        by_name: dict[str, set[tuple[object, ...]]] = {}
        for champion in each.champions:
            facts = tuple(getattr(champion, field.name) for field in Champion.FIELDS if field.name not in _IDENTITY)
            by_name.setdefault(state.table[champion.cid].name, set()).add(tuple(map(repr, facts)))
        found += [f"{possessive(state.names[seat])} {name}" for name, kinds in by_name.items() if len(kinds) == 1]
    return found


_IDENTITY = frozenset({"oid", "cid"})
"""Fields of a champion in which alike copies differ."""


def copy_numbers(state: EpicState, seat: int) -> list[int]:
    """Return ``copy_number`` of all champions of ``seat``, in order."""
    names = [id(state.table[champion.cid]) for champion in state.seats[seat].champions]
    if len(set(names)) == len(names):
        return [0] * len(names)
    several, so_far = Counter(names), Counter[int]()
    numbers = []
    for name in names:
        so_far[name] += 1
        numbers.append(so_far[name] if several[name] > 1 else 0)
    return numbers


def owned_name(state: EpicState, seat: int, ref: int) -> str:
    """Return the name of a card or object with ``seat`` as its owner."""
    return f"{possessive(state.names[seat])} {_card_name(state, state.card_of(ref))}"


def _card_name(state: EpicState, cid: int) -> str:
    card = state.table.get(cid)
    if card is None:
        return f"card {cid}"
    return "an unknown card" if card.name == "?" else card.name
