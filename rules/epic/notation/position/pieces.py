"""Parsing and rendering of champions and cards in a position.

A champion is its name and remarks in parentheses, in any order:

``expended`` ``flipped`` ``prepared``, ``deploying``, ``attacking`` ``blocking``, ``attacked`` (this turn),
``3 damage``, ``5 suffered`` (this turn, if more than the damage), ``2 counters``, ``+3 offense`` ``-2 defense``
``airborne`` ..., ``no abilities`` for one that has lost them, in the order in which they came (until end of turn;
``airborne in play`` for as long as it stays in play), ``damaged Ben`` (a player it has dealt damage to this turn),
``ability from Plague Zombies`` (granted by that card until end of turn), ``owner Ben``, ``returns to Ben`` (at the end
of this turn). Any other attribute of the state is written by its name: ``name = value``.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from rules.decks.names import fold
from rules.engine.fields import deep_tuple
from rules.epic.cards.game_cards import GameCards
from rules.epic.notation.names.references import split_names
from rules.epic.state import ABILITIES_LOST, EXPENDED, FLIPPED, PREPARED, Champion, EpicState
from rules.epic.traits import Keyword
from rules.notation.position.cards import MAX_CARDS
from rules.notation.position.fields import MIN_LETTERS, also

STANCES: Final = {"prepared": PREPARED, "expended": EXPENDED, "flipped": FLIPPED}
LASTING: Final = " in play"
GIVEN: Final = "ability from "
NO_ABILITIES: Final = "no abilities"
MAX_POINTS: Final = 9_999

_KEYWORDS: Final = {fold(keyword): str(keyword) for keyword in Keyword}
_AMOUNT: Final = re.compile(r"^(\d{1,4})\s+(damage|suffered|counters?)$")
_CHANGE: Final = re.compile(r"^([+-]\d{1,3})\s+(offense|defense|offence|defence)$")
_PLAYER: Final = re.compile(r"^(owner|damaged|returns to)\s+(\S.*)$", re.IGNORECASE)
_OTHER_CHANGE: Final = re.compile(r"^([a-z][a-z_-]*): (\S.*)$")
_OTHER_FACT: Final = re.compile(r"^([a-z][a-z_]*) = (\S.*)$")
_REMARKS: Final = re.compile(r",(?![^\[]*\])")
"""Commas between remarks, not those inside a list."""
DESCRIBED: Final = frozenset({
    "oid", "cid", "controller", "owner", "stance", "deploying", "damage", "hurt", "plus", "attacking", "blocking",
    "attacked", "until_end", "lasting", "keeper", "struck",
})  # fmt: skip
"""Slots of a champion with words of their own; the others are written by name."""
FLAGS: Final = ("deploying", "attacking", "blocking", "attacked")
REMARKS: Final = (*STANCES, *FLAGS, NO_ABILITIES, *map(str, Keyword))
AMOUNTS: Final = ("damage", "suffered", "counters")
WRITTEN: Final = {
    "dmg": "damage", "damaged": "damage", "tapped": "expended", "exhausted": "expended", "turned": "expended",
    "notprepared": "expended", "untapped": "prepared", "ready": "prepared", "readied": "prepared",
    "unexpended": "prepared", "notexpended": "prepared", "upright": "prepared", "summoningsick": "deploying",
    "justplayed": "deploying", "noability": "no abilities", "counter": "counters",
}  # fmt: skip
"""Synonyms and abbreviations."""
_NUMBER_LAST: Final = re.compile(r"^(damaged?|dmg|counters?|suffered)\s*[:=]?\s*(\d{1,4})$", re.IGNORECASE)
_COUNTER: Final = re.compile(r"^(?:(\d{1,4}|an?|one)\s*[x×]?\s+)?\+1/\+1(?:\s+counters?)?$", re.IGNORECASE)  # noqa: RUF001 - as people type it
_BOTH_CHANGES: Final = re.compile(r"^([+-]\d{1,3})/([+-]\d{1,3})(.*)$")
_TRAILING: Final = re.compile(r"\s+(?:marked|taken|points?)$", re.IGNORECASE)
CHANGES: Final = ("offense", "defense")
_SHORT: Final = re.compile(r"^(?:(\d{1,4}|[+-]\d{1,3})\s*)?([a-z][a-z -]*?)( in play| this turn| until end of turn)?$")
"""Matches a remark of one or two words, with an optional number; durations are at its end."""
_PARTS: Final = re.compile(r"^([^()]*?)\s*(?:\(([^()]*)\))?$")

Modifier = tuple[str, int | str]


@dataclass(slots=True)
class DescribedChampion:
    """A champion in a position; ``stance`` is -1 if it is not stated."""

    name: str
    stance: int = -1
    deploying: bool = False
    attacking: bool = False
    blocking: bool = False
    attacked: bool = False
    damage: int = 0
    suffered: int = -1
    counters: int = 0
    owner: str = ""
    damaged: tuple[str, ...] = ()
    keeper: str = ""
    until_end: tuple[Modifier, ...] = ()
    lasting: tuple[Modifier, ...] = ()
    other: dict[str, Any] = field(default_factory=dict)
    unclear: list[str] = field(default_factory=list)

    def apply(self, champion: Champion) -> None:
        """Set the attributes of ``champion`` to the described values."""
        stance = self.stance
        if stance < 0:
            stance = EXPENDED if self.attacking else FLIPPED if self.blocking else PREPARED
        champion.stance = stance
        champion.deploying = self.deploying
        champion.attacking, champion.blocking = self.attacking, self.blocking
        champion.attacked = self.attacked or self.attacking
        champion.damage = self.damage
        champion.hurt = self.damage if self.suffered < 0 else self.suffered
        champion.plus = self.counters
        champion.until_end, champion.lasting = self.until_end, self.lasting
        for name, value in self.other.items():
            setattr(champion, name, value)


def champions(text: str, cards: GameCards) -> Iterator[DescribedChampion]:
    """Parse the champions of one line, separated by commas outside parentheses."""
    for part in _outside_parentheses(text, cards):
        match = _PARTS.match(part)
        if match is None:
            yield DescribedChampion("", unclear=[f"{part!r} is not understood"])
            continue
        if match[2] is None:
            bare_name, words = _split_trailing(match[1], cards)
            match = _PARTS.match(f"{bare_name} ({words})") if words else match
            assert match is not None  # A name and words without parentheses.
        names = split_names(cards, match[1], lambda _: False)
        for name in names[:MAX_CARDS]:
            described = DescribedChampion(name)
            for words in _remarks(match[2] or ""):
                fitting = _expand_remark(" ".join(words.split()).lower())
                if len(fitting) > 1:
                    described.unclear.append(f"{words!r} could mean {' or '.join(fitting)}")
                elif not _apply_remark(described, fitting[0], words):
                    described.unclear.append(f"{words!r} is not understood")
            yield described


def _remarks(text: str) -> Iterator[str]:
    """Yield the remarks in ``text``, with synonyms replaced by one form."""
    for words in filter(None, map(str.strip, _REMARKS.split(text))):
        both = _BOTH_CHANGES.match(words)
        counter, last = _COUNTER.match(words), _NUMBER_LAST.match(_TRAILING.sub("", words))
        if counter:
            yield f"{counter[1] if (counter[1] or '').isdecimal() else 1} counters"
        elif both:
            yield from (f"{both[1]} offense{both[3]}", f"{both[2]} defense{both[3]}")
        elif last:
            yield f"{last[2]} {WRITTEN.get(last[1].lower(), last[1].lower())}"
        else:
            yield _TRAILING.sub("", words)


def is_remark(words: str) -> bool:
    """Return True if the words are a valid remark on a champion."""
    fitting = [_expand_remark(" ".join(remark.split()).lower()) for remark in _remarks(words)]
    return all(len(each) == 1 and _apply_remark(DescribedChampion(""), each[0], words) for each in fitting) and bool(
        fitting
    )


def _split_trailing(text: str, cards: GameCards) -> tuple[str, str]:
    """Split a name from remarks that follow without parentheses: ``Kong tapped 3dmg``."""
    if cards.catalogue.find(text) is not None:
        return text, ""
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        name = " ".join(words[:count])
        bare_name = split_names(cards, name, lambda _: False)
        if len(set(bare_name)) != 1 or cards.catalogue.find(bare_name[0]) is None:
            continue
        remarks = _split_remarks(tuple(words[count:]))
        if remarks:
            return name, ", ".join(remarks)
    return text, ""


_JOINING: Final = frozenset({"and", "with", "has", "is", "&", "+"})
"""Filler words between remarks."""
MAX_WORDS: Final = 24
"""Maximum number of words of remarks after a name."""


@lru_cache(maxsize=256)
def _split_remarks(words: tuple[str, ...]) -> tuple[str, ...]:
    """Split ``words`` into the shortest valid remarks.

    Empty if they are not remarks.
    """
    if not words or len(words) > MAX_WORDS:
        return ()
    if words[0].lower() in _JOINING:
        return _split_remarks(words[1:])
    for count in range(1, len(words) + 1):
        first, rest = " ".join(words[:count]), words[count:]
        after = _split_remarks(rest)
        if is_remark(first) and (after or not rest):
            return (first, *after)
    return ()


def _outside_parentheses(text: str, cards: GameCards) -> list[str]:
    """Split at commas outside parentheses and outside names."""
    parts = re.split(r",\s*(?![^()]*\))", text)
    joined: list[str] = []
    for part in parts:
        piece = f"{joined[-1]}, {part}" if joined and "(" not in joined[-1] else ""
        bare_name = piece.split("(", maxsplit=1)[0].strip()
        if bare_name and len(split_names(cards, bare_name, lambda _: False)) == 1:
            joined[-1] = piece
        else:
            joined.append(part.strip())
    return [part for part in joined if part]


def _expand_remark(words: str) -> list[str]:
    """Return the full forms of a shortened remark.

    Such as ``exp``, ``3 dam``, ``+2 off`` and ``airb in play``.
    """
    match = _SHORT.match(words)
    if match is None:
        return [words]
    amount, ending = match[1] or "", match[3] or ""
    word = WRITTEN.get(fold(match[2]), fold(match[2]))
    remarks = AMOUNTS if amount[:1].isdecimal() else CHANGES if amount else REMARKS
    fitting = [each for each in remarks if fold(each) == word] or [
        each for each in remarks if fold(each).startswith(word)
    ]
    return [f"{amount} {each}{ending}".strip() for each in fitting if len(word) >= MIN_LETTERS] or [words]


def _apply_remark(champion: DescribedChampion, words: str, remark: str) -> bool:
    """Apply one remark to a champion; return False if it was not understood."""
    if words in STANCES:
        champion.stance = STANCES[words]
        return True
    if words in FLAGS:
        setattr(champion, words, True)
        return True
    if _apply_player_remark(champion, remark):
        return True
    amount = _AMOUNT.match(words)
    if amount:
        setattr(champion, amount[2].rstrip("s") + "s" * amount[2].startswith("counter"), int(amount[1]))
        return True
    return _apply_attribute(champion, words, remark) or _apply_modifier(champion, words, remark)


def _apply_modifier(champion: DescribedChampion, words: str, remark: str) -> bool:
    """Apply a modifier that lasts until end of turn or while the champion is in play."""
    lasting = words.endswith(LASTING)
    words = words.removesuffix(LASTING).removesuffix(" this turn").removesuffix(" until end of turn")
    change = _CHANGE.match(words)
    if words == NO_ABILITIES:
        modifier: Modifier = ABILITIES_LOST
    elif change:
        modifier = (change[2].replace("ence", "ense"), int(change[1]))
    elif words.startswith(GIVEN):
        modifier = ("granted", remark.strip()[len(GIVEN) :])
    elif fold(words) in _KEYWORDS:
        modifier = ("keyword", _KEYWORDS[fold(words)])
    elif change := _OTHER_CHANGE.match(words):
        modifier = (change[1], int(change[2]) if re.fullmatch(r"-?\d{1,4}", change[2]) else change[2])
    else:
        return False
    if lasting:
        champion.lasting += (modifier,)
    else:
        champion.until_end += (modifier,)
    return True


def _apply_player_remark(champion: DescribedChampion, remark: str) -> bool:
    """Apply a remark that names a player; return False if it is another remark."""
    match = _PLAYER.match(remark)
    if match is None:
        return False
    if match[1].lower() == "damaged":
        champion.damaged += (match[2],)
    else:
        setattr(champion, "owner" if match[1].lower() == "owner" else "keeper", match[2])
    return True


def _apply_attribute(champion: DescribedChampion, words: str, remark: str) -> bool:
    """Apply a remark ``name = value`` for an attribute of the state."""
    match = _OTHER_FACT.match(words)
    if not match:
        return False
    name, text = match[1], remark.partition(" = ")[2]
    if name in DESCRIBED or name not in {fact.name for fact in Champion.FIELDS}:
        return False
    try:
        champion.other[name] = deep_tuple(json.loads(text))
    except (ValueError, RecursionError):
        return False
    return True


def champion_text(state: EpicState, champion: Champion) -> str:
    """Return a champion as text that ``champions`` can parse."""
    texts: list[str] = []
    usual = EXPENDED if champion.attacking else FLIPPED if champion.blocking else PREPARED
    if champion.stance != usual:
        texts += [words for words, stance in STANCES.items() if stance == champion.stance]
    flags = ("deploying", "attacking", "blocking")
    texts += [words for words in flags if getattr(champion, words)]
    texts += ["attacked"] * (champion.attacked and not champion.attacking)
    texts += [f"{champion.damage} damage"] * bool(champion.damage)
    texts += [f"{champion.hurt} suffered"] * (champion.hurt != champion.damage)
    texts += [f"{champion.plus} counters"] * bool(champion.plus)
    texts += [modifier_text(modifier) for modifier in champion.until_end]
    texts += [modifier_text(modifier) + LASTING for modifier in champion.lasting]
    texts += [f"damaged {state.names[seat]}" for seat in champion.struck]
    texts += [f"returns to {state.names[champion.keeper]}"] * (champion.keeper != champion.controller)
    texts += [f"owner {state.names[champion.owner]}"] * (champion.owner != champion.controller)
    texts += [f"{name} = {json.dumps(value)}" for name, value in also(champion, Champion(0, 0, 0, 0), DESCRIBED)]
    name = state.table[champion.cid].name
    return f"{name} ({', '.join(texts)})" if texts else name


def modifier_text(modifier: Modifier) -> str:
    """Return a modifier of a champion as text: ``+3 offense``, ``airborne``."""
    if modifier == ABILITIES_LOST:
        return NO_ABILITIES
    kind, value = modifier
    if kind == "granted":
        return f"{GIVEN}{value}"
    if kind in ("offense", "defense"):
        return f"{value:+d} {kind}"
    return str(value) if kind == "keyword" else f"{kind}: {value}"
