"""E-mail addresses are never part of a name, which is shown to everyone."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from epic_events.accounts.models import Player
from epic_events.events.models import Registration
from epic_events.events.services.bulk_entry import add_players, check_player_list, ignored_notice
from epic_events.infra.errors import UserError
from epic_events.infra.names import clean_name
from tests.epic_events.factories import make_event, make_staff, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    ["ana@x.example", "Ana <ana@x.example>", "Ana ana\N{FULLWIDTH COMMERCIAL AT}x.example", "mailto:a.b+c@x.co.uk"],
)
def test_clean_name_with_an_address_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="without an e-mail address"):
        clean_name(name)


@pytest.mark.parametrize("name", ["@ana", "Ana @ Club", "Ana @home"])
def test_clean_name_with_at_sign_is_unchanged(name: str) -> None:
    assert clean_name(name) == name


def test_players_with_addresses_are_entered_without_them() -> None:
    event = make_event()
    text = "Ana Ruiz <ana@x.example>\n2. Ben Otto\n"
    assert [entry.name for entry in add_players(make_staff(event), event, text)] == ["Ana Ruiz", "Ben Otto"]
    assert ignored_notice(text) == "Not read as players: 1 e-mail address."
    [alone] = check_player_list(event, "ben@x.example\n")
    assert alone.problem == "“ben@x.example” is an e-mail address. Enter the name of the player."


def test_migration_removes_addresses_from_existing_names() -> None:
    event, user = make_event(), make_user(name="Olga olga@x.example")
    names = ("Ana Ruiz <ana@x.example>", "Ana Ruiz", "ben@x.example", "Cy @ home")
    for name in names:
        player = Player.objects.create(name=name)
        Registration.objects.create(event=event, player=player, name=name)
    migration = import_module("epic_events.events.migrations.0002_names_without_addresses")
    migration.clean_names(apps, connection.schema_editor())
    entries = list(event.registrations.order_by("pk").values_list("name", flat=True))
    assert entries == ["Ana Ruiz (2)", "Ana Ruiz", "ben", "Cy @ home"]
    players = list(Player.objects.filter(registrations__event=event).order_by("pk").values_list("name", flat=True))
    assert players == ["Ana Ruiz", "Ana Ruiz", "ben", "Cy @ home"]
    user.refresh_from_db()
    assert user.name == "Olga"
