"""The rules of a format in numbers, on the page of deck rules, and the verdict above the list."""

import re
from datetime import date

import pytest
from django.urls import reverse

from epic_events.decks.format_facts import format_facts
from rules.decks.constraints import DeckCardsOnly
from rules.decks.constraints.card_kinds import CopiesByKind
from rules.decks.constraints.gems import DifferentGems, Sockets
from rules.decks.constraints.requirements import DeckRequirements
from rules.games import GAMES
from tests.epic_events.factories import make_event, make_registration, make_user

WITHOUT_NUMBER = {DeckCardsOnly, CopiesByKind, Sockets, DifferentGems, DeckRequirements}
"""Rules that depend on the cards of the list, so that no single number states them."""
ON = date(2017, 8, 20)


def test_format_facts_of_full_constructed_are_sizes_copies_balance_and_bans() -> None:
    facts = format_facts(GAMES["epic"].formats["full-constructed"], ON)
    assert [(fact.label, list(fact.values)) for fact in facts] == [
        ("Deck", ["at least 60 cards"]),
        ("Copies of a card", ["at most 3 per name"]),
        ("Cards of cost 0", ["one for every 2 cards of cost 1 of the same alignment"]),
        ("Banned cards", ["Blind Faith", "Ceasefire", "Fumble"]),
        ("Sideboard", ["none"]),
    ]


def test_format_facts_leave_out_bans_of_another_date() -> None:
    facts = format_facts(GAMES["epic"].formats["full-constructed"], date(2017, 7, 31))
    assert "Banned cards" not in [fact.label for fact in facts]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_constraint_of_a_format_is_stated(game: str) -> None:
    for format_ in GAMES[game].formats.values():
        for constraint in format_.constraints:
            only = type(format_)(format_.slug, "", "", "", (), (constraint,))
            stated = bool(format_facts(only, ON))
            without = type(constraint) in WITHOUT_NUMBER or type(constraint).__module__ == "rules.champions.deck_rules"
            dated = type(constraint).__name__ in {"Bans", "Restrictions"}
            assert stated or without or dated, constraint


@pytest.mark.django_db
def test_deck_rules_page_states_format_in_numbers(client) -> None:
    event = make_event(format="full-constructed")
    page = " ".join(client.get(reverse("decks:rules", args=[event.slug])).content.decode().split())
    assert re.findall(r"<dt>(.*?)</dt> <dd> ([^<]*?) ?<", page)[:3] == [
        ("Deck", "at least 60 cards"),
        ("Copies of a card", "at most 3 per name"),
        ("Cards of cost 0", "one for every 2 cards of cost 1 of the same alignment"),
    ]


@pytest.mark.django_db
def test_verdict_stands_above_the_list_and_is_updated_while_typing(client) -> None:
    user = make_user()
    event = make_event(format="full-constructed")
    make_registration(event, user=user)
    client.force_login(user)
    refused = client.post(reverse("decks:edit", args=[event.slug]), {"text": "4 Kong"}, follow=True).content.decode()
    assert refused.index('id="verdict"') < refused.index("Not legal") < refused.index("<textarea")
    typed = client.post(reverse("decks:check", args=[event.slug]), {"text": "4 Kong"}).content.decode()
    verdict = re.search(r'<div id="verdict"[^>]*hx-swap-oob="outerHTML".*?</div>', typed, re.DOTALL)
    assert verdict is not None
    assert re.findall(r'class="verdict-word">\s*(.*?)\s*</p>', typed) == ["Not legal"]
    assert "Not legal" in verdict[0]
