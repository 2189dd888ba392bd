"""Tables of decklists whose titles are the questions of a form."""

import pytest

from epic_events.bulk_import.tables import TableError
from epic_events.decks.bulk_import import parse_lists


@pytest.mark.parametrize(
    "head",
    ["Timestamp,Your name,Paste your list", "Zeitstempel,Vor- und Nachname,Deckliste", "Date,Player name?,Deck list"],
)
def test_form_export_has_players_and_lists(head: str) -> None:
    lists, errors = parse_lists(f'{head}\n2026-03-01,Ada,"3 Kong\n2 Lash"\n2026-03-02,Bo,"1 Rage"\n')
    assert [(each.block.named, each.block.text) for each in lists] == [("Ada", "3 Kong\n2 Lash\n"), ("Bo", "1 Rage\n")]
    assert errors == []


@pytest.mark.parametrize("head", ["When,Whose,What", "Timestamp;E-Mail;Comment"])
def test_unknown_titles_are_named_with_the_known_ones(head: str) -> None:
    sign = ";" if ";" in head else ","
    with pytest.raises(TableError, match=f"Its first line is “{head}”.*Known columns: player"):
        parse_lists(f'{head}\n1{sign}Ada{sign}"3 Kong\n2 Lash"\n')
