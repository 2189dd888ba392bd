"""Columns of tables of people.

Those of Google Forms, pretix, pretalx, Meetup, start.gg and Challonge are known.
"""

import re
from typing import Final

from epic_events.bulk_import.tables import SIGNS, Columns, TableRow, normalise_title, split_cells

COLUMNS: Final[Columns] = {
    "name": (
        *("name", "player", "playername", "attendeename", "fullname", "displayname", "participantname", "spieler"),
        *("teilnehmername", "teilnehmer", "participant", "speakernames", "speakername", "entrant", "spielername"),
        *("name,vorname", "nachname,vorname", "lastname,firstname", "surname,firstname", "last,first"),
        *("vorundnachname", "nomcomplet", "nombrecompleto", "nomecompleto", "joueur", "jugador", "giocatore"),
        *("名前", "お名前", "氏名", "姓名", "名字", "选手", "選手", "이름", "성명"),
        *("имя", "фио", "имяифамилия", "ชื่อ", "नाम"),
    ),
    "first_name": (
        *("firstname", "vorname", "givenname", "first", "attendeefirstname", "prénom", "prenom", "forename"),
        *("attendeename:givenname", "teilnehmername:vorname", "nombres"),
    ),
    "last_name": (
        *("lastname", "surname", "nachname", "familyname", "last", "attendeelastname", "apellidos", "apellido"),
        *("cognome", "familienname", "attendeename:familyname", "teilnehmername:nachname"),
    ),
    "either": ("nom", "nombre", "nome"),
    "user_name": ("username", "gamertag", "shortgamertag", "challongeusername", "nickname"),
    "answer": ("rsvp", "attendeestatus", "attending", "teilnahme", "zusage"),
}
"""Column titles of tables of people, normalised, by meaning.

``FirstName`` with ``LastName``, and ``UserName``, are columns of melee.gg
(https://help.melee.gg/docs/mass-data-importing/); its e-mail addresses are not read. ``Nom``, ``Nombre`` and ``Nome``
are a first or last name next to the other one, and a whole name otherwise.
"""
REQUIRED_COLUMNS: Final = (
    frozenset({"name"}),
    frozenset({"first_name", "last_name"}),
    frozenset({"first_name", "either"}),
    frozenset({"last_name", "either"}),
    frozenset({"either"}),
    frozenset({"user_name"}),
)
SINGLE_COLUMN_TITLES: Final = frozenset({"name", "player", "playername", "username"})
"""Titles that mark a text as a table with a single column; they are not names of players."""
ABSENT: Final = frozenset(
    {"no", "nein", "notattending", "declined", "cancelled", "canceled", "notgoing", "deleted", "waitlist"}
)
"""Answers of people who do not come."""

_WORD: Final = re.compile(r"[^\W\d_]+")
_FIRST: Final = frozenset({"first", "given", "vorname", "vor", "forename", "prénom"})
_LAST: Final = frozenset({"last", "surname", "family", "nachname", "familienname", "cognome", "apellidos", "apellido"})
_AND: Final = frozenset({"and", "und", "et", "y", "e"})
_WHOLE: Final = frozenset(
    {"name", "names", "player", "full", "spielername", "nachname", "teilnehmername", "nom", "nombre"}
)
_OTHER: Final = frozenset(
    {"user", "team", "deck", "club", "event", "company", "product", "file", "group", "organization", "organisation"}
    | {
        "invoice",
        "store",
        "city",
        "country",
        "host",
        "guardian",
        "parent",
        "emergency",
        "sponsor",
        "card",
        "tournament",
    }
    | {
        "mail",
        "email",
        "number",
        "id",
        "code",
        "url",
        "badge",
        "discord",
        "opponent",
        "verein",
        "benutzername",
        "rating",
    }
)


def columns_of(line: str) -> Columns:
    """Return the known columns and the titles of a header that ask for a name.

    Such titles may use other words than the known columns.
    """
    known = {title for titles in COLUMNS.values() for title in titles}
    guessed: dict[str, tuple[str, ...]] = {}
    cells = max((split_cells(line, sign) for sign in SIGNS), key=len)
    for cell in cells if len(cells) > 1 else ():
        title = normalise_title(cell)
        key = None if title in known else guess_key(cell)
        if key and title not in guessed.get(key, ()):
            guessed[key] = (*guessed.get(key, ()), title)
    return {key: (*titles, *guessed.get(key, ())) for key, titles in COLUMNS.items()}


def guess_key(title: str) -> str | None:
    """Return the meaning of a question such as "What is your name?".

    None for other titles.
    """
    words = {word.casefold() for word in _WORD.findall(title)}
    if words & _OTHER or len(words) > 12:
        return None
    first, last = words & _FIRST, words & _LAST
    if (first or last) and words & _AND:
        return "name"
    if first and not last:
        return "first_name"
    if last and not first:
        return "last_name"
    return "name" if words & _WHOLE else None


def name_in_row(row: TableRow, keys: frozenset[str]) -> str:
    """Return the name in a row.

    A first name next to a single column of names belongs to it.
    """
    name, first, last, either = (row.cell(key) for key in ("name", "first_name", "last_name", "either"))
    if name:
        is_surname = "last_name" not in keys and first and first.casefold() not in name.casefold()
        return f"{first} {name}" if is_surname else name
    if either and not (first and last):
        return " ".join(filter(None, (first, either, last)))
    return " ".join(filter(None, (first, last))) or row.cell("user_name")
