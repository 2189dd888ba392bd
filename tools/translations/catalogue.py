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

from tools.translations.strings import TranslatableString

FOLDER: Final = settings.BASE_DIR / "epic_events" / "locale"
_EVERY_LINE: Final = (
    "# The words of the site. `make words` adds the strings that are new and takes out those that are gone."
)
_NO_DATE: Final = datetime(2026, 11, 23, tzinfo=UTC)  # a catalogue is the same file on whatever day it was written

Translations = dict[TranslatableString, tuple[str, ...]]
"""Translation of each string: one form, or singular and plural."""


def catalogue_path(language: str) -> Path:
    """Return the path of the ``.po`` file of a language."""
    return Path(FOLDER / language / "LC_MESSAGES" / "django.po")


def load_translations(language: str) -> Translations:
    """Return the translations of a language; empty if there is no catalogue."""
    path = catalogue_path(language)
    if not path.exists():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    found: Translations = {}
    for message in catalogue:
        if not message.id:
            continue
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        strings = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if all(strings):
            found[TranslatableString(ids[0], ids[1] if len(ids) > 1 else "", message.context or "")] = strings
    return found


def find_untranslated(strings: set[TranslatableString], translations: Translations) -> list[TranslatableString]:
    """Return the strings that are not translated."""
    return sorted(string for string in strings if string not in translations)


class _CatalogueWithSingulars(Catalog):
    """A catalogue with some strings twice.

    Alone and with a plural, as ``.mo`` files allow. Newer Pythons find the singular of a plural form when it is looked
    up alone; 3.11.2 of Debian 12 does not.

    Attributes:
        alone: the strings that it has both alone and with a plural.
    """

    alone: tuple[Message, ...] = ()

    def __iter__(self) -> Iterator[Message]:
        header, *others = super().__iter__()
        return iter([header, *self.alone, *others])


def render_files(language: str, strings: set[TranslatableString], translations: Translations) -> tuple[bytes, bytes]:
    """Return the contents of the ``.po`` and the ``.mo`` file of a language."""
    catalogue = _CatalogueWithSingulars(
        locale=language, header_comment=_EVERY_LINE, project="Epic Events", version="1", copyright_holder="Epic Events",
        msgid_bugs_address="-", creation_date=_NO_DATE, revision_date=_NO_DATE, last_translator="Epic Events",
        language_team=language, charset="utf-8", fuzzy=False,
    )  # fmt: skip
    plural = {(string.context, string.text) for string in strings if string.plural}
    for string in sorted(strings, key=lambda string: (string.text, string.context, string.plural)):
        if not string.plural and (string.context, string.text) in plural:
            continue  # found by its plural, of which it is the singular
        ids = (string.text, string.plural) if string.plural else string.text
        translated = translations.get(string, ("", "") if string.plural else ("",))
        catalogue.add(ids, translated if string.plural else translated[0], context=string.context or None)
    text, compiled = BytesIO(), BytesIO()
    write_po(text, catalogue, width=0, no_location=True, ignore_obsolete=True)
    alone = {string for string in strings if not string.plural and (string.context, string.text) in plural}
    found = add_singulars(strings, translations)
    catalogue.alone = tuple(
        Message(string.text, found[string][0], context=string.context or None)
        for string in sorted(alone)
        if string in found
    )
    write_mo(compiled, catalogue)
    return text.getvalue(), compiled.getvalue()


def add_singulars(strings: set[TranslatableString], translations: Translations) -> Translations:
    """Return the translations with singulars added.

    They are strings that occur both alone and with a plural.
    """
    ones = {(string.context, string.text): forms[0] for string, forms in translations.items() if string.plural}
    alone = {
        string: (ones[string.context, string.text],)
        for string in strings
        if not string.plural and (string.context, string.text) in ones
    }
    return {**translations, **alone}
