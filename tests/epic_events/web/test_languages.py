"""Offered languages are completely translated."""

import gettext
import html
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from epic_events.decks.requirements import ListState
from epic_events.events.models import Registration
from epic_events.infra.names import within_sentence
from tests.epic_events.factories import make_event, make_user
from tools.translations.catalogue import add_singulars, catalogue_path, load_translations, render_files
from tools.translations.strings import TranslatableString, translatable_strings

OTHERS = ("ar", "he", "fr", "zh-hans", "pt-br", "tlh", "*", "de;q=2", "\u00e9")
PLACES = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|%%")
TAGS = re.compile(r"</?\w+[^>]*>|&\w+;")
GERMAN = ("de", "de-at,de;q=0.9", "fr,de;q=0.5,en;q=0.1")


class Untranslated(gettext.NullTranslations):
    """Fallback catalogue that raises for missing strings."""

    def gettext(self, message: str, *_others: object) -> str:
        raise LookupError(message)

    ngettext = pgettext = npgettext = gettext  # type: ignore[assignment]  # whatever it is asked for


def missing(strings: set[TranslatableString], language: str, folder: Path) -> list[TranslatableString]:
    """Return the strings that a compiled catalogue does not translate."""
    try:
        catalogue = gettext.translation("django", folder, [language])
    except FileNotFoundError:
        return sorted(strings)
    catalogue.add_fallback(Untranslated())

    def is_missing(message: TranslatableString) -> bool:
        try:
            for number in range(200) if message.plural else ():
                if message.context:
                    catalogue.npgettext(message.context, message.text, message.plural, number)
                else:
                    catalogue.ngettext(message.text, message.plural, number)
            if not message.plural:
                _ = (
                    catalogue.pgettext(message.context, message.text)
                    if message.context
                    else catalogue.gettext(message.text)
                )
        except LookupError:
            return True
        return False

    return sorted(message for message in strings if is_missing(message))


def test_offered_languages_are_fully_translated():
    strings = translatable_strings()
    assert len(strings) > 1_500
    assert {
        TranslatableString("Check-in opens on %(when)s."),
        TranslatableString("%(number)d player is checked in.", "%(number)d players are checked in."),
        TranslatableString("%(cards)s card", "%(cards)s cards"),
        TranslatableString("Paste or type your decklist. It is checked as you type."),
        TranslatableString("No players match the filter."),
    } <= strings
    assert settings.LANGUAGES == [("en", "English"), ("de", "Deutsch")]
    for code, _name in settings.LANGUAGES[1:]:
        folder, language = settings.LOCALE_PATHS[0], code.replace("-", "_")
        assert missing(strings, language, folder) == [], f"{code} is offered, but not everything is translated"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES[1:]])
def test_compiled_catalogue_is_up_to_date(language: str):
    words, strings = load_translations(language), translatable_strings()
    path = catalogue_path(language)
    made = render_files(language, strings, add_singulars(strings, words))
    is_current = (path.read_bytes(), path.with_suffix(".mo").read_bytes()) == made
    assert is_current, "make words brings them up to date"  # a comparison of the catalogues would take minutes to print


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES[1:]])
def test_translations_keep_placeholders_and_markup(language: str):
    for message, forms in load_translations(language).items():
        known = set().union(*(PLACES.findall(text) for text in (message.text, message.plural)))
        for form in forms:
            assert set(PLACES.findall(form)) <= known, form
            assert sorted(TAGS.findall(form)) == sorted(TAGS.findall(message.text)), form
            assert [form[:1].isspace(), form[-1:].isspace()] == [
                message.text[:1].isspace(),
                message.text[-1:].isspace(),
            ], form
        assert set(PLACES.findall(forms[-1])) == set(PLACES.findall(message.plural or message.text)), forms


def edges(text: str) -> list[bool]:
    """Return whether a text starts and ends with white space."""
    return [text[:1].isspace(), text[-1:].isspace()]


def write_catalogue(folder: Path, language: str, words: dict[str, str]) -> None:
    """Write a compiled catalogue as ``msgfmt`` does."""
    words = {"": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n", **words}
    pairs = sorted((key.encode(), value.encode()) for key, value in words.items())
    count, at = len(pairs), 28 + 16 * len(pairs)
    tables: list[bytes] = []
    data = b""
    for side in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[side]), at + len(data)))
            data += pair[side] + b"\0"
    path = folder / language / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0) + b"".join(tables) + data)


def test_missing_lists_untranslated_strings(tmp_path: Path):
    strings = {
        TranslatableString("Yes"),
        TranslatableString("one", "many"),
        TranslatableString("Round", context="shape"),
    }
    whole = {"Yes": "Ja", "one\0many": "eins\0viele", "shape\4Round": "rund"}
    write_catalogue(tmp_path, "de", whole)
    assert missing(strings, "de", tmp_path) == []
    for number, lost in enumerate(whole):
        folder = tmp_path / str(number)
        write_catalogue(folder, "de", {key: value for key, value in whole.items() if key != lost})
        assert [message.text for message in missing(strings, "de", folder)] == [lost.split("\4")[-1].split("\0")[0]]
    assert missing(strings, "fr", tmp_path) == sorted(strings)


@pytest.mark.django_db
@pytest.mark.parametrize("language", OTHERS)
def test_unsupported_language_falls_back_to_english(client: Client, language: str):
    event = make_event(organiser=make_user())
    for path in ("/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", event.get_absolute_url()):
        before = client.get(path, headers={"Accept-Language": "en"}).content.decode()
        page = client.get(path, headers={"Accept-Language": language}).content.decode()
        assert re.search(r'<html lang="en"\s[^>]*dir="ltr"', page)
        assert words(page) == words(before)


@pytest.mark.django_db
@pytest.mark.parametrize("language", GERMAN)
def test_german_is_served_on_request(client: Client, language: str):
    event = make_event(organiser=make_user())
    for path, message in (
        ("/", "Turniere"), ("/accounts/login/", "Anmelden"), ("/accounts/signup/", "Konto erstellen"),
        (event.get_absolute_url(), "Turnier"),
    ):  # fmt: skip
        page = client.get(path, headers={"Accept-Language": language}).content.decode()
        assert re.search(r'<html lang="de"\s[^>]*dir="ltr"', page)
        assert message in words(page)
    wrong = client.post("/accounts/login/", {"login": "x", "password": ""}, headers={"Accept-Language": language})
    assert "Dieses Feld ist zwingend erforderlich." in words(wrong.content.decode())


def words(page: str) -> str:
    """Return the text of a page without token and time."""
    return re.sub(r"As of [^(]*", "As of ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


@pytest.mark.django_db
@pytest.mark.parametrize("language", OTHERS)
def test_form_and_api_errors_unsupported_language_are_english(client: Client, language: str):
    asked = {"Accept-Language": language}
    wrong = client.post("/accounts/login/", {"login": "nobody", "password": ""}, headers=asked).content.decode()
    assert "Enter a valid email address." in words(wrong)
    assert "This field is required." in words(wrong)
    answer = client.post("/api/v1/decklists/check/", {}, content_type="application/json", headers=asked)
    assert answer.json()["fields"]["text"] == "This field is required."


@pytest.mark.parametrize(
    ("context", "word", "german"),
    [
        ("", "dropped", "ausgestiegen"),
        ("of a rule", "dropped", "entfallen"),
        ("", "Draw", "Unentschieden"),
        ("by lot", "Draw", "Auslosen"),
        ("", "drawn", "unentschieden"),
        ("by lot", "drawn", "gelost"),
        ("", "Venue", "Spielort"),
        ("", "Rank", "Platz"),
        ("", "Cancelled", "Abgesagt"),
        ("of a replay", "Cancelled", "Abgebrochen"),
    ],
)
def test_german_translations_distinguish_contexts(context: str, word: str, german: str) -> None:
    with translation.override("de"):
        assert (translation.pgettext(context, word) if context else translation.gettext(word)) == german


def test_german_nouns_keep_capitals_in_sentences() -> None:
    labels = (ListState.STALE.words, Registration.Status.WAITLISTED.label)
    output = {}
    for language in ("en", "de"):
        with translation.override(language):
            output[language] = tuple(map(within_sentence, labels))
    assert output == {
        "en": ("rechecked, still legal", "on the waitlist"),
        "de": ("Neu geprüft, weiterhin legal", "Auf der Warteliste"),
    }
