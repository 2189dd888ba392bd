"""Two versions of a rules document side by side: which unit became which, and what changed in it.

Units are aligned by what they say and not by their number alone: a document that gets a new rule in the middle gives
all rules after it new numbers, and none of those has changed. Such rules are told as renumbered.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

from rapidfuzz import fuzz, process

ALIKE = 75.0
"""How like two texts under different numbers must be (0 to 100) to count as one rule."""
STILL_ALIKE = 60.0
"""The same for texts under one number, which no other text resembles more."""

_WORDS = re.compile(r"\s+|[^\s\w]|\w+")


@dataclass(frozen=True, slots=True)
class Passage:
    """One unit of a version.

    Attributes:
        id: its citation, unique in the version.
        label: what a reader sees as its name: number or heading.
        heading: its title or caption.
        text: what it says, in plain words.
        examples: its examples, each in plain words.
    """

    id: str
    label: str
    heading: str
    text: str
    examples: tuple[str, ...] = ()


class Edit(Enum):
    """What happened to a run of words."""

    KEPT = "kept"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Alteration:
    """What became of one unit.

    Attributes:
        before: the unit in the older version; ``None`` for a new one.
        after: the unit in the newer version; ``None`` for one that was dropped.
    """

    before: Passage | None
    after: Passage | None

    @property
    def unit(self) -> Passage:
        """The unit as it stands now, or as it stood last."""
        unit = self.after or self.before
        if unit is None:
            raise ValueError("an alteration is of some unit")
        return unit

    @property
    def renumbered(self) -> bool:
        """Whether the unit stands under another citation than before."""
        return self.before is not None and self.after is not None and self.before.id != self.after.id

    @property
    def reworded(self) -> bool:
        """Whether it says something else, or says it otherwise; white space does not count."""
        return self.before is not None and self.after is not None and _said(self.before) != _said(self.after)

    @property
    def examples_changed(self) -> bool:
        """Whether its examples are others than before."""
        if self.before is None or self.after is None:
            return False
        return _plain_all(self.before.examples) != _plain_all(self.after.examples)

    @property
    def changed(self) -> bool:
        """Whether anything at all is different."""
        one_sided = self.before is None or self.after is None
        return one_sided or self.renumbered or self.reworded or self.examples_changed

    def edits(self) -> tuple[tuple[Edit, str], ...]:
        """Return the text as runs of words that were kept, removed and added."""
        return word_edits(self.before.text if self.before else "", self.after.text if self.after else "")


def word_edits(before: str, after: str) -> tuple[tuple[Edit, str], ...]:
    """Return how one text becomes another, word by word; joined without the added runs it is the first."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    runs: list[tuple[Edit, str]] = []
    for kind, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            runs.append((Edit.KEPT, "".join(old[old_from:old_to])))
            continue
        runs += [(Edit.REMOVED, "".join(old[old_from:old_to]))] if old_to > old_from else []
        runs += [(Edit.ADDED, "".join(new[new_from:new_to]))] if new_to > new_from else []
    return tuple(runs)


def compare(before: Sequence[Passage], after: Sequence[Passage]) -> tuple[Alteration, ...]:
    """Return what became of every unit, in the newer order; a dropped one stands after the unit it followed.

    Every unit of either version is in exactly one alteration.
    """
    pairs = _paired(before, after)
    successor = {old: new for new, old in pairs.items()}
    dropped: dict[int, list[int]] = {}
    last = -1
    for at in range(len(before)):
        if at in successor:
            last = successor[at]
        else:
            dropped.setdefault(last, []).append(at)
    altered = [Alteration(before[at], None) for at in dropped.get(-1, ())]
    for at, passage in enumerate(after):
        altered.append(Alteration(before[pairs[at]] if at in pairs else None, passage))
        altered += [Alteration(before[old], None) for old in dropped.get(at, ())]
    return tuple(altered)


def _paired(before: Sequence[Passage], after: Sequence[Passage]) -> Mapping[int, int]:
    """Return for units of the newer version which older one they were: the surest pairs first."""
    pairs: dict[int, int] = {}
    for found in (_unchanged, _same_words, _same_place, _like_words, _same_number):
        taken = set(pairs.values())
        old = {at: one for at, one in enumerate(before) if at not in taken}
        new = {at: one for at, one in enumerate(after) if at not in pairs}
        pairs.update(found(old, new))
    return pairs


def _unchanged(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield units that say the same under the same citation."""
    at = {passage.id: place for place, passage in old.items()}
    for place, passage in new.items():
        if passage.id in at and _said(old[at[passage.id]]) == _said(passage):
            yield place, at[passage.id]


def _same_place(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield units under one citation that still say much the same."""
    at = {passage.id: place for place, passage in old.items()}
    for place, passage in new.items():
        if passage.id in at and _likeness(old[at[passage.id]], passage) >= STILL_ALIKE:
            yield place, at[passage.id]


def _same_words(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield units that say exactly the same elsewhere, in order where several do."""
    places: dict[tuple[str, str], list[int]] = {}
    for place, passage in old.items():
        if _said(passage):
            places.setdefault((passage.heading, _said(passage)), []).append(place)
    for place, passage in new.items():
        if found := places.get((passage.heading, _said(passage))):
            yield place, found.pop(0)


def _like_words(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield units that say nearly the same elsewhere, the most alike first, then the nearest."""
    said = {place: f"{passage.heading} {_said(passage)}" for place, passage in old.items()}
    candidates: list[tuple[float, int, int, int]] = []
    for place, passage in new.items():
        near = process.extract(
            f"{passage.heading} {_said(passage)}", said, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=5
        )
        candidates += [(-likeness, abs(place - was), place, was) for _text, likeness, was in near]
    seen_new: set[int] = set()
    seen_old: set[int] = set()
    for *_order, place, was in sorted(candidates):
        if place not in seen_new and was not in seen_old:
            seen_new.add(place)
            seen_old.add(was)
            yield place, was


def _same_number(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield what is left under one citation: rewritten from the ground up, as between a text and its restatement."""
    at = {passage.id: place for place, passage in old.items()}
    for place, passage in new.items():
        if passage.id in at:
            yield place, at[passage.id]


def _said(passage: Passage) -> str:
    """Return a unit's text with single spaces."""
    return _plain(passage.text)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _plain_all(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_plain, texts))


def _likeness(one: Passage, other: Passage) -> float:
    return float(fuzz.ratio(f"{one.heading} {_said(one)}", f"{other.heading} {_said(other)}"))
