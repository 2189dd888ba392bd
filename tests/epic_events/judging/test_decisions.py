"""Decisions and appeals: services, permissions, pages, API."""

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.calls.services import call_judge, take_call
from epic_events.judging.decisions import services
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.judging.models import MAX_ANSWER_LENGTH, Appeal, Case, Decision
from epic_events.judging.penalties.services import give_penalty
from tests.epic_events.api.cast import Cast, get, make_cast, post, refused
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import entry_of, matches_of

RULING = DecisionContent("A deploying champion may block.", "Back to the declaration of blockers.", ("4.4.6",), 3)


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def browser(cast: Cast, who: str) -> Client:
    client = Client()
    client.force_login(cast.user(who))
    return client


def decided(cast: Cast, who: str = "judge") -> Case:
    return services.decide(cast.user(who), cast.match, RULING).case


def fresh(case: Case) -> Case:
    return Case.objects.select_related("event", "match").get(pk=case.pk)


def test_case_transitions_cover_every_status():
    allowed = {state: {step for there, step in services.TRANSITIONS if there == state} for state in Case.Status.values}
    assert allowed == {
        "draft": {"write", "announce", "announce_final"},
        "stands": {"correct", "appeal"},
        "appealed": {"withdraw", "uphold", "change"},
        "final": {"correct"},
    }
    assert set(services.TRANSITIONS.values()) == set(Case.Status.values)


def test_decide_appeal_by_head_judge_is_final(cast: Cast):
    penalty = give_penalty(
        cast.user("judge"), entry_of(cast.match, 2), infraction="rules-mistake", level="warning", match=cast.match
    )
    call = call_judge(cast.user("player"), cast.match)
    made = services.decide(cast.user("judge"), cast.match, RULING, call=call, penalty=penalty)
    case = fresh(made.case)
    assert (made.number, made.citations, made.minutes, made.penalty) == (1, ["4.4.6[1]", "4.4.6[2]"], 3, penalty)
    assert (case.status, case.table, case.call) == ("stands", cast.match.table, call)
    assert [one.minutes for one in cast.match.extensions.all()] == [3]
    appeal = services.appeal(cast.user("opponent"), case, reason=" It was expended. ")
    assert services.appeal(cast.user("player"), case).pk == appeal.pk
    assert (appeal.reason, fresh(case).status) == ("It was expended.", "appealed")
    with pytest.raises(StateError, match="Appealed to the head judge"):
        services.correct(cast.user("judge"), case, RULING, reason="Oh.")
    with pytest.raises(NotAllowedError, match="head judge"):
        services.decide_appeal(cast.user("judge"), appeal, RULING, upheld=True)
    last = services.decide_appeal(
        cast.user("head_judge"), appeal, DecisionContent("It was expended: no block."), upheld=False
    )
    assert (last.number, last.appeal) == (2, appeal)
    assert (fresh(case).status, Appeal.objects.get().status) == ("final", "changed")
    with pytest.raises(StateError, match="closed: Decision changed"):
        services.decide_appeal(cast.user("head_judge"), appeal, RULING, upheld=True)
    with pytest.raises(StateError, match="Decided by the head judge"):
        services.appeal(cast.user("player"), case)
    assert list(Decision.objects.order_by("number").values_list("text", flat=True)) == [
        RULING.text, "It was expended: no block."
    ]  # fmt: skip
    lines = Entry.objects.filter(subject_type="judging.case").order_by("pk").values_list("verb", flat=True)
    assert list(lines) == ["decision.given", "appeal.made", "appeal.decided"]


def test_withdraw_appeal_needs_own_player_and_allows_new_appeal(cast: Cast):
    case = decided(cast)
    appeal = services.appeal(cast.user("player"), case)
    with pytest.raises(NotAllowedError, match="who appealed"):
        services.withdraw_appeal(cast.user("opponent"), appeal)
    services.withdraw_appeal(cast.user("player"), appeal)
    assert services.withdraw_appeal(cast.user("player"), appeal).status == "withdrawn"
    assert fresh(case).status == "stands"
    again = services.appeal(cast.user("player"), case)
    services.decide_appeal(cast.user("organiser"), again, DecisionContent("It stands."), upheld=True)
    assert [one.status for one in Appeal.objects.order_by("pk")] == ["withdrawn", "upheld"]


def test_decide_by_head_judge_is_final_and_needs_head_judge_to_correct(cast: Cast):
    case = decided(cast, "head_judge")
    assert case.status == "final"
    with pytest.raises(NotAllowedError):
        services.correct(cast.user("judge"), case, RULING, reason="No.")
    with pytest.raises(UserError, match="Enter a reason"):
        services.correct(cast.user("head_judge"), case, RULING, reason=" ")
    services.correct(cast.user("organiser"), case, DecisionContent("Not so."), reason="Misread.")
    assert [one.text for one in case.decisions.all()] == ["Not so.", RULING.text]
    assert Entry.objects.latest("pk").reason == "Misread."


def test_correct_needs_author_or_head_judge(cast: Cast):
    case = decided(cast)
    services.correct(cast.user("judge"), case, DecisionContent("Better."), reason="Misread.")
    with pytest.raises(NotAllowedError):
        services.correct(cast.user("scorekeeper"), case, RULING, reason="No.")
    draft = _draft(cast)
    services.announce_draft(None, draft)
    published = services.freeze(draft)
    with pytest.raises(StateError, match="published"):
        services.correct(cast.user("head_judge"), published, RULING, reason="No.")


def _draft(cast: Cast) -> Case:
    case = services.open_case(cast.event, cast.match)
    services.write_draft(cast.user("judge"), case, DecisionContent("Let me think."), game="epic")
    services.write_draft(cast.user("judge"), case, DecisionContent("So."), game="epic")
    return case


def test_draft_decision_is_hidden_until_announced(cast: Cast):
    case = _draft(cast)
    assert list(Case.objects.visible_to(cast.user("player"))) == []
    with pytest.raises(StateError, match="Write the decision before"):
        services.freeze(case)
    services.announce_draft(cast.user("judge"), case)
    assert list(Case.objects.visible_to(cast.user("player"))) == [case]
    assert list(Case.objects.visible_to(cast.user("other_player"))) == []
    with pytest.raises(StateError):
        services.write_draft(cast.user("judge"), case, RULING, game="epic")
    with pytest.raises(StateError, match="Write the decision first"):
        services.announce_draft(cast.user("judge"), services.open_case(cast.event, cast.match))


def test_decide_invalid_content_or_without_judge_is_rejected(cast: Cast):
    wrong = {
        "text": DecisionContent(" "),
        "remedy": DecisionContent("So.", "x" * 2001),
        "citations": DecisionContent("So.", citations=("99.99",)),
        "minutes": DecisionContent("So.", minutes=121),
    }
    for field, ruling in wrong.items():
        with pytest.raises(UserError) as refusal:
            services.decide(cast.user("judge"), cast.match, ruling)
        assert refusal.value.fields.keys() == {field}
    with pytest.raises(NotAllowedError):
        services.decide(cast.user("scorekeeper"), cast.match, RULING)
    with pytest.raises(NotAllowedError, match="Only a player of this match"):
        services.appeal(cast.user("judge"), decided(cast))


def test_match_page_shows_decision_and_takes_appeal(cast: Cast):
    table = reverse("pairings:match", args=[cast.event.slug, cast.match.pk])
    judge = browser(cast, "judge")
    page = reverse("judging:decide", args=[cast.event.slug, cast.match.pk])
    assert judge.post(page, {"text": ""}).status_code == 400
    sent = {"text": "It <b>stands</b>.", "citations": "4.4.6, 5.2.1", "minutes": "2", "request_key": "k" * 20}
    response = judge.post(page, sent, follow=True)
    judge.post(page, sent)
    case = Case.objects.get()
    own = reverse("judging:case", args=[cast.event.slug, case.pk])
    assert response.redirect_chain == [(own, 302)]
    shown = response.content.decode()
    assert "It &lt;b&gt;stands&lt;/b&gt;." in shown
    assert 'href="/rules/epic-complete/4.4.6/"' in shown
    for who in ("player", "opponent"):
        assert own in browser(cast, who).get(table).content.decode()
    assert own in browser(cast, "player").get(cast.event.get_absolute_url()).content.decode()
    assert own not in browser(cast, "other_player").get(table).content.decode()
    assert browser(cast, "other_player").get(own).status_code == 404
    player, appeal = browser(cast, "player"), reverse("judging:appeal", args=[cast.event.slug, case.pk])
    assert "Appeal to the head judge" in player.get(own).content.decode()
    assert "Your appeal was sent" in player.post(appeal, {"reason": "No."}, follow=True).content.decode()
    board = reverse("judging:board", args=[cast.event.slug])
    head = browser(cast, "head_judge")
    assert "Appeals to the head judge" in head.get(board).content.decode()
    decide = reverse("judging:appeal_decide", args=[cast.event.slug, case.pk])
    assert judge.post(decide, {"text": "x", "outcome": "uphold"}).status_code == 403
    assert head.post(decide, {"text": "x", "outcome": ""}).status_code == 400
    done = head.post(decide, {"text": "It does.", "outcome": "uphold"}, follow=True).content.decode()
    assert ("It does." in done, "Earlier decisions" in done) == (True, True)
    assert "Decided by the head judge" in player.get(own).content.decode()


def test_case_page_withdraws_appeal_and_corrects_decision(cast: Cast):
    case = decided(cast)
    player, judge = browser(cast, "player"), browser(cast, "judge")
    services.appeal(cast.user("player"), case)
    back = player.post(reverse("judging:appeal_withdraw", args=[cast.event.slug, case.pk]), follow=True)
    assert "Appeal withdrawn." in back.content.decode()
    correct = reverse("judging:correct", args=[cast.event.slug, case.pk])
    assert judge.post(correct, {"text": "New.", "reason": ""}).status_code == 400
    done = judge.post(correct, {"text": "New.", "reason": "Misread."}, follow=True).content.decode()
    assert ("New." in done, RULING.text in done) == (True, True)


def test_match_page_number_of_queries_is_constant(cast: Cast):
    judge = browser(cast, "judge")
    page = reverse("judging:table", args=[cast.event.slug, matches_of(cast.round)[0].pk])

    def asked(more: int) -> int:
        for _ in range(more):
            decided(cast)
        return queries_of(lambda: judge.get(page))

    assert asked(1) == asked(4)


def test_decision_api_decides_appeals_and_corrects(cast: Cast):
    path = f"events/{cast.event.slug}/decisions/"
    judge, player = cast.client("judge"), cast.client("player")
    body = {"match": cast.match.pk, "text": "It stands.", "citations": ["4.4.6"], "minutes": 2}
    made = post(judge, path, body, 201)
    assert (made["status"], [one["text"] for one in made["decisions"]]) == ("stands", ["It stands."])
    one = f"decisions/{made['id']}/"
    refused(player, path, 403, "post", body)
    assert get(player, path)["results"] == [made]
    assert get(cast.client("other_player"), path)["results"] == []
    fixed = post(judge, one, {"text": "It does.", "reason": "Clearer."})
    assert [each["number"] for each in fixed["decisions"]] == [2, 1]
    assert post(player, f"{one}appeal/", {"reason": "No."})["status"] == "appealed"
    gone = player.delete(f"/api/v1/{one}appeal/")
    assert gone.json()["appeals"][0]["status"] == "withdrawn"
    post(player, f"{one}appeal/", {})
    ruling = {"text": "Final.", "upheld": True}
    refused(judge, f"{one}appeal/decision/", 403, "post", ruling)
    assert post(cast.client("head_judge"), f"{one}appeal/decision/", ruling)["status"] == "final"
    refused(player, f"{one}appeal/", 409, "post", {})


def test_decide_finishes_call_at_its_table_in_same_transaction(cast: Cast):
    call = call_judge(cast.user("player"), cast.match, reason="May it block?")
    with pytest.raises(UserError):
        services.decide(cast.user("judge"), cast.match, DecisionContent("So.", citations=("no such rule",)))
    call.refresh_from_db()
    assert call.is_waiting
    services.decide(cast.user("judge"), cast.match, RULING)
    call.refresh_from_db()
    assert (call.status, call.answer, call.assignee, call.ended_by) == (
        "done", RULING.text, cast.user("judge"), cast.user("judge"),
    )  # fmt: skip
    line = Entry.objects.about(call).get(verb="call.done")
    assert (line.actor, line.reason) == (cast.user("judge"), RULING.text)


def test_decide_keeps_assignee_of_call_and_other_calls(cast: Cast):
    call = call_judge(cast.user("player"), cast.match)
    take_call(cast.user("head_judge"), call)
    other = next((match for match in matches_of(cast.round) if match.pk != cast.match.pk), None)
    services.decide(cast.user("judge"), cast.match, DecisionContent("Long. " * 200))
    call.refresh_from_db()
    assert (call.status, call.assignee, len(call.answer) <= MAX_ANSWER_LENGTH) == (
        "done",
        cast.user("head_judge"),
        True,
    )
    assert other is None or other.calls.count() == 0


def test_write_draft_leaves_call_open(cast: Cast):
    call = call_judge(cast.user("player"), cast.match)
    services.write_draft(cast.user("judge"), services.open_case(cast.event, cast.match), RULING, game="epic")
    call.refresh_from_db()
    assert call.is_waiting


def test_decide_by_site_administrator_is_not_final(cast: Cast):
    keeper = make_user("Kim Keeper", is_superuser=True)
    case = services.decide(keeper, cast.match, RULING).case
    assert fresh(case).status == "stands"
    appeal = services.appeal(cast.user("player"), fresh(case))
    with pytest.raises(NotAllowedError, match="head judge"):
        services.decide_appeal(keeper, appeal, RULING, upheld=True)


def test_board_announces_appeals(cast: Cast):
    board = reverse("judging:board", args=[cast.event.slug])
    judge = browser(cast, "judge")
    case = decided(cast)
    services.appeal(cast.user("player"), fresh(case))
    table = cast.match.table
    assert f'data-news="1 appeal is waiting: table {table}."' in judge.get(board).content.decode()
    call_judge(cast.user("player"), cast.match)
    news = f'data-news="1 appeal is waiting: table {table}. 1 call is waiting: table {table}."'
    assert news in judge.get(board).content.decode()
