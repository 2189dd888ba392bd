"""The pages of the Epic TCG's cards: what is invented says so on every one of them."""

import pytest

from rules.epic_tcg.cards import HOUSE_SET, PUBLISHED

pytestmark = pytest.mark.django_db


def page(client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return " ".join(response.content.decode().split())


def test_every_row_of_a_list_tells_the_set(client):
    rows = [row for row in page(client, "/cards/?game=epic-tcg&q=is:invented").split("<tr>") if "row-link" in row]
    assert len(rows) > 20
    assert [row for row in rows if "House set (invented)" not in row] == []


@pytest.mark.parametrize("name", ["spark", "buried-engine", "rook"])
def test_the_page_of_an_invented_card_says_so(client, name: str):
    assert "House set (invented)" in page(client, f"/cards/epic-tcg/{name}/")


def test_the_page_of_a_published_card_tells_how_sure_its_facts_are(client):
    shown = page(client, "/cards/epic-tcg/ancient-red-dragon/")
    assert "invented" not in shown.casefold()
    assert "not known" in shown
    assert "single" in shown


def test_every_card_has_its_page(client):
    names = [card.name for card in (*PUBLISHED, *HOUSE_SET)][::7]
    for name in names:
        slug = name.casefold().replace("'", "").replace(" ", "-").replace("?", "")
        assert client.get(f"/cards/epic-tcg/{slug}/").status_code == 200, slug
