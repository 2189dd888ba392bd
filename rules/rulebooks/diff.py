"""Differences between two versions of a rules document.

Units are matched by text first and by number second, because a rule inserted in the middle renumbers all rules after
it without changing them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

from rapidfuzz import fuzz, process

SIMILAR = 75.0
"""Minimum similarity (0 to 100) for matching units with different numbers."""
SIMILAR_SAME_CITATION = 60.0
"""Minimum similarity for matching units with the same number."""

_WORDS = re.compile(r"\s+|[^\s\w]|\w+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit of one version of a document.

    Attributes:
        id: its citation, unique in the version.
        label: its displayed name: number or heading.
        heading: its title or caption.
        text: its text without markup.
        examples: its examples without markup.
    """

    id: str
    label: str
    heading: str
    text: str
    examples: tuple[str, ...] = ()


class Edit(Enum):
    """The kind of an edit to a run of words."""

    UNCHANGED = "kept"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class UnitChange:
    """The change of one unit between two versions.

    Attributes:
        before: the unit in the older version; ``None`` if it is new.
        after: the unit in the newer version; ``None`` if it was removed.
    """

    before: Passage | None
    after: Passage | None

    @property
    def unit(self) -> Passage:
        """The unit in the newer version, or in the older one if it was removed."""
        unit = self.after or self.before
        if unit is None:
            raise ValueError("an alteration is of some unit")
        return unit

    @property
    def is_renumbered(self) -> bool:
        """True if its citation changed."""
        return self.before is not None and self.after is not None and self.before.id != self.after.id

    @property
    def reworded(self) -> bool:
        """True if its text changed, ignoring white space."""
        return (
            self.before is not None
            and self.after is not None
            and _normalized_text(self.before) != _normalized_text(self.after)
        )

    @property
    def has_changed_examples(self) -> bool:
        """True if its examples changed."""
        if self.before is None or self.after is None:
            return False
        return _collapse_all(self.before.examples) != _collapse_all(self.after.examples)

    @property
    def changed(self) -> bool:
        """True if anything changed."""
        one_sided = self.before is None or self.after is None
        return one_sided or self.is_renumbered or self.reworded or self.has_changed_examples

    def edits(self) -> tuple[tuple[Edit, str], ...]:
        """Return the text as runs of unchanged, removed and added words."""
        return word_edits(self.before.text if self.before else "", self.after.text if self.after else "")


def word_edits(before: str, after: str) -> tuple[tuple[Edit, str], ...]:
    """Return the word diff of two texts as runs of unchanged, removed and added words."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    runs: list[tuple[Edit, str]] = []
    for kind, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            runs.append((Edit.UNCHANGED, "".join(old[old_from:old_to])))
            continue
        runs += [(Edit.REMOVED, "".join(old[old_from:old_to]))] if old_to > old_from else []
        runs += [(Edit.ADDED, "".join(new[new_from:new_to]))] if new_to > new_from else []
    return tuple(runs)


def compare_versions(before: Sequence[Passage], after: Sequence[Passage]) -> tuple[UnitChange, ...]:
    """Return the changes of all units, in the newer order.

    Each unit of either version is in exactly one change. A removed unit follows its predecessor.
    """
    pairs = _match_units(before, after)
    successor = {old: new for new, old in pairs.items()}
    dropped: dict[int, list[int]] = {}
    last = -1
    for index in range(len(before)):
        if index in successor:
            last = successor[index]
        else:
            dropped.setdefault(last, []).append(index)
    altered = [UnitChange(before[index], None) for index in dropped.get(-1, ())]
    for index, passage in enumerate(after):
        altered.append(UnitChange(before[pairs[index]] if index in pairs else None, passage))
        altered += [UnitChange(before[old], None) for old in dropped.get(index, ())]
    return tuple(altered)


def _match_units(before: Sequence[Passage], after: Sequence[Passage]) -> Mapping[int, int]:
    """Return the index of the older unit for each matched newer one.

    Best matches first.
    """
    pairs: dict[int, int] = {}
    for match in (
        _match_identical,
        _match_same_text,
        _match_similar_same_citation,
        _match_similar_text,
        _match_same_citation,
    ):
        taken = set(pairs.values())
        old = {index: passage for index, passage in enumerate(before) if index not in taken}
        new = {index: passage for index, passage in enumerate(after) if index not in pairs}
        pairs.update(match(old, new))
    return pairs


def _match_identical(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield units with the same text and citation."""
    positions = {passage.id: place for place, passage in old.items()}
    for place, passage in new.items():
        if passage.id in positions and _normalized_text(old[positions[passage.id]]) == _normalized_text(passage):
            yield place, positions[passage.id]


def _match_similar_same_citation(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield units with the same citation and similar text."""
    positions = {passage.id: place for place, passage in old.items()}
    for place, passage in new.items():
        if passage.id in positions and _similarity(old[positions[passage.id]], passage) >= SIMILAR_SAME_CITATION:
            yield place, positions[passage.id]


def _match_same_text(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield units with the same text under another citation, in order."""
    places: dict[tuple[str, str], list[int]] = {}
    for place, passage in old.items():
        if _normalized_text(passage):
            places.setdefault((passage.heading, _normalized_text(passage)), []).append(place)
    for place, passage in new.items():
        if match := places.get((passage.heading, _normalized_text(passage))):
            yield place, match.pop(0)


def _match_similar_text(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield units with similar text, most similar first, then nearest by position."""
    texts = {place: f"{passage.heading} {_normalized_text(passage)}" for place, passage in old.items()}
    candidates: list[tuple[float, int, int, int]] = []
    for place, passage in new.items():
        near = process.extract(
            f"{passage.heading} {_normalized_text(passage)}", texts, scorer=fuzz.ratio, score_cutoff=SIMILAR, limit=5
        )
        candidates += [(-similarity, abs(place - was), place, was) for _text, similarity, was in near]
    used_new: set[int] = set()
    used_old: set[int] = set()
    for *_order, place, was in sorted(candidates):
        if place not in used_new and was not in used_old:
            used_new.add(place)
            used_old.add(was)
            yield place, was


def _match_same_citation(old: Mapping[int, Passage], new: Mapping[int, Passage]) -> Iterator[tuple[int, int]]:
    """Yield the remaining units with the same citation, such as rewritten ones."""
    positions = {passage.id: place for place, passage in old.items()}
    for place, passage in new.items():
        if passage.id in positions:
            yield place, positions[passage.id]


def _normalized_text(passage: Passage) -> str:
    return _collapse_spaces(passage.text)


def _collapse_spaces(text: str) -> str:
    return " ".join(text.split())


def _collapse_all(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_collapse_spaces, texts))


def _similarity(one: Passage, other: Passage) -> float:
    return float(fuzz.ratio(f"{one.heading} {_normalized_text(one)}", f"{other.heading} {_normalized_text(other)}"))
