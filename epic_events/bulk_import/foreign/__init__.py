"""Whole events from the files of other programs.

Supported are TRF, TOM, Wizards Event Reporter, NRTM, Cobra, Challonge and start.gg.

:func:`read_foreign_event` recognises a file by its content.
"""

from epic_events.bulk_import.foreign.json_files import read_json_event
from epic_events.bulk_import.foreign.model import ForeignEvent, ForeignMatch, ForeignPlayer
from epic_events.bulk_import.foreign.trf import is_trf, read_trf
from epic_events.bulk_import.foreign.xml_files import is_xml, read_xml_event

__all__ = ["ForeignEvent", "ForeignMatch", "ForeignPlayer", "read_foreign_event"]


def read_foreign_event(text: str) -> ForeignEvent | None:
    """Return the event in a file of another program; None for other texts.

    Raises:
        TableError: the text is XML or TRF, but cannot be read.
    """
    if is_trf(text):
        return read_trf(text)
    if is_xml(text):
        return read_xml_event(text)
    return read_json_event(text)
