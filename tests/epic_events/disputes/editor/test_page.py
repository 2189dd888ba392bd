"""Page of the dispute editor."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.disputes.editor.sheet import build_sheet
from epic_events.disputes.initial_state import record_of_match
from epic_events.disputes.models import Dispute
from epic_events.pairings.services import pair_round, publish_round
from tests.epic_events.disputes.records import AFTER_BLOCKS, HEAD, ILLEGAL, LEGAL, MISSPELT, judge
from tests.epic_events.disputes.test_pages import replayed, signed_in
from tests.epic_events.factories import make_event, make_running_event, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
ADDRESS = "/disputes/describe/"
TAP = {"HX-Target": "desk", "HX-Request": "true"}


def tap(desk: Client, text: str, value: str, address: str = ADDRESS, **sent: str) -> str:
    answer = desk.post(address, {"record": text, "tap": value, **sent}, headers=TAP)
    assert answer.status_code == 200
    return answer.content.decode()


def number(part: str, field: str) -> tuple[str, bool]:
    """Return the value of a number field and whether it is a default."""
    found = re.search(rf'class="desk-number num (quiet)?"\s+id="{field}"\s+name="[^"]*"\s+value="([^"]*)"', part)
    assert found is not None
    return found[2], bool(found[1])


def test_editor_opened_from_match_is_prefilled(
    client: Client, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    event = make_running_event(2, readings="I-40=2")
    organiser = make_staff(event)
    match = publish_round(organiser, pair_round(organiser, event)).matches.get()
    desk = signed_in(judge(event))
    table = desk.get(reverse("pairings:match", args=[event.slug, match.pk])).content.decode()
    assert f'href="{ADDRESS}?match={match.pk}"' in table
    with django_assert_max_num_queries(12):
        page = desk.get(ADDRESS, {"match": str(match.pk)})
    text = page.context["sheet"].text
    assert text == record_of_match(match, None)
    assert "\nInterpretations: I-40=2\n" in text
    assert [player["name"] for player in page.context["sheet"].players] == [
        seat.registration.name for seat in match.seats.all()
    ]
    done = desk.post(f"{reverse('disputes:new')}?match={match.pk}", {"title": "Was it?", "record": text})
    assert done.status_code == 302
    assert Dispute.objects.get().match == match


def test_number_not_recorded_starts_from_engine_default() -> None:
    """With a known decklist the deck holds the cards that are not elsewhere."""
    desk = signed_in(judge())
    text = LEGAL.replace("\nPosition\n", "\nDeck Anna\n3 Triceratops\n1 Lash\n3 Kong\n\nPosition\n")
    page = desk.get(ADDRESS)
    assert page.status_code == 200
    part = tap(desk, text, "typed")
    assert number(part, "number-0-deck") == ("4", True)  # seven, without those in hand and in play
    assert 'value="number|0|deck|-1"' not in part
    assert 'value="number|0|deck|-1|4"' in part
    assert 'value="number|1|deck|-1"' in part  # of no list thirty are taken
    assert "\nAnna deck: 3\n" in tap(desk, text, "number|0|deck|-1|4")
    assert "\nBen deck: 29\n" in tap(desk, text, "number|1|deck|-1")


def test_editor_uses_interpretations_of_event_by_default() -> None:
    event = make_event(readings="I-40=2")
    message = [
        build_sheet(text, "epic", event=event).verdict for text in (AFTER_BLOCKS, with_own(AFTER_BLOCKS, "I-40=1"))
    ]
    assert (build_sheet(AFTER_BLOCKS, "epic").verdict, *message) == ("illegal", "legal", "illegal")
    page = tap(signed_in(judge(event)), AFTER_BLOCKS, "typed", f"{ADDRESS}?event={event.slug}")
    assert page.count("badge is-ok") == 4


def test_suggested_title_hides_hand() -> None:
    """The title of a published decision is public."""
    desk = signed_in(judge())
    drawn = f"{TRIBUTE}chance: Anna draws Kong\n"
    message = [desk.post(ADDRESS, {"record": text, "tap": "take"}).context for text in (TRIBUTE, drawn)]
    assert [each["title"] for each in message] == ["Anna: resolve White Knight: tribute", "chance: Anna draws a card."]
    assert message[1]["sheet"].plays[-1]["words"] == "Anna draws Kong"
    output = "Anna: discard Lash (from a hand that nobody saw)"
    broken = desk.post(ADDRESS, {"record": f"{ILLEGAL}2. {output}\n", "tap": "take"}).context
    assert (
        broken["title"] == "Anna: attack with Kong"
    )  # of what comes after an illegal play no one knows what it reports


TRIBUTE = f"""{HEAD}\
Anna gold: 1
Anna hand: White Knight, Lash
Anna deck: 20

Plays
1. Anna: play White Knight
2. Anna: resolve White Knight: tribute
"""


def with_own(record: str, readings: str) -> str:
    """Return a record with its own interpretations."""
    return record.replace("First: Anna\n", f"First: Anna\nInterpretations: {readings}\n")


def test_tap_returns_board_and_record() -> None:
    desk = signed_in(judge())
    part = tap(desk, LEGAL, "number|1|health|-5", title="", suggested="")
    assert part.strip().startswith('<div id="desk"')
    assert 'hx-swap-oob="true"' in part
    assert "Ben health: 13" in part
    assert 'value="Ben: block with Palace Guard"' in part  # what is in question is said by the last play
    assert 'value="My words"' in tap(desk, LEGAL, "number|1|health|-5", title="My words", suggested="x")
    whole = desk.post(ADDRESS, {"record": LEGAL, "tap": "number|1|health|-5"}).content.decode()
    assert "<html" in whole
    assert "Ben health: 13" in whole


def test_typed_record_is_rendered_and_not_overwritten() -> None:
    desk = signed_in(judge())
    typed = LEGAL.replace("Ben health: 18", "ben's life 12")
    part = tap(desk, typed, "typed")
    assert "hx-swap-oob" not in part
    assert "line 10: " in part
    assert number(tap(desk, typed.replace("life 12", "life: 12"), "typed"), "number-1-health") == ("12", False)
    broken = desk.post(ADDRESS, {"record": "What is <b>this</b>?", "tap": "say|4|0"})
    assert broken.context["sheet"].text == "What is <b>this</b>?"
    assert "What is &lt;b&gt;this&lt;/b&gt;?" in broken.content.decode()


def test_illegal_play_and_unknown_card_are_reported_at_their_place() -> None:
    desk = signed_in(judge())
    page = tap(desk, ILLEGAL, "take")
    assert "not legal" in page[page.index('class="timeline') :]
    assert 'href="/rules/epic-complete/5.17.1/"' in page
    typed = tap(desk, ILLEGAL, "take", **{"card:0:hand:0": "Pallace Gaurd"})
    assert "There is no card named Pallace Gaurd." in typed
    assert 'value="card|0|hand|0|Palace Guard"' in typed


def test_editor_changes_record_of_existing_dispute() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    desk = signed_in(actor)
    page = desk.get(ADDRESS, {"dispute": dispute.slug})
    assert page.context["sheet"].text == LEGAL
    assert f'action="{reverse("disputes:record", args=[dispute.slug])}"' in page.content.decode()
    assert signed_in(make_user()).get(ADDRESS, {"dispute": dispute.slug}).status_code == 404


def test_editor_oversized_or_hostile_record_is_refused_or_escaped() -> None:
    desk = signed_in(judge())
    assert desk.post(ADDRESS, {"record": "x" * 300_000, "tap": "take"}).status_code == 413
    assert "\\0" not in tap(desk, LEGAL + "\0", "take")
    assert signed_in(make_user()).get(ADDRESS).status_code == 403


def test_plays_before_unparsed_play_are_judged_and_after_contradiction_wait() -> None:
    def states(text: str) -> list[str]:
        return [play["state"] for play in build_sheet(text, "epic").plays]

    assert states(LEGAL) == ["legal"] * 4
    assert states(MISSPELT) == ["legal", "legal", "legal", "unread"]
    behind = MISSPELT.replace("1. Anna: attack with Triceratops", "1. Anna: attack with Triceratopps")
    assert states(behind) == ["unread", "after", "after", "after"]
    assert build_sheet(MISSPELT, "epic").answers == []  # what is tapped would stand behind what is not understood
    deck = LEGAL.replace("\nPosition\n", "\nDeck Ben\n3 Kong\n\nPosition\n")
    assert states(deck) == ["waits"] * 4
    assert "not judged yet" in tap(signed_in(judge()), deck, "typed")


def test_other_fields_survive_while_record_is_typed() -> None:
    """They are not applied until the record is parsed again."""
    desk = signed_in(judge())
    extra = {"card:0:champion:0": "Kon", "typed_play": "Anna passes"}

    def fields(part: str) -> dict[str, str]:
        """Return type and value of each extra field."""
        found = [dict(re.findall(r'(\w+)="([^"]*)"', each)) for each in re.findall(r"<input[^>]*>", part)]
        return {each["name"]: f"{each['type']} {each['value']}" for each in found if each.get("name") in extra}

    shown = {"card:0:champion:0": "text Kon", "typed_play": "text Anna passes"}
    part = tap(desk, LEGAL, "typed", **extra)
    assert fields(part) == shown
    assert "There is no card named" not in part
    assert part.count("badge is-ok") == tap(desk, LEGAL, "typed").count("badge is-ok")  # nothing is played of it
    broken = tap(desk, LEGAL.replace("Game:", "Gme:"), "typed", **extra)
    assert fields(broken) == {name: each.replace("text", "hidden") for name, each in shown.items()}
    taken = tap(desk, LEGAL, "take", **extra)
    assert fields(taken) == {"card:0:champion:0": "text Kon", "typed_play": "text "}
    assert "There is no card named Kon." in taken


def test_long_play_is_accepted_and_oversized_play_shows_error() -> None:
    desk = signed_in(judge())
    names = ", ".join(f"Demon Token#{number}" for number in range(1, 19))
    assert len(names) > 240
    text = f"{HEAD}Anna champion: 18 Demon Token\n"
    message = tap(desk, text, "take|typed_play", typed_play=f"Anna attacks with {names}")
    assert f"\n1. Anna: attacks with {names}\n" in message
    assert message.count("badge is-ok") == 1
    long = f"Anna attacks with {', '.join([names] * 16)}"
    output = tap(desk, text, "take|typed_play", typed_play=long)
    assert "the line is too long" in output
    assert f'value="{long}"' in output
