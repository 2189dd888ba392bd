"""The printed list of changes of a document.

It becomes notes on the units it names.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from rules.rulebooks.importer.drafts import Draft
from rules.rulebooks.importer.passages import Block

_DATE = re.compile(r"^\**(?P<date>\d{1,2}(?:ST|ND|RD|TH)? [A-Z][a-z]{2,8} \d{4})\**$")
_ENTRY = re.compile(r"^(?:- )?\**(?P<number>\d{1,3}(?:\.\d{1,3}){0,6}[a-z]?)\**:\s*(?P<said>\S.*)$")


def add_change_notes(drafts: Sequence[Draft], history: Draft, numbers: dict[str, str]) -> None:
    """Add a note with date and text to each unit named in a list of changes.

    An entry for a number with terms below it applies to the terms it names, or else to the number. Units that no longer
    exist are skipped.

    Args:
        drafts: the units of the document.
        history: the unit with the list of changes.
        numbers: correct number by misprinted number.
    """
    by_number = {draft.number: draft for draft in drafts if draft.number}
    for day, printed, text in list(_parse_entries(history.blocks)):
        terms = _named_terms(printed, text, drafts)
        single = by_number.get(numbers.get(printed, printed))
        for draft in terms or ([single] if single and single is not history else []):
            draft.blocks.append(Block(draft.first, [f"Note: {day}: {text}"]))


def _parse_entries(blocks: Iterable[Block]) -> Iterator[tuple[str, str, str]]:
    """Yield date, number and text of each entry."""
    day = ""
    for block in blocks:
        if match := _DATE.match(block.text):
            day = match["date"]
        elif match := _ENTRY.match(block.text):
            yield day, match["number"], match["said"]


def _named_terms(number: str, text: str, drafts: Iterable[Draft]) -> list[Draft]:
    """Return the terms below a number that an entry names."""
    return [
        draft
        for draft in drafts
        if not draft.number
        and draft.id.startswith((f"{number}/", f"{number}."))
        and re.search(rf"\b{re.escape(draft.heading)}\b", text)
    ]
