"""Which languages are offered: one of which every string of the site is translated, and no other."""

import ast
import gettext
import html
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.test import Client
from django.utils.text import smart_split
from django.utils.translation import trim_whitespace

from tests.epic_events.factories import make_event, make_user

TEMPLATES = settings.BASE_DIR / "templates"
CODE = settings.BASE_DIR / "epic_events"
IN_CODE = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), ("text",)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), ("text", "plural")),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ("context", "text")),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ("context", "text", "plural")),
}
LANGUAGES = ("ar", "de", "de-at,de;q=0.9", "he", "fr", "zh-hans", "pt-br", "tlh", "*", "de;q=2", "\u00e9")


@dataclass(frozen=True, order=True)
class Said:
    """A string of the site that a catalogue has to translate."""

    text: str
    plural: str = ""
    context: str = ""


def in_code(path: Path) -> Iterator[Said]:
    """Give every string that a module marks for translation."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        parts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if name in IN_CODE and len(parts) >= len(IN_CODE[name]):
            yield Said(**dict(zip(IN_CODE[name], parts, strict=False)))


def in_template(name: str) -> Iterator[Said]:
    """Give every string that a template marks for translation."""
    template = get_template(name)
    source = (TEMPLATES / name).read_text(encoding="utf-8")
    for node in template.template.nodelist.get_nodes_by_type(TranslateNode):  # type: ignore[attr-defined]  # of Django's own engine
        yield Said(node.filter_expression.var.literal, context=_context(node.message_context))
    for node in template.template.nodelist.get_nodes_by_type(BlockTranslateNode):  # type: ignore[attr-defined]  # same
        texts = [node.render_token_list(part)[0] for part in (node.singular, node.plural or [])]
        texts = [trim_whitespace(text) for text in texts] if node.trimmed else texts
        yield Said(texts[0], texts[1], _context(node.message_context))
    for tag in re.findall(r"{%.*?%}|{{.*?}}", source, re.DOTALL):
        for piece in smart_split(tag):
            yield from (Said(found) for found in re.findall(r"""\b_\(["'](.+?)["']\)""", piece))


def _context(expression: object) -> str:
    return str(getattr(getattr(expression, "var", None), "literal", "") or "")


def strings_of_ours() -> set[Said]:
    """Return every string of the site that is marked for translation."""
    found = {said for path in CODE.rglob("*.py") for said in in_code(path)}
    names = [str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.*") if path.suffix in {".html", ".txt"}]
    return found | {said for name in names for said in in_template(name)}


class Untranslated(gettext.NullTranslations):
    """Stands behind a catalogue and stumbles over what it lacks."""

    def gettext(self, message: str, *_others: object) -> str:
        raise LookupError(message)

    ngettext = pgettext = npgettext = gettext  # type: ignore[assignment]  # whatever it is asked for


def missing(strings: set[Said], language: str, folder: Path) -> list[Said]:
    """Return the strings that the catalogue of a language in a folder does not translate; all, where there is none."""
    try:
        catalogue = gettext.translation("django", folder, [language])
    except FileNotFoundError:
        return sorted(strings)
    catalogue.add_fallback(Untranslated())

    def is_missing(said: Said) -> bool:
        try:
            for number in range(200) if said.plural else ():
                if said.context:
                    catalogue.npgettext(said.context, said.text, said.plural, number)
                else:
                    catalogue.ngettext(said.text, said.plural, number)
            if not said.plural:
                _ = catalogue.pgettext(said.context, said.text) if said.context else catalogue.gettext(said.text)
        except LookupError:
            return True
        return False

    return sorted(said for said in strings if is_missing(said))


def test_a_language_is_offered_only_when_every_string_is_translated():
    strings = strings_of_ours()
    assert len(strings) > 1_500
    assert {
        Said("Check-in opens on %(when)s."),
        Said("%(number)d player is checked in.", "%(number)d players are checked in."),
        Said("%(cards)s card", "%(cards)s cards"),
        Said("Paste your list: it is checked while you type."),
        Said("Nobody fits."),
    } <= strings
    assert settings.LANGUAGES[0] == ("en", "English")
    for code, _name in settings.LANGUAGES[1:]:
        folder, language = settings.LOCALE_PATHS[0], code.replace("-", "_")
        assert missing(strings, language, folder) == [], f"{code} is offered, but not everything is translated"


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


def test_the_rule_finds_what_a_catalogue_lacks(tmp_path: Path):
    strings = {Said("Yes"), Said("one", "many"), Said("Round", context="shape")}
    whole = {"Yes": "Ja", "one\0many": "eins\0viele", "shape\4Round": "rund"}
    write_catalogue(tmp_path, "de", whole)
    assert missing(strings, "de", tmp_path) == []
    for number, lost in enumerate(whole):
        folder = tmp_path / str(number)
        write_catalogue(folder, "de", {key: value for key, value in whole.items() if key != lost})
        assert [said.text for said in missing(strings, "de", folder)] == [lost.split("\4")[-1].split("\0")[0]]
    assert missing(strings, "fr", tmp_path) == sorted(strings)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_asks_for_another_language_gets_the_one_that_is_whole(client: Client, language: str):
    event = make_event(organiser=make_user())
    for path in ("/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", event.get_absolute_url()):
        before = client.get(path, headers={"Accept-Language": "en"}).content.decode()
        page = client.get(path, headers={"Accept-Language": language}).content.decode()
        assert re.search(r'<html lang="en"\s[^>]*dir="ltr"', page)
        assert words(page) == words(before)


def words(page: str) -> str:
    """Return what a page says, without the token that differs each time and the minute of asking."""
    return re.sub(r"As of [^(]*", "As of ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_mistakes_and_the_api_speak_it_too(client: Client, language: str):
    asked = {"Accept-Language": language}
    wrong = client.post("/accounts/login/", {"login": "nobody", "password": ""}, headers=asked).content.decode()
    assert "Enter a valid email address." in words(wrong)
    assert "This field is required." in words(wrong)
    answer = client.post("/api/v1/decklists/check/", {}, content_type="application/json", headers=asked)
    assert answer.json()["fields"]["text"] == "This field is required."
