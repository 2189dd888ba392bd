"""Decision of a dispute: penalty, extension, appeal, publication, precedents."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.disputes import services as disputes
from epic_events.disputes.decisions import precedents, services
from epic_events.disputes.decisions.page import build_guide, classify_errors
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.disputes.replays.page import replay_page
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.decisions import services as floor
from epic_events.judging.decisions.validation import DecisionContent, NewPenalty
from epic_events.judging.models import Case, Decision
from epic_events.judging.penalties.services import give_penalty
from epic_events.judging.rulings.models import Ruling as CollectedRuling
from epic_events.judging.rulings.services import create_ruling
from epic_events.judging.rulings.validation import RulingContent
from rules.judge.record import parse
from tests.epic_events.api.cast import Cast, get, make_cast, post, refused
from tests.epic_events.disputes.records import HEAD, ILLEGAL, LEGAL
from tests.epic_events.factories import make_site_judge, make_user
from tests.epic_events.pairings.play import entry_of

pytestmark = pytest.mark.django_db

RULING = DecisionContent("Kong cannot attack yet.", "Back to before the attack.", ("5.17.1",), 4)


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def disputed(cast: Cast, record: str = ILLEGAL, **where: Any) -> Dispute:
    """Return a dispute at the cast's match with the players' names in its record."""
    first, second = (seat.registration.name for seat in cast.match.seats.order_by("place"))
    record = record.replace("Anna", first).replace("Ben", second)
    dispute = disputes.open_dispute(cast.user("judge"), title="May Kong attack?", record=record, match=cast.match)
    assert worker.run(dispute.pk)
    return fresh(dispute)


def fresh(dispute: Dispute) -> Dispute:
    return Dispute.objects.with_decisions().get(pk=dispute.pk)


def browser(cast: Cast, who: str) -> Client:
    client = Client()
    client.force_login(cast.user(who))
    return client


def test_dispute_decision_is_announced_appealed_and_published(cast: Cast) -> None:
    dispute = disputed(cast)
    new_penalty = NewPenalty(entry_of(cast.match, 1), "rules-mistake")
    made = services.announce(cast.user("judge"), dispute, RULING, new_penalty=new_penalty)
    assert made.penalty is not None
    assert (made.penalty.level, made.penalty.match, made.citations) == ("warning", cast.match, ["5.17.1"])
    assert [one.minutes for one in cast.match.extensions.all()] == [4]
    assert (fresh(dispute).case.status, fresh(dispute).published_at) == ("stands", None)
    for who in ("player", "opponent"):
        assert list(Dispute.objects.visible_to(cast.user(who))) == [dispute]
    assert list(Dispute.objects.visible_to(cast.user("other_player"))) == []

    plea = floor.appeal(cast.user("opponent"), dispute.case, reason="It had blitz.")
    with pytest.raises(StateError, match="An appeal against this decision is open"):
        services.publish(cast.user("judge"), dispute)
    floor.decide_appeal(cast.user("head_judge"), plea, DecisionContent("It has none."), upheld=True)
    published = services.publish(cast.user("judge"), fresh(dispute))
    assert (published.case.status, published.case.frozen) == ("final", True)
    assert [one.text for one in fresh(dispute).case.decisions.all()] == ["It has none.", RULING.text]
    with pytest.raises(StateError, match="published and can no longer be changed"):
        floor.correct(cast.user("head_judge"), published.case, RULING, reason="No.")
    assert [line.verb for line in Entry.objects.about(dispute)] == [
        "dispute.opened", "dispute.replayed", "dispute.published"
    ]  # fmt: skip
    output = Entry.objects.filter(subject_type="judging.case").order_by("pk").values_list("verb", flat=True)
    assert list(output) == ["decision.given", "appeal.made", "appeal.decided"]  # what players are mailed of


def test_announce_infeasible_decision_raises_and_stores_nothing(cast: Cast) -> None:
    dispute = disputed(cast)
    for new_penalty in (
        NewPenalty(entry_of(cast.match, 1), "no-such-thing"),
        NewPenalty(entry_of(cast.match, 1), "cheating"),
    ):
        with pytest.raises((UserError, NotAllowedError)):
            services.announce(cast.user("judge"), dispute, RULING, new_penalty=new_penalty)
    with pytest.raises(NotAllowedError):
        services.announce(cast.user("scorekeeper"), dispute, RULING)
    assert (fresh(dispute).case.status, Decision.objects.count()) == ("draft", 0)
    assert not cast.match.extensions.exists()
    services.announce(cast.user("head_judge"), dispute, RULING)
    assert fresh(dispute).case.status == "final"
    with pytest.raises(StateError):
        services.announce(cast.user("judge"), dispute, RULING)


def test_published_decision_may_be_appealed_while_event_runs(cast: Cast) -> None:
    dispute = disputed(cast)
    services.decide(cast.user("judge"), dispute, RULING)
    services.publish(cast.user("judge"), fresh(dispute))
    assert [one.minutes for one in cast.match.extensions.all()] == [4]
    plea = floor.appeal(cast.user("player"), dispute.case)
    floor.decide_appeal(cast.user("head_judge"), plea, DecisionContent("It may."), upheld=False)
    page = Client().get(dispute.get_absolute_url()).content.decode()
    assert ("It may." in page, "Earlier decisions" in page, RULING.text in page) == (True, True, True)


def test_decision_guide_suggests_penalty_and_rewind(cast: Cast) -> None:
    dispute = disputed(cast, f"{LEGAL}5. Ben: attack with Palace Guard\n6. Anna: pass\n7. Ben: pass\n")
    player = entry_of(cast.match, 2)
    give_penalty(cast.user("judge"), player, infraction="rules-mistake", level="warning")
    advice = build_guide(dispute, replay_page(dispute, "", full=True))
    assert advice is not None
    assert (advice.step, advice.since, advice.player) == (4, 2, player)
    (one,) = advice.advice
    assert one.level is not None
    assert (one.infraction.slug, one.level.slug, one.remedy) == (
        "rules-mistake",
        "game-loss",
        one.infraction.late_remedy,
    )
    taken = advice.prefilled("rules-mistake")
    assert taken == {"remedy": one.remedy, "fined": player, "infraction": "rules-mistake", "level": "game-loss"}
    assert advice.prefilled("nothing") == {}
    assert build_guide(dispute, replay_page(disputed(cast, LEGAL), "", full=True)) is None

    judge = browser(cast, "judge")
    page = judge.get(dispute.get_absolute_url(), {"take": "rules-mistake"}).content.decode()
    assert f'<option value="{player.pk}" selected>' in page
    rewound = judge.get(reverse("disputes:rewind", args=[dispute.slug]))
    assert len(parse(rewound.content.decode()).plays) == 4
    assert browser(cast, "player").get(reverse("disputes:rewind", args=[dispute.slug])).status_code == 404


def test_classify_errors_pending_trigger_comes_first() -> None:
    assert classify_errors({"triggers": ["Kong's tribute"]}) == ["missed-trigger", "illegal-play"]
    assert classify_errors({"triggers": []}) == ["illegal-play"]


def test_decide_page_announces_decision_and_links_players_to_appeal(cast: Cast) -> None:
    dispute = disputed(cast)
    judge, decide = browser(cast, "judge"), reverse("disputes:decide", args=[dispute.slug])
    page = judge.get(dispute.get_absolute_url()).content.decode()
    assert 'value="5.17.1"' in page
    fined = {"fined": entry_of(cast.match, 1).pk, "infraction": "slow-play", "level": ""}
    sent = {"text": "No.", "suggested": ["5.17.1"], "citations": "4.4.6", "minutes": "0", **fined}
    assert "Leave it empty until then" in judge.post(decide, sent).content.decode()
    assert judge.post(decide, {**sent, "fined": "", "tell": "1"}).status_code == 400
    assert judge.post(decide, {**sent, "tell": "1"}).status_code == 302
    decision = Decision.objects.get()
    assert (decision.citations, str(decision.penalty)) == (["5.17.1", "4.4.6[1]", "4.4.6[2]"], "Warning: Slow play")
    own = reverse("judging:case", args=[cast.event.slug, dispute.case_id])
    shown = browser(cast, "player").get(dispute.get_absolute_url()).content.decode()
    assert (f"{own}#appeal" in shown, "judge&#x27;s desk" in shown) == (True, False)
    assert "May Kong attack?" in browser(cast, "opponent").get(own).content.decode()
    match = reverse("pairings:match", args=[cast.event.slug, cast.match.pk])
    assert own in browser(cast, "opponent").get(match).content.decode()


def test_ruling_form_is_prefilled_from_verdict(cast: Cast) -> None:
    dispute = disputed(cast)
    services.announce(cast.user("judge"), dispute, RULING)
    judge, new = browser(cast, "judge"), reverse("rulings:new")
    page = judge.get(dispute.get_absolute_url()).content.decode()
    address = f"{new}?event={cast.event.slug}&amp;dispute={dispute.slug}"
    assert address in page
    form = judge.get(address.replace("&amp;", "&")).context["form"]
    initial = {name: value for name, value in form.initial.items() if value}
    assert initial["rules"] == "5.17.1"
    assert initial["cards"] == "Kong"
    assert RULING.text in initial["answer"]
    who = cast.match.seats.get(place=1).registration.name
    play = f"Main Phase, turn 5 of {who}. {who}: attack with Kong. Is that legal?"
    in_play = f"In play: Kong (prepared, deploying) of {who}."
    assert (initial["title"], initial["question"]) == (dispute.title, f"{play}\n\n{in_play}")
    sent = {**{name: str(value) for name, value in initial.items()}, "status": "provisional", "publish": "1"}
    assert judge.post(f"{new}?event={cast.event.slug}&dispute={dispute.slug}", sent).status_code == 302
    ruling = CollectedRuling.objects.get()
    assert ([one.citation for one in ruling.rules.all()], ruling.record, ruling.title) == (
        ["5.17.1"],
        "",
        dispute.title,
    )
    assert browser(cast, "player").get(new, {"dispute": dispute.slug}).status_code == 403


def test_ruling_made_of_a_legal_verdict_asks_about_the_disputed_play(cast: Cast) -> None:
    judge = cast.user("judge")
    dispute = disputes.open_dispute(
        judge, title="Was it legal?", record=LEGAL, event=cast.event, disputed_play="line 19"
    )
    worker.run(dispute.pk)
    form = browser(cast, "judge").get(reverse("rulings:new"), {"event": cast.event.slug, "dispute": dispute.slug})
    initial = form.context["form"].initial
    assert initial["question"] == (
        "Battle Phase: declaring blockers, turn 5 of Anna. Ben: block with Palace Guard. Is that legal?\n\n"
        "In play: Palace Guard (prepared) of Ben."
    )
    assert initial["answer"] == "Legal: Ben's Palace Guard may block: it is prepared (4.4.6[1])."
    assert (initial["cards"], initial["rules"]) == ("Palace Guard", "4.4.6[1]")


def test_ruling_names_the_card_that_is_played_from_hand(cast: Cast) -> None:
    judge = cast.user("judge")
    record = f"{HEAD}Anna hand: Kong\nAnna gold: 0\n\nPlays\nAnna: play Kong\n"
    dispute = disputes.open_dispute(judge, title="Was it legal?", record=record, event=cast.event)
    worker.run(dispute.pk)
    form = browser(cast, "judge").get(reverse("rulings:new"), {"event": cast.event.slug, "dispute": dispute.slug})
    initial = form.context["form"].initial
    assert (initial["cards"], initial["rules"]) == ("Kong", "3.6.3")
    assert initial["answer"].startswith("Illegal: Kong costs 1 gold here and Anna has 0 (3.6.3).")


def test_unrelated_decisions_are_not_shown_as_similar(cast: Cast) -> None:
    floor.decide(
        cast.user("judge"), cast.match, DecisionContent("The player drew one card too many and shuffles it back.")
    )
    asked = "Was the block legal? Ben's Palace Guard may block: it is prepared."
    assert precedents.similar(cast.user("judge"), "epic", asked) == []


def test_page_of_a_decided_dispute_leads_with_the_decision(cast: Cast) -> None:
    dispute = disputed(cast)
    judge = browser(cast, "judge")
    page = judge.get(dispute.get_absolute_url()).content.decode()
    assert page.index('class="verdict ') < page.index("<h1>")
    services.announce(cast.user("judge"), dispute, RULING)
    page = judge.get(dispute.get_absolute_url()).content.decode()
    assert page.index('<h2 id="decision">') < page.index(RULING.text) < page.index("<h1>")
    assert page.index("<h1>") < page.index('class="verdict ')


def test_decide_page_errors_are_at_their_focused_field(cast: Cast) -> None:
    dispute = disputed(cast)
    address = reverse("disputes:decide", args=[dispute.slug])
    answer = browser(cast, "judge").post(address, {"text": "So.", "citations": "99.99", "tell": "1"})
    page = answer.content.decode()
    assert (answer.status_code, list(answer.context["decision_form"].errors)) == (400, ["citations"])
    focused = re.findall(r"<(?:input|textarea|select)[^>]*autofocus[^>]*>", page)
    assert len(focused) == 1
    assert 'name="citations"' in focused[0]
    assert f'action="{address}"' in page


def test_site_administrator_who_judges_a_dispute_is_not_its_head_judge(cast: Cast) -> None:
    keeper = make_user("Kim Keeper", is_superuser=True)
    dispute = disputed(cast)
    services.announce(keeper, dispute, RULING)
    dispute = fresh(dispute)
    assert dispute.case.status == Case.Status.STANDS
    services.publish(keeper, dispute)
    with pytest.raises(NotAllowedError, match="head judge"):
        services.release_record(keeper, fresh(dispute))


def test_precedents_are_limited_to_decisions_visible_to_user(cast: Cast) -> None:
    at_a_table = floor.decide(
        cast.user("judge"), cast.match, DecisionContent("Kong attacks only when it is not deploying.")
    )
    dispute = disputed(cast)
    services.announce(cast.user("judge"), dispute, RULING)

    def found(who: str, but: int | None = None) -> list[Case]:
        asked = "May Kong attack while deploying?"
        return [one.case for one in precedents.similar(cast.user(who), "epic", asked, but=but)]

    assert set(found("judge")) == {at_a_table.case, dispute.case}
    assert found("judge", but=dispute.case_id) == [at_a_table.case]
    assert found("other_player") == []
    services.publish(cast.user("judge"), fresh(dispute))
    assert found("other_player") == [dispute.case]
    for game, seen in (("epic", True), ("champions", False)):
        page = browser(cast, "judge").get(reverse("disputes:precedents"), {"game": game, "text": "Kong attack"})
        assert (dispute.get_absolute_url() in page.content.decode()) is seen


def test_precedents_include_decision_committed_late(cast: Cast) -> None:
    judge, output = cast.user("judge"), DecisionContent("Kong attacks only when it is not deploying.")
    later = floor.decide(judge, cast.match, output)

    def found() -> set[Case]:
        return {one.case for one in precedents.similar(judge, "epic", "May Kong attack while deploying?")}

    assert found() == {later.case}
    earlier = Case.objects.create(event=cast.event, status=Case.Status.STANDS)
    Decision.objects.create(pk=-1, case=earlier, number=1, text=output.text, by=judge)
    assert found() == {earlier, later.case}


EARLIER = "Similar earlier decisions"


def test_precedents_page_omits_empty_sections(cast: Cast) -> None:
    def headings(text: str) -> list[tuple[str, str]]:
        page = browser(cast, "judge").get(reverse("disputes:precedents"), {"game": "epic", "text": text})
        return re.findall(r"<h2[^>]*>([^<]+)</h2>|<p[^>]*>([^<]+)</p>", page.content.decode())

    assert headings("zzzz") == [(EARLIER, ""), ("", "No similar decisions or rulings.")]
    content = RulingContent(
        "Can a deploying champion block?", "May it block on the same turn?", "Yes.", rules=("4.4.6[2]",)
    )
    create_ruling(make_site_judge(), content, publish=True)
    assert headings("Can a deploying champion block?") == [("Rulings", "")]
    floor.decide(cast.user("judge"), cast.match, DecisionContent("A deploying champion may block."))
    assert headings("Can a deploying champion block?") == [(EARLIER, ""), ("Rulings", "")]


def test_decision_api_announces_and_publishes_with_penalty(cast: Cast) -> None:
    dispute = disputed(cast)
    path, judge = f"disputes/{dispute.slug}/decision/", cast.client("judge")
    entry = entry_of(cast.match, 2).pk
    body = {"text": "No.", "citations": ["5.17.1"], "new_penalty": {"registration": entry, "infraction": "slow-play"}}
    assert list(refused(judge, path, 400, "post", body)["fields"]) == ["new_penalty"]
    output = post(judge, path, {**body, "tell": True})
    assert (output["decision_status"], output["published_at"], output["decisions"][0]["penalty"]) == (
        "stands", None, Decision.objects.get().penalty_id
    )  # fmt: skip
    assert get(cast.client("player"), f"disputes/{dispute.slug}/")["decision"] == "No."
    plea = post(cast.client("player"), f"decisions/{output['case']}/appeal/", {"reason": "It may."})
    assert plea["status"] == "appealed"
