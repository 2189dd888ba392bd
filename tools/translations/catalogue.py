"""Catalogue of a language: the ``.po`` file and the compiled ``.mo`` file."""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings

from tools.translations.strings import Said

FOLDER: Final = settings.BASE_DIR / "epic_events" / "locale"
_EVERY_LINE: Final = (
    "# The words of the site. `make words` adds the strings that are new and takes out those that are gone."
)
_NO_DATE: Final = datetime(2026, 11, 23, tzinfo=UTC)  # a catalogue is the same file on whatever day it was written

Words = dict[Said, tuple[str, ...]]
"""Of each string its translation; of one with a plural those for one and for many."""


def written(language: str) -> Path:
    """Return where the words of a language are written."""
    return Path(FOLDER / language / "LC_MESSAGES" / "django.po")


def words_in(language: str) -> Words:
    """Return what is translated into a language; nothing where there is no catalogue."""
    path = written(language)
    if not path.exists():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    found: Words = {}
    for message in catalogue:
        if not message.id:
            continue
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        strings = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if all(strings):
            found[Said(ids[0], ids[1] if len(ids) > 1 else "", message.context or "")] = strings
    return found


def lacking(strings: set[Said], words: Words) -> list[Said]:
    """Return the strings that are not translated."""
    return sorted(said for said in strings if said not in words)


class _Both(Catalog):
    """A catalogue that holds some strings twice, alone and with a plural, which the format of ``.mo`` allows.

    Newer Pythons find the singular of a plural when they are asked for it alone; 3.11.2, which Debian 12 has, does not.

    Attributes:
        alone: the strings that it holds alone beside their plurals.
    """

    alone: tuple[Message, ...] = ()

    def __iter__(self) -> Iterator[Message]:
        header, *others = super().__iter__()
        return iter([header, *self.alone, *others])


def as_files(language: str, strings: set[Said], words: Words) -> tuple[bytes, bytes]:
    """Return what both files of a language hold: every string in one order, and what is translated of it."""
    catalogue = _Both(
        locale=language, header_comment=_EVERY_LINE, project="Epic Events", version="1", copyright_holder="Epic Events",
        msgid_bugs_address="-", creation_date=_NO_DATE, revision_date=_NO_DATE, last_translator="Epic Events",
        language_team=language, charset="utf-8", fuzzy=False,
    )  # fmt: skip
    plural = {(said.context, said.text) for said in strings if said.plural}
    for said in sorted(strings, key=lambda said: (said.text, said.context, said.plural)):
        if not said.plural and (said.context, said.text) in plural:
            continue  # found by its plural, of which it is the singular
        ids = (said.text, said.plural) if said.plural else said.text
        translated = words.get(said, ("", "") if said.plural else ("",))
        catalogue.add(ids, translated if said.plural else translated[0], context=said.context or None)
    text, compiled = BytesIO(), BytesIO()
    write_po(text, catalogue, width=0, no_location=True, ignore_obsolete=True)
    alone = {said for said in strings if not said.plural and (said.context, said.text) in plural}
    found = with_singulars(strings, words)
    catalogue.alone = tuple(
        Message(said.text, found[said][0], context=said.context or None) for said in sorted(alone) if said in found
    )
    write_mo(compiled, catalogue)
    return text.getvalue(), compiled.getvalue()


def with_singulars(strings: set[Said], words: Words) -> Words:
    """Return the words with those of strings that stand both alone and with a plural."""
    ones = {(said.context, said.text): forms[0] for said, forms in words.items() if said.plural}
    alone = {
        said: (ones[said.context, said.text],)
        for said in strings
        if not said.plural and (said.context, said.text) in ones
    }
    return {**words, **alone}
