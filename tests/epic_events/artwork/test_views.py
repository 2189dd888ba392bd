"""Pictures over HTTP."""

import pytest
from django.test import Client

from epic_events.artwork.addresses import motif_of, picture_url
from epic_events.artwork.drawing.pictures import DRAWINGS, REVISION

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize("kind", DRAWINGS)
def test_picture_is_cached_for_a_year_under_its_content(client: Client, kind: str) -> None:
    address = picture_url(kind, "Open 漢字", "hex", "plum")
    response = client.get(address)
    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.content.decode() == DRAWINGS[kind](motif_of("Open 漢字", "hex", "plum"))
    assert response.cookies == {}
    assert client.get(address, headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_picture_url_changes_with_name_game_and_livery() -> None:
    addresses = {
        picture_url("cover", name, game, livery)
        for name in ("Open", "Cup")
        for game in ("epic", "hex")
        for livery in ("", "steel", "rose")
    }
    assert len(addresses) == 12


def test_picture_of_a_former_revision_is_cached_briefly(client: Client) -> None:
    former = picture_url("mini", "Open", "epic", "").replace(f"/{REVISION}/", f"/{REVISION - 1}/")
    assert client.get(former)["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize(
    "address",
    [
        "/pictures/1/cover/epic/steel/12345.svg",
        "/pictures/1/cover/epic/gold/12345678.svg",
        "/pictures/1/other/epic/steel/12345678.svg",
        "/pictures/x/cover/epic/steel/12345678.svg",
    ],
)
@pytest.mark.django_db
def test_picture_of_an_unknown_kind_or_livery_is_missing(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_picture_of_an_unknown_game_uses_plain_pattern(client: Client) -> None:
    assert (
        client.get("/pictures/1/back/chess/steel/00000000.svg").content
        == client.get("/pictures/1/back/go/steel/00000001.svg").content
    )
