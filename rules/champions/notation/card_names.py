"""Card names in records: the name alone, with its lane, or with its zone."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from rules.champions.state import ChampionsState
from rules.champions.state.numbering import marked_cards, sort_equal_cards
from rules.champions.state.places import ROWS, ZONES, cards_in_limbo
from rules.decks.abbreviations import expand
from rules.decks.names import fold, suggest
from rules.decks.names import words as folded_words
from rules.engine.decision import AmbiguousActionError, InvalidActionError
from rules.notation.english import possessive
from rules.notation.references import is_unknown

NAME_IT: Final = "unknown cards are not played yet in this game: name the card"
RESERVED: Final = frozenset(
    {
        *(
            "pass",
            "passes",
            "concede",
            "concedes",
            "resign",
            "resigns",
            "place",
            "places",
            "put",
            "puts",
            "play",
            "plays",
        ),
        *("use", "uses", "give", "gives", "pick", "picks", "deploy", "deploys", "accept", "accepts"),
        *("decline", "declines", "choose", "chooses", "nothing", "none", "hand"),
    }
)
"""Words with a meaning of their own at the beginning of a line or in a position."""
FILLERS: Final = frozenset({"a", "an", "the", "his", "her", "its", "their", "my"})
"""Filler words before a name."""
NO_NAME: Final = FILLERS | {"of", "and", "in"}
"""Words that do not identify a card on their own."""
MAX_LISTED: Final = 8
"""Maximum number of names listed in an error."""
_IN_LANE: Final = re.compile(r"^(?P<name>.+?) in (?:lane )?(?P<lane>[1-4])$", re.IGNORECASE)
_IN_PLACE: Final = re.compile(r"^(?P<name>.+?) in (?:(?P<zone>lane|discard) )?(?P<number>\d{1,3})$", re.IGNORECASE)


_QUOTED: Final = re.compile(r'[\u201c\u201d"]([^\u201c\u201d"]+)[\u201c\u201d"]')
SPACE: Final = "\ue000"
"""Stands for a space inside quotation marks while a line is parsed."""
QUOTE: Final = '"'
_MISLEADING: Final = re.compile(r"\b(?:with|in|from|act|on)\b|[,/;]", re.IGNORECASE)


def join_quoted(text: str) -> str:
    """Return a line with the names in quotation marks joined to one word each.

    No word inside them is then read.

    >>> join_quoted('play “Fire with Water” with Ilse').replace(SPACE, "_")
    'play "Fire_with_Water" with Ilse'
    """
    return _QUOTED.sub(lambda match: f"{QUOTE}{SPACE.join(match[1].split())}{QUOTE}", text)


def written_name(name: str, reserved: Collection[str] = ()) -> str:
    """Return a card's name as written in a line.

    It is in quotation marks if it would be misread without them.
    """
    is_misleading = _MISLEADING.search(name) is not None or name.casefold().split(" ")[0] in reserved
    return f"{QUOTE}{name}{QUOTE}" if is_misleading else name


def lane_of(state: ChampionsState, seat: int, cid: int) -> int | None:
    """Return the lane of a player's card, from 1, face up or down.

    ``None`` off the field.
    """
    for number, lane in enumerate(state.seats[seat].lanes, 1):
        if any(piece is not None and piece.cid == cid for piece in (getattr(lane, row) for row in ROWS)):
            return number
    return None


def card_name(state: ChampionsState, seat: int, cid: int, among: Iterable[int]) -> str:
    """Return the name of a card, with its lane if others in ``among`` share the name."""
    name, lane = state.table[cid].name, lane_of(state, seat, cid)
    others = sum(state.table[each].name == name for each in among)
    words = written_name(name, RESERVED)
    return f"{words} in lane {lane}" if others > 1 and lane is not None else words


def find_card(state: ChampionsState, seat: int, words: str, among: Sequence[int]) -> int:
    """Return the card in ``among`` with this name; of equal cards the lowest number.

    Raises:
        InvalidActionError: no card matches. AmbiguousActionError: several match.
    """
    if is_unknown(words):
        raise InvalidActionError(NAME_IT)
    match = _IN_LANE.match(words)
    if match:
        in_lane = [cid for cid in among if lane_of(state, seat, cid) == int(match["lane"])]
        if in_lane:
            return find_card(state, seat, match["name"], in_lane)
    names = {cid: state.table[cid].name for cid in sorted(among)}
    wanted = _matching_names(words, dict.fromkeys(names.values()))
    fits = [cid for cid, name in names.items() if name in wanted]
    if not fits:
        raise _unknown(words, tuple(dict.fromkeys(names.values())))
    if len(wanted) > 1 or len({lane_of(state, seat, cid) for cid in fits}) > 1:
        raise AmbiguousActionError(words, list(dict.fromkeys(card_name(state, seat, cid, among) for cid in fits)))
    return fits[0]


def choice_name(state: ChampionsState, cid: int, among: Iterable[int]) -> str:
    """Return the name of a card of any zone.

    Owner and place are added if others in ``among`` share the name.
    """
    name, owner = state.table[cid].name, state.owners[cid]
    others = [each for each in among if state.table[each].name == name and each != cid]
    words = written_name(name, RESERVED)
    if any(state.owners[each] != owner for each in others):
        words = f"{possessive(state.names[owner])} {words}"
    place = _distinguishing_place(state, cid)
    is_alone = all(_distinguishing_place(state, each) == place for each in others if state.owners[each] == owner)
    return words if is_alone or not place else f"{words} in {place}"


def _distinguishing_place(state: ChampionsState, cid: int) -> str:
    """Return ``lane 2`` or ``discard 3``; empty in other zones.

    Equal cards are interchangeable there.
    """
    owner = state.owners[cid]
    lane = lane_of(state, owner, cid)
    if lane is not None:
        return f"lane {lane}"
    pile = state.seats[owner].discard
    return f"discard {pile.index(cid) + 1}" if cid in pile else ""


def find_choice(state: ChampionsState, words: str, among: Sequence[int]) -> int:
    """Return the card in ``among`` that ``choice_name`` names.

    It raises as ``find_card``.
    """
    rest, candidates = words, list(among)
    for seat, player in enumerate(state.names):
        owner = f"{possessive(player)} "
        if rest.casefold().startswith(owner.casefold()):
            rest, candidates = rest[len(owner) :], [cid for cid in candidates if state.owners[cid] == seat]
    match = _IN_PLACE.match(rest)
    if match:
        place = f"{match['zone'].casefold() if match['zone'] else 'lane'} {match['number']}"
        there = [cid for cid in candidates if _distinguishing_place(state, cid) == place]
        if there:
            rest, candidates = match["name"], there
    if is_unknown(rest):
        raise InvalidActionError(NAME_IT)
    names = {cid: state.table[cid].name for cid in sorted(candidates)}
    wanted = _matching_names(rest, dict.fromkeys(names.values()))
    fits = [cid for cid, name in names.items() if name in wanted]
    if not fits:
        raise _unknown(words, tuple(dict.fromkeys(names.values())))
    labels = list(dict.fromkeys(choice_name(state, cid, candidates) for cid in fits))
    if len(labels) > 1:
        raise AmbiguousActionError(words, [choice_name(state, cid, among) for cid in fits])
    return fits[0]


def _matching_names(words: str, names: Iterable[str]) -> set[str]:
    """Return the names that match exactly or as an abbreviation.

    Filler words are ignored.
    """
    every = tuple(names)
    if words.startswith(QUOTE) and words.endswith(QUOTE) and len(words) > 2:
        exact = fold(words[1:-1].replace(SPACE, " "))
        return {name for name in every if fold(name) == exact}
    first, _, rest = words.partition(" ")
    candidates = [words, rest] if first.casefold() in FILLERS and rest else [words]
    for candidate in candidates:
        if set(folded_words(candidate).split()) <= NO_NAME:
            continue
        matches = {name for name in every if fold(name) == fold(candidate)} or set(expand(candidate, every))
        if matches:
            return matches
    return set()


def _unknown(words: str, names: Sequence[str]) -> InvalidActionError:
    parts = words.split()
    for count in range(len(parts) - 1, 0, -1):
        begins = _matching_names(" ".join(parts[:count]), names)
        if len(begins) == 1:
            rest = " ".join(parts[count:])
            return InvalidActionError(f"{rest!r} behind {next(iter(begins))} is not understood", unparsed=rest)
    hint = suggest(words, {name: folded_words(name) for name in names}, 1)
    listed = ", ".join(names[:MAX_LISTED]) + (", ..." if len(names) > MAX_LISTED else "")
    guess = f"; did you mean {hint[0]}?" if hint else ""
    return InvalidActionError(f"{words!r} is none of {listed or 'no cards'}{guess}", unparsed=words)


def card_with_place(state: ChampionsState, cid: int) -> str:
    """Return a card's name with its owner and zone, as written in positions.

    Cards of equal name in one hand, or in one deck group by group, are numbered in canonical order.
    """
    owner = state.owners[cid]
    seat, name = state.seats[owner], f"{possessive(state.names[owner])} {state.table[cid].name}"
    lane = lane_of(state, owner, cid)
    if lane is not None:
        return f"{name} in lane {lane}"
    for number, pieces in enumerate(seat.lanes, 1):
        if pieces.card is not None and cid in pieces.card.below:
            return f"{name} under {pieces.card.below.index(cid) + 1} in lane {number}"
    for number, each in enumerate(state.limbo, 1):
        if cid == each.cid:
            return f"{name} in limbo {number}"
        if cid in each.below:
            return f"{name} under {each.below.index(cid) + 1} in limbo {number}"
    if cid in seat.discard:
        return f"{name} in discard {seat.discard.index(cid) + 1}"
    zone, groups = ("hand", [tuple(seat.hand)]) if cid in seat.hand else ("deck", seat.deck)
    marked, printed = marked_cards(state), state.table[cid].name
    same = [[each for each in group if state.table[each].name == printed] for group in groups]
    number = [each for group in same for each in sort_equal_cards(state, group, marked)].index(cid) + 1
    return f"{name} in {zone}{f' {number}' if number > 1 else ''}"


def placed_cards(state: ChampionsState) -> Iterator[tuple[str, int]]:
    """Yield all cards as pairs of folded ``card_with_place`` text and card number."""
    piles = (pile for seat in state.seats for pile in (seat.hand, *seat.deck, seat.discard))
    fields = (zone.cards_of(seat) for seat in state.seats for zone in ZONES if zone.slot == "lanes")
    cards = {cid for pile in (*piles, *fields, cards_in_limbo(state)) for cid in pile}
    yield from ((fold(card_with_place(state, cid)), cid) for cid in sorted(cards))
