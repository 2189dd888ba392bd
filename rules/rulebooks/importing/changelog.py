"""The list of changes that a document ends with: a remark on each unit that it names."""

import re
from collections.abc import Iterable, Iterator, Sequence

from rules.rulebooks.importing.drafts import Draft
from rules.rulebooks.importing.passages import Block

_DATE = re.compile(r"^\**(?P<date>\d{1,2}(?:ST|ND|RD|TH)? [A-Z][a-z]{2,8} \d{4})\**$")
_ENTRY = re.compile(r"^(?:- )?\**(?P<number>\d{1,3}(?:\.\d{1,3}){0,6}[a-z]?)\**:\s*(?P<said>\S.*)$")


def remark_on_changes(drafts: Sequence[Draft], history: Draft, numbers: dict[str, str]) -> None:
    """Add to each unit that a list of changes names a remark with the day and what it says.

    An entry for a number below which words are explained is one for the words it names, or else for the number. What is
    named and not there any more has no remark.

    Args:
        drafts: the units of the document.
        history: the unit that holds the list.
        numbers: the number meant by a misprinted one.
    """
    by_number = {draft.number: draft for draft in drafts if draft.number}
    for day, printed, said in list(_entries(history.blocks)):
        named = _named(printed, said, drafts)
        single = by_number.get(numbers.get(printed, printed))
        for draft in named or ([single] if single and single is not history else []):
            draft.blocks.append(Block(draft.first, [f"Note: {day}: {said}"]))


def _entries(blocks: Iterable[Block]) -> Iterator[tuple[str, str, str]]:
    """Yield the day, the number and the words of each entry."""
    day = ""
    for block in blocks:
        if match := _DATE.match(block.text):
            day = match["date"]
        elif match := _ENTRY.match(block.text):
            yield day, match["number"], match["said"]


def _named(number: str, said: str, drafts: Iterable[Draft]) -> list[Draft]:
    """Return the words explained below a number that an entry names."""
    return [
        draft
        for draft in drafts
        if not draft.number
        and draft.id.startswith((f"{number}/", f"{number}."))
        and re.search(rf"\b{re.escape(draft.heading)}\b", said)
    ]
