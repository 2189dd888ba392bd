"""How cards, champions and players are called in records, and what a name written there refers to.

A name stands alone where it fits one thing only: ``Palace Guard``. Otherwise

- ``Wolf Token#2`` is the second of those with this name in play under one controller, in the order in which they
  came under that control. The number is written whenever there are several, and it moves up when an earlier one leaves.
- ``Ben's Palace Guard`` is the one under Ben's control, outside play the one Ben owns.
- ``Kong in discard pile``, ``Kong in hand`` and ``Kong gone`` (it has left play) tell zones apart.
- ``?`` is a card nobody has named yet.

Case, accents, punctuation and known spelling variants do not count; a short form will do where it fits one name only:
a beginning, beginnings of its words, its initials (``rules.decks.abbreviations``).
Cards with the same name in one zone of one owner are interchangeable, and so are champions that differ in nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from rules.decks.abbreviations import meant
from rules.decks.names import fold, suggest, words
from rules.engine.decision import AmbiguousAnswerError, InvalidAnswerError
from rules.engine.ids import FIRST_CARD, FIRST_OBJECT, FIRST_TOKEN_KIND, is_object, is_seat
from rules.epic.cards import CATALOGUE
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.notation.names.splitting import NUMBER
from rules.epic.players.seats import champions_of
from rules.epic.state import EpicState
from rules.epic.state.naming import number_of, possessive

ZONES: Final = {
    "discard": " in discard pile",
    "hand": " in hand",
    "deck": " in deck",
    "gone": " gone",
    "resolving": " resolving",
}
"""What is added to a name to tell zones apart; things in play and players need nothing."""
Reading: TypeAlias = tuple[int | None, str, int, str]
"""A written name taken apart: owner, bare name, number, zone."""
Universe: TypeAlias = Sequence[int] | Callable[[EpicState], Sequence[int]]
"""Where a name is looked for: things, or what lists them when it comes to that."""
MOST_CHOICES: Final = 12
_IN_PILE: Final = re.compile(
    r"\s+(?:in|from)(?:\s+(?:the|my|his|her|their|(\S+?)'s))?\s+discard(?:\s+pile)?$", re.IGNORECASE
)
"""How people say where a discarded card lies: ``in discard pile``, ``from Ben's discard pile``."""


class Thing(NamedTuple):
    """Something a record can name.

    Attributes:
        ref: its number.
        name: what is printed on it, or a player's name.
        seat: whose it is: controller in play, owner elsewhere, the player; -1 when nobody's.
        zone: ``player``, ``play``, ``hand``, ``discard``, ``deck``, ``god``, ``resolving`` or ``gone``.
        number: which of those with its name under its controller, from 1; 0 when it is the only one.
    """

    ref: int
    name: str
    seat: int
    zone: str
    number: int = 0


def thing(state: EpicState, ref: int) -> Thing:
    """Return what is to be said of ``ref``."""
    if is_seat(ref):
        return Thing(ref, state.names[ref], ref, "player")
    name = state.printed_of(ref).name
    if not is_object(ref):
        owner = state.owners.get(ref, -1)
        return Thing(ref, name, owner, _zone(state, ref, owner))
    champion = state.find(ref)
    if champion is None:
        return Thing(ref, name, state.owners.get(state.card_of(ref), -1), "gone")
    return Thing(ref, name, champion.controller, "play", number_of(state, champion))


def _all_in_play(state: EpicState) -> dict[int, Thing]:
    """Return what is to be said of everything in play, by number: a swarm of tokens is counted through once."""
    found: dict[int, Thing] = {}
    for seat, player in enumerate(state.seats):
        names = [state.table[champion.cid].name for champion in player.champions]
        met: dict[str, int] = {}
        for champion, name in zip(player.champions, names, strict=True):
            met[name] = met.get(name, 0) + 1
            number = met[name] if names.count(name) > 1 else 0
            found[champion.oid] = Thing(champion.oid, name, seat, "play", number)
    return found


def _zone(state: EpicState, cid: int, owner: int) -> str:
    if owner < 0:
        return "gone"
    seat = state.seats[owner]
    if cid in seat.hand:
        return "hand"
    if cid in seat.discard:
        return "discard"
    if cid in seat.gods:
        return "god"
    return "resolving" if any(cid in other.supplemental for other in state.seats) else "deck"


def things(state: EpicState, refs: Iterable[int]) -> list[Thing]:
    """Return what is to be said of several references, the gone ones of one name numbered in order of entry."""
    wanted = list(refs)
    there = _all_in_play(state) if len(wanted) > 1 and max(wanted) >= FIRST_OBJECT else {}
    found = [there.get(ref) or thing(state, ref) for ref in wanted]
    gone: dict[str, list[int]] = {}
    for each in found:
        if each.zone == "gone":
            gone.setdefault(each.name, []).append(each.ref)
    return [
        Thing(each.ref, each.name, each.seat, each.zone, sorted(gone[each.name]).index(each.ref) + 1)
        if each.zone == "gone" and len(gone[each.name]) > 1
        else each
        for each in found
    ]


def label(state: EpicState, ref: int, among: Iterable[int]) -> str:
    """Return the name under which ``find`` finds ``ref`` among ``among``."""
    return names(state, (ref,), among)[ref]


def names(state: EpicState, refs: Iterable[int], among: Iterable[int]) -> dict[int, str]:
    """Return for each of several references the name under which ``find`` finds it among ``among``."""
    universe, wanted = set(among), dict.fromkeys(refs)
    told = {each.ref: each for each in things(state, {*wanted, *universe})}
    alike: dict[str, list[Thing]] = {}
    for ref in universe:
        alike.setdefault(told[ref].name, []).append(told[ref])
    return {ref: _label(state, told[ref], alike.get(told[ref].name, ())) for ref in wanted}


def _label(state: EpicState, mine: Thing, alike: Iterable[Thing]) -> str:
    """Return the name of a thing beside those of the same name."""
    others = [each for each in alike if each.ref != mine.ref]
    text = f"{mine.name}#{mine.number}" if mine.number else mine.name
    if any(other.seat in (mine.seat, -1) or mine.seat < 0 for other in others if other.zone != mine.zone):
        text += ZONES.get(mine.zone, "")
    if mine.zone == "player":
        return f"player {text}" if others else text
    if mine.seat >= 0 and any(other.seat not in (mine.seat, -1) and other.zone != "player" for other in others):
        text = f"{possessive(state.names[mine.seat])} {text}"
    return text


def labels(state: EpicState, refs: Sequence[int], among: Iterable[int]) -> str:
    """Return several names, separated by commas."""
    told = names(state, refs, among)
    return ", ".join(told[ref] for ref in refs)


def find(state: EpicState, written: str, first: Sequence[int], *further: Universe, used: Sequence[int] = ()) -> int:
    """Return what ``written`` names: in the first universe where it names something.

    Args:
        state: the game.
        written: the name, perhaps with owner, number or zone.
        first: where to look first, the likeliest things.
        further: where to look after that.
        used: what has been named already and is not meant again.

    Raises:
        InvalidAnswerError: nothing has this name; says what is there. AmbiguousAnswerError: it fits several.
    """
    there = found_in(state, written, (first, *further), used)
    if there is not None:
        return there
    if used and matches(state, written, used):
        raise InvalidAnswerError(f"{written!r} is named more often than it is there")
    raise InvalidAnswerError(nothing_called(state, written, first))


def found_in(state: EpicState, written: str, universes: Sequence[Universe], used: Sequence[int]) -> int | None:
    """Return what ``written`` names in the first of ``universes`` where it names something, as ``find``, or ``None``.

    Raises:
        AmbiguousAnswerError: it fits several there.
    """
    for where in universes:
        universe = where(state) if callable(where) else where
        left = [ref for ref in universe if ref not in used] if used else universe
        plain = plainly(state, written, left)
        if len(plain) == 1:
            return plain[0]
        found = matches(state, written, left)
        if found:
            return the_one(state, written, found, left)
    return None


def nothing_called(state: EpicState, written: str, universe: Sequence[int]) -> str:
    """Return the sentence for a name that fits nothing, with what is there or what may be meant."""
    there = sorted(set(names(state, universe, universe).values()))
    guesses = suggest(written, {name: words(name) for name in there}, 3)
    if guesses:
        return f"there is no {written!r} here; did you mean {' or '.join(guesses)}?"
    if not CATALOGUE.find(written) and not universe:
        guesses = CATALOGUE.suggest(written)
        return f"no card is called {written!r}" + (f"; did you mean {' or '.join(guesses)}?" if guesses else "")
    more = f" and {len(there) - MOST_CHOICES} more" if len(there) > MOST_CHOICES else ""
    return f"there is no {written!r} here; there is {', '.join(there[:MOST_CHOICES]) or 'nothing'}{more}"


def matches(state: EpicState, written: str, refs: Sequence[int]) -> list[Thing]:
    """Return everything among ``refs`` that ``written`` can mean."""
    everything: list[Thing] = []
    for reading in readings(state, written):
        # A whole name comes first in any case, and what is to be said of all the others takes long to find out.
        key = fold(reading[1])
        whole = _called_in_full(state, key, refs) if key else []
        found = _fitting(things(state, whole), reading)
        if found and not is_unknown(reading[1]):
            return found
        everything = everything or things(state, refs)
        found = _named(reading[1], _fitting(everything, reading))
        if found:
            return found
    return []


def plainly(state: EpicState, written: str, refs: Sequence[int]) -> list[int]:
    """Return those of ``refs`` whose whole name ``written`` is, with no word of owner, number or zone.

    It is what most names are, and of one thing nothing more has to be found out.
    """
    _, name, number, zone = readings(state, written)[0]
    key = "" if number or zone or is_unknown(name) else fold(name)
    return _called_in_full(state, key, refs) if key else []


def _called_in_full(state: EpicState, key: str, refs: Sequence[int]) -> list[int]:
    """Return those of ``refs`` whose folded name is ``key``."""
    table, entered = state.table, state.entered
    return [
        ref
        for ref in refs
        if key
        == (
            table[entered[ref - FIRST_OBJECT]].key
            if ref >= FIRST_OBJECT
            else table[ref].key
            if ref >= FIRST_CARD
            else fold(state.names[ref])
        )
    ]


def _fitting(all_there: list[Thing], reading: Reading) -> list[Thing]:
    """Return what has the owner, number and zone of a reading."""
    seat, _, number, zone = reading
    return [
        each
        for each in all_there
        if seat in (None, each.seat)
        and zone in ("", each.zone)
        and number in (0, each.number or 1)
        and (seat is None or each.zone != "player")
    ]


def readings(state: EpicState, written: str) -> tuple[Reading, ...]:
    """Return the ways to take a written name apart: owner, bare name, number, zone; the plainest first."""
    return _readings(state.names, written)


@lru_cache(maxsize=8192)
def _readings(players: tuple[str, ...], written: str) -> tuple[Reading, ...]:
    return tuple(_taken_apart(players, written))


def _taken_apart(players: tuple[str, ...], written: str) -> Iterator[Reading]:
    written = without_article(written)
    text, zone = _IN_PILE.sub(r" in discard pile", written.strip()), ""
    pile = _IN_PILE.search(written)
    if pile and pile[1]:
        text = f"{pile[1]}'s {text}"
    folded = words(text)
    for name, suffix in ZONES.items():
        if folded.endswith(suffix) and len(folded) > len(suffix):
            text, zone = text[: text.lower().rfind(suffix.split()[0] if name == "gone" else " in ")].strip(), name
            break
    if folded.startswith("player "):
        yield None, text.strip()[len("player ") :], 0, "player"
    number = NUMBER.search(text)
    # They are counted from 1: number 0 is none of them, and no number any.
    which = (int(number[1]) or -1) if number else 0
    text = NUMBER.sub("", text)
    yield None, text, which, zone
    for seat, player in enumerate(players):
        for owner in (f"{player}'s ", f"{player}' ", f"{possessive(player)} "):
            if text.casefold().startswith(owner.casefold()):
                yield seat, text[len(owner) :], which, zone


_ARTICLE: Final = re.compile(
    r"^(?:the|an?|her|his|their|its|both|only|one|own|player's)\s+(?:own\s+)?(?=\S)|\s+(?:alone|only)$", re.IGNORECASE
)
_UNKNOWN_WORDS: Final = re.compile(r"^(?:an? )?(?:unknown|hidden|face-?down)(?: cards?)?$", re.IGNORECASE)


@lru_cache(maxsize=8192)
def without_article(written: str) -> str:
    """Return a name without ``the`` or ``her`` before it; names that begin so, or may, stay whole.

    >>> without_article("the Kong"), without_article("The Risen"), without_article("the gud")
    ('Kong', 'The Risen', 'the gud')
    """
    if _UNKNOWN_WORDS.match(written):
        return UNKNOWN_NAME
    bare = _ARTICLE.sub("", written)
    if bare == written or CATALOGUE.find(written) is not None or meant(written, CATALOGUE.names):
        return written
    return bare


def is_unknown(name: str) -> bool:
    """Whether ``name`` stands for a card that nobody has named."""
    return name.strip() in {UNKNOWN_NAME, "unknown"}


def _named(name: str, fitting: list[Thing]) -> list[Thing]:
    """Return those that are called ``name``: by the whole name, a known variant, or a short form of it."""
    if is_unknown(name):
        return [each for each in fitting if each.name == UNKNOWN_NAME]
    key = fold(name)
    if not key:
        return []
    whole = [each for each in fitting if fold(each.name) == key]
    if not whole:
        known = CATALOGUE.find(name)
        whole = [each for each in fitting if known is not None and each.name == known.card.name]
    if not whole and key.endswith("s"):
        whole = [each for each in fitting if fold(each.name) == key[:-1]]
    if whole:
        return whole
    if CATALOGUE.find(name) is not None:
        return []
    short = meant(name, dict.fromkeys(each.name for each in fitting if each.name != UNKNOWN_NAME))
    return [each for each in fitting if each.name in short]


def the_one(state: EpicState, written: str, found: list[Thing], among: Sequence[int]) -> int:
    """Return the only thing found, or the first of several between which there is no difference.

    What is in play needs no word for its zone, so a bare name means it rather than its owner's cards elsewhere.
    """
    there = [each for each in found if each.zone == "play"]
    if there and {each.seat for each in found if each.seat >= 0} == {each.seat for each in there}:
        found = there
    first = found[0]
    if all(_alike(state, first, other) for other in found[1:]):
        return min(each.ref for each in found) if first.zone != "play" else first.ref
    several = dict.fromkeys(names(state, [each.ref for each in found], among).values())
    raise AmbiguousAnswerError(written, list(several)[:MOST_CHOICES])


def _alike(state: EpicState, one: Thing, other: Thing) -> bool:
    if one.name != other.name or one.zone != other.zone or one.seat != other.seat:
        return False
    if one.zone == "play":
        mine, theirs = state.find(one.ref), state.find(other.ref)
        skipped = {"oid", "cid"}
        return all(getattr(mine, f.name) == getattr(theirs, f.name) for f in type(mine).FIELDS if f.name not in skipped)  # type: ignore[union-attr]  # both are in play
    return one.zone in {"hand", "discard", "deck"}


def in_play(state: EpicState) -> list[int]:
    """Return everything in play, seat by seat in order of entry."""
    return [champion.oid for seat in state.seats for champion in seat.champions]


def own_in_play(state: EpicState, seat: int) -> list[int]:
    """Return what ``seat`` controls in play, in order of entry; nothing for the shuffle."""
    return [champion.oid for champion in state.seats[seat].champions] if seat >= 0 else []


def side_in_play(state: EpicState, seat: int) -> list[int]:
    """Return what ``seat`` and team-mates control in play; nothing for the shuffle."""
    return [champion.oid for champion in champions_of(state, seat)] if seat >= 0 else []


def everything(state: EpicState) -> list[int]:
    """Return all that can be named at all: players, what is in play, cards in piles and hands, then the rest."""
    zones = [zone for seat in state.seats for zone in (seat.discard, seat.supplemental, seat.gods, seat.hand)]
    piles = [cid for zone in zones for cid in zone]
    elsewhere = {*piles, *(champion.cid for seat in state.seats for champion in seat.champions)}
    rest = [cid for cid in state.owners if cid < FIRST_TOKEN_KIND and cid not in elsewhere]
    return [*range(len(state.seats)), *in_play(state), *piles, *rest]


def all_but_players(state: EpicState) -> list[int]:
    """Return ``everything`` without the players."""
    return everything(state)[len(state.seats) :]
