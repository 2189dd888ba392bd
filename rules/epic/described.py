"""The words in which a position describes champions and cards, read and written; used by ``rules.epic.position``.

A champion is its name and, in parentheses, what is to be said of it, in any order:

``expended`` ``flipped`` ``prepared``, ``deploying``, ``attacking`` ``blocking``, ``attacked`` (this turn),
``3 damage``, ``5 suffered`` (this turn, where more than the damage), ``2 counters``, ``+3 offense`` ``-2 defense``
``airborne`` ... (until end of turn; ``airborne in play`` for as long as it stays), ``owner Ben``.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.decks.names import fold
from rules.epic.printed import UNKNOWN_NAME
from rules.epic.referring import split_names
from rules.epic.state import EXPENDED, FLIPPED, PREPARED, Champion, EpicState
from rules.epic.traits import Keyword

POSITIONS: Final = {"prepared": PREPARED, "expended": EXPENDED, "flipped": FLIPPED}
LASTING: Final = " in play"
MOST_CARDS: Final = 500
"""Cards of one player that a position may tell of."""
MOST_POINTS: Final = 9_999

_KEYWORDS: Final = {fold(keyword): str(keyword) for keyword in Keyword}
_AMOUNT: Final = re.compile(r"^(\d{1,4})\s+(damage|suffered|counters?)$")
_CHANGE: Final = re.compile(r"^([+-]\d{1,3})\s+(offense|defense|offence|defence)$")
_PARTS: Final = re.compile(r"^([^()]*?)\s*(?:\(([^()]*)\))?$")

Modifier = tuple[str, int | str]


@dataclass(slots=True)
class Described:
    """A champion as a position describes it; ``position`` is -1 when nothing is said."""

    name: str
    position: int = -1
    deploying: bool = False
    attacking: bool = False
    blocking: bool = False
    attacked: bool = False
    damage: int = 0
    suffered: int = -1
    counters: int = 0
    owner: str = ""
    until_end: tuple[Modifier, ...] = ()
    lasting: tuple[Modifier, ...] = ()
    unclear: list[str] = field(default_factory=list)

    def apply(self, champion: Champion) -> None:
        """Set the facts of ``champion`` to what is described."""
        position = self.position
        if position < 0:
            position = EXPENDED if self.attacking else FLIPPED if self.blocking else PREPARED
        champion.position = position
        champion.deploying = self.deploying
        champion.attacking, champion.blocking = self.attacking, self.blocking
        champion.attacked = self.attacked or self.attacking
        champion.damage = self.damage
        champion.hurt = self.damage if self.suffered < 0 else self.suffered
        champion.plus = self.counters
        champion.until_end, champion.lasting = self.until_end, self.lasting


def champions(text: str) -> Iterator[Described]:
    """Yield the champions of one line, separated by commas outside parentheses."""
    for part in _outside_parentheses(text):
        found = _PARTS.match(part)
        if found is None:
            yield Described("", unclear=[part])
            continue
        names = split_names(found[1], lambda _: False)
        for name in names[:MOST_CARDS]:
            described = Described(name)
            for words in (found[2] or "").split(","):
                if words.strip() and not _say(described, " ".join(words.split()).lower(), words.strip()):
                    described.unclear.append(words.strip())
            yield described


def _outside_parentheses(text: str) -> list[str]:
    """Split at commas that stand outside parentheses, keeping names with a comma together with what follows."""
    parts = re.split(r",\s*(?![^()]*\))", text)
    joined: list[str] = []
    for part in parts:
        before = f"{joined[-1]}, {part}" if joined and "(" not in joined[-1] else ""
        bare = before.split("(", maxsplit=1)[0].strip()
        if bare and len(split_names(bare, lambda _: False)) == 1:
            joined[-1] = before
        else:
            joined.append(part.strip())
    return [part for part in joined if part]


def _say(champion: Described, words: str, written: str) -> bool:
    """Take one remark on a champion; return whether it was understood."""
    if words in POSITIONS:
        champion.position = POSITIONS[words]
        return True
    if words in ("deploying", "attacking", "blocking", "attacked"):
        setattr(champion, words, True)
        return True
    if words.startswith("owner "):
        champion.owner = written[len("owner ") :].strip()
        return True
    amount = _AMOUNT.match(words)
    if amount:
        setattr(champion, amount[2].rstrip("s") + "s" * amount[2].startswith("counter"), int(amount[1]))
        return True
    lasting = words.endswith(LASTING)
    words = words.removesuffix(LASTING).removesuffix(" this turn").removesuffix(" until end of turn")
    change = _CHANGE.match(words)
    if change:
        modifier: Modifier = (change[2].replace("ence", "ense"), int(change[1]))
    elif fold(words) in _KEYWORDS:
        modifier = ("keyword", _KEYWORDS[fold(words)])
    else:
        return False
    if lasting:
        champion.lasting += (modifier,)
    else:
        champion.until_end += (modifier,)
    return True


def champion_text(state: EpicState, champion: Champion) -> str:
    """Return a champion in the words that ``champions`` reads."""
    said: list[str] = []
    usual = EXPENDED if champion.attacking else FLIPPED if champion.blocking else PREPARED
    if champion.position != usual:
        said += [words for words, position in POSITIONS.items() if position == champion.position]
    flags = ("deploying", "attacking", "blocking")
    said += [words for words in flags if getattr(champion, words)]
    said += ["attacked"] * (champion.attacked and not champion.attacking)
    said += [f"{champion.damage} damage"] * bool(champion.damage)
    said += [f"{champion.hurt} suffered"] * (champion.hurt != champion.damage)
    said += [f"{champion.plus} counters"] * bool(champion.plus)
    said += [modifier_text(modifier) for modifier in champion.until_end]
    said += [modifier_text(modifier) + LASTING for modifier in champion.lasting]
    said += [f"owner {state.names[champion.owner]}"] * (champion.owner != champion.controller)
    name = state.table[champion.cid].name
    return f"{name} ({', '.join(said)})" if said else name


def modifier_text(modifier: Modifier) -> str:
    """Return one change of a champion in words: ``+3 offense``, ``airborne``."""
    what, value = modifier
    return f"{value:+d} {what}" if isinstance(value, int) else str(value)


def card_names(text: str) -> list[str]:
    """Return the names in a list of cards; ``3 ?`` is three unknown ones, ``none`` no card."""
    if fold(text) in ("none", "nothing", "empty", "0"):
        return []
    plain = text.strip()
    if plain.isdigit():
        return [UNKNOWN_NAME] * min(int(plain), MOST_CARDS + 1)
    return split_names(text, lambda name: name.strip() == UNKNOWN_NAME)[: MOST_CARDS + 1]


def cards_text(names: Iterable[str]) -> str:
    """Return a list of cards in the words that ``card_names`` reads: by name, with counts; ``none`` when empty."""
    counts = Counter(names)
    known = [f"{counts[name]} {name}" if counts[name] > 1 else name for name in sorted(counts) if name != UNKNOWN_NAME]
    if counts[UNKNOWN_NAME]:
        known.append(f"{counts[UNKNOWN_NAME]} {UNKNOWN_NAME}")
    return ", ".join(known) or "none"


def groups(text: str) -> list[str]:
    """Return the groups of a deck from the top, separated by ``/``; ``none`` is an empty deck."""
    return [] if fold(text) in ("none", "nothing", "empty", "0") else [part.strip() for part in text.split("/")]


def groups_text(parts: Sequence[Sequence[str]]) -> str:
    """Return the groups of a deck in the words that ``groups`` and ``card_names`` read."""
    return " / ".join(cards_text(part) for part in parts) or "none"
