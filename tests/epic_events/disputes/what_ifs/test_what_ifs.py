"""Alternative replays: other interpretation, view of a player, what-if."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.disputes.models import RecordVersion, WhatIf
from epic_events.disputes.services import MAX_ALTERNATIVES, publish_what_if, save_what_if
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.disputes.test_pages import published, replayed, signed_in
from tests.epic_events.factories import make_event, make_user

pytestmark = pytest.mark.django_db

AFTER = LEGAL + "5. Anna: pass\n"
"""Legal by the reading that the desk's event takes otherwise: who has initiative after blocks (I-40)."""


def test_verdict_under_other_interpretation_is_one_link_away() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, AFTER)
    desk = signed_in(actor)
    page = desk.get(dispute.get_absolute_url())
    rest = next(rest for rest in page.context["opinion"]["reasons"] if rest["changes"] == "yes")
    asked = f"{rest['id']}:{rest['other_options'][0]['reading']}"
    assert f'href="?reading={asked}#viewer"' in page.content.decode()
    other = desk.get(dispute.get_absolute_url(), {"reading": asked})
    what_if = other.context["imagined"]
    assert (dispute.verdict, what_if["verdict"], what_if["same"]) == ("illegal", "legal", False)
    assert 'class="verdict-word">Illegal' in other.content.decode()  # the verdict itself stays
    assert f"?step=2&amp;reading={asked.replace(':', '%3A')}" in other.content.decode()
    assert other.context["current"] == 5
    assert desk.get(dispute.get_absolute_url(), {"reading": asked, "step": "2"}).context["current"] == 2


def test_player_view_shows_own_hand_only() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, LEGAL.replace("Ben champion", "Ben hand: Kong\nBen champion"))
    desk = signed_in(actor)
    boards = {seat: desk.get(dispute.get_absolute_url(), {"as": seat}).context["board"]["sides"] for seat in ("0", "1")}
    hands = {seat: [side["hand"]["cards"] and list(side["hand"]["cards"]) for side in boards[seat]] for seat in boards}
    assert hands == {"0": [["?", "Lash"], None], "1": [None, ["Kong"]]}


@pytest.mark.parametrize(
    "asked", [{"reading": "I-40:9"}, {"reading": "x"}, {"as": "2"}, {"as": "x"}, {"branch": "1"}, {"branch": "x"}]
)
def test_replay_view_invalid_parameter_is_404(asked: dict[str, str]) -> None:
    event = make_event()
    actor = judge(event)
    assert signed_in(actor).get(replayed(actor, event).get_absolute_url(), asked).status_code == 404


def test_what_if_is_stored_and_shown_without_changing_record() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    desk = signed_in(actor)
    page = desk.get(reverse("disputes:describe"), {"dispute": dispute.slug, "from": "3"})
    text = page.context["sheet"].text
    assert text.endswith("Plays\n1. Anna: attack with Triceratops\n2. Anna: pass\n3. Ben: pass\n")
    address = reverse("disputes:save_what_if", args=[dispute.slug])
    assert f'action="{address}?from=3"' in page.content.decode()
    refused = desk.post(f"{address}?from=3", {"title": "", "record": text})
    assert refused.status_code == 400
    assert "Enter a name for the what-if" in refused.content.decode()
    done = desk.post(f"{address}?from=3", {"title": "Nobody blocks", "record": f"{text}4. Ben: no block\n"})
    assert done["Location"] == f"{dispute.get_absolute_url()}?branch=1"
    seen = desk.get(done["Location"])
    assert [step["text"] for step in seen.context["steps"]][-1] == "no block"
    assert "What if: Nobody blocks" in seen.content.decode()
    assert RecordVersion.objects.get().text == LEGAL
    dispute.refresh_from_db()
    assert dispute.verdict == "legal"
    assert Entry.objects.filter(verb="dispute.what_if_kept").count() == 1


def test_what_ifs_are_for_staff_until_published_then_without_hands(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    dispute = published(actor, event)
    stored = save_what_if(
        actor, dispute, name="Nobody blocks", step=3, text=LEGAL.replace("block with Palace Guard", "no block")
    )
    address = f"{dispute.get_absolute_url()}?branch={stored.number}"
    assert client.get(address).status_code == 404
    assert "Nobody blocks" not in client.get(dispute.get_absolute_url()).content.decode()
    for asked in ("as=0", "reading=I-40:2"):
        assert client.get(f"{dispute.get_absolute_url()}?{asked}").status_code in (302, 403)
    desk = signed_in(actor)
    assert "Publish this what-if" in desk.get(address).content.decode()
    desk.post(reverse("disputes:publish_what_if", args=[dispute.slug, stored.number]))
    seen = client.get(address).content.decode()
    assert "What if: Nobody blocks" in seen
    assert "Lash" not in seen
    with pytest.raises(StateError, match="already published"):
        publish_what_if(actor, dispute, stored.number)


def test_what_if_needs_permission_and_stays_within_limits() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    with pytest.raises(NotAllowedError):
        save_what_if(make_user(), dispute, name="x", step=0, text=LEGAL)
    with pytest.raises(NotAllowedError):
        publish_what_if(make_user(), dispute, 1)
    with pytest.raises(UserError, match="line 19"):
        save_what_if(actor, dispute, name="x", step=0, text=LEGAL.replace("block with Palace", "block with Pallas"))
    with pytest.raises(UserError, match="at most"):
        save_what_if(actor, dispute, name="x", step=0, text=LEGAL + "# x\n" * 9_000)
    with pytest.raises(StateError, match="does not exist"):
        publish_what_if(actor, dispute, 1)
    WhatIf.objects.bulk_create(
        WhatIf(dispute=dispute, number=number, name="x", step=0, text=LEGAL) for number in range(MAX_ALTERNATIVES)
    )
    with pytest.raises(StateError, match="at most 20"):
        save_what_if(actor, dispute, name="x", step=0, text=LEGAL)
    with pytest.raises(StateError, match="Publish the decision before"):
        publish_what_if(actor, dispute, 1)


def test_what_ifs_query_count_is_constant() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    desk = signed_in(actor)
    asked = []
    for name in ("One", "Two", "Three"):
        save_what_if(actor, dispute, name=name, step=0, text=LEGAL)
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(dispute.get_absolute_url()).content.decode().count(f"What if: {name}") == 1
        asked.append(len(queries))
    assert asked == [asked[0]] * 3
