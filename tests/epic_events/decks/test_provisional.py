"""Provisionally legal decklists: some facts cannot be checked."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string

from epic_events.decks import services
from epic_events.decks.checking import CheckedList
from epic_events.decks.context import DeckContext, card_pool
from epic_events.decks.models import DeckVersion
from epic_events.decks.requirements import ListState, check_decklists, versions_by_entry
from rules.decks import parse
from rules.epic_tcg.formats import FORMATS
from rules.games import GAMES
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_registration, make_user

GAME = GAMES["epic-tcg"]
ON = date(2010, 5, 1)
UNLISTED = "".join(f"3 Unseen {letter}\n" for letter in "abcdefghijklmnopqrst")


def checked(text: str) -> CheckedList:
    format_ = FORMATS["designed"]
    parsed = parse(text, GAME.cards)
    return CheckedList(text, GAME, parsed, format_.with_uncatalogued_cards(parsed), format_.check(parsed, ON))


def answer(text: str) -> str:
    return " ".join(
        render_to_string("decks/partials/check_result.html", {"checked": checked(text), "live": True}).split()
    )


def test_check_page_provisional_list_names_unchecked_facts():
    page = answer(UNLISTED)
    assert page.count("Provisionally legal") == 2
    assert "> Legal <" not in page
    assert "23 rules could not be checked" in page
    assert "Needed for this check: a list of the published cards; none is known" in page
    assert '<span class="badge is-unsure">Unknown card</span>' in page
    assert "Alignments" not in page, "nothing depends on them"


def test_check_page_error_outweighs_unchecked_facts():
    page = answer(UNLISTED + "1 Unseen a\n")
    assert "Not legal" in page
    assert "Provisionally legal" not in page


def test_stored_deck_contains_cards_as_counted():
    stored = checked("3 Rescue\n2 Unseen\nSideboard\n1 unseen\n").stored_deck()
    assert stored == {
        "main": [{"quantity": 3, "name": "Rescue"}, {"quantity": 2, "name": "Unseen"}],
        "sideboard": [{"quantity": 1, "name": "Unseen"}],
    }


@pytest.mark.django_db
def test_deck_version_cannot_be_legal_and_provisional():
    user = make_user("Ada")
    version = services.submit(user, make_registration(make_event(), user=user), legal_text())
    assert (version.legal, version.as_far_as_known) == (True, False)
    version.pk, version.number, version.as_far_as_known = None, 2, True
    with pytest.raises(IntegrityError), transaction.atomic():
        DeckVersion.objects.bulk_create([version])


@pytest.mark.django_db
def test_submit_provisional_list_counts_and_is_shown_as_provisional():
    user = make_user("Ada")
    event = make_event(game=GAME.slug, format="designed")
    entry = make_registration(event, user=user)
    version = services.submit(user, entry, UNLISTED)
    assert (version.legal, version.as_far_as_known, version.accepted) == (False, True, True)
    assert version.card_pool == card_pool(GAME.slug)
    judged = check_decklists(DeckContext(event), "designed", versions_by_entry([entry.pk]))[entry.pk]
    assert (judged.state, judged.state.counts, str(judged.state.words)) == (
        ListState.KNOWN,
        True,
        "Provisionally legal",
    )


@pytest.mark.django_db
def test_decklist_page_provisional_list_cites_rule(client):
    user = make_user("Ada")
    event = make_event(game=GAME.slug, format="designed")
    entry = make_registration(event, user=user)
    services.submit(user, entry, UNLISTED)
    client.force_login(user)
    page = " ".join(client.get(f"/events/{event.slug}/decks/{entry.pk}/").content.decode().split())
    assert "Provisionally legal" in page
    assert "Accepted with problems" not in page
    assert "23 rules could not be checked" in page
    assert 'href="/rules/epic-tcg/4.5/"' in page
    assert "Unseen a" in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "format_", "message"), [("epic-tcg", "designed", "Alignment"), ("hex", "immortal", "Shard")]
)
def test_decklist_page_colour_column_uses_term_of_game(client, game, format_, message):
    user = make_user("Ada")
    event = make_event(game=game, format=format_)
    entry = make_registration(event, user=user)
    services.submit(user, entry, "Champion: Gozzog\n60 Blood Shard\n" if game == "hex" else UNLISTED)
    client.force_login(user)
    page = client.get(f"/events/{event.slug}/decks/{entry.pk}/").content.decode()
    assert [word for word in ("Alignment", "Shard") if f'<th scope="col">{word}</th>' in page] == [message]
