"""Penalties: policies, effects, revoking, history, pages, API."""

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.decks import services as decks
from epic_events.events.models import Registration
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.calls.services import call_judge
from epic_events.judging.deck_checks import services as checks
from epic_events.judging.models import Penalty
from epic_events.judging.penalties import policy, selectors, services
from epic_events.judging.penalties.policy import FOLDER, PolicyError, get_policy
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match
from epic_events.pairings.services import confirm_result, report_result
from rules.games import GAMES
from tests.epic_events.api.cast import Cast, get, make_cast, post, refused
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_registration, make_staff
from tests.epic_events.pairings.play import entry_of, line


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def browser(cast: Cast, who: str) -> Client:
    client = Client()
    client.force_login(cast.user(who))
    return client


def test_load_policy_for_every_file_is_valid():
    files = {path.stem for path in FOLDER.glob("*.toml")}
    assert files - set(GAMES) == {"general"}
    for game in (*GAMES, "no-such-game", "../epic"):
        found = get_policy(game)
        assert [level.slug for level in found.levels] == ["warning", "game-loss", "match-loss", "disqualification"]
        order = [level.slug for level in found.levels]
        for one in found.infractions:
            assert order.index(one.first_level) <= order.index(one.repeat_level)
            assert one.remedy.endswith(".")
            assert bool(one.section) <= (not one.is_convention)
    epic = get_policy("epic")
    sections = {one.slug: one.section for one in epic.infractions if one.section}
    assert sections == {"missed-trigger": "4.5.2", "first-player": "6.3", "cheating": "5.2.1"}


def test_parse_policy_with_unknown_level_is_rejected():
    text = FOLDER.joinpath("general.toml").read_text()
    with pytest.raises(PolicyError, match=r"x\.toml: rules-mistake has the level wrist-slap"):
        policy.parse_policy(text.replace('first_level = "warning"', 'first_level = "wrist-slap"', 1), "x.toml")
    with pytest.raises(PolicyError, match="odd"):
        policy.parse_policy(text.replace('kind = "minor"', 'kind = "odd"', 1), "x.toml")


def test_give_penalty_repeat_infraction_recommends_higher_level(cast: Cast):
    judge, entry = cast.user("judge"), entry_of(cast.match, 1)
    made = services.give_penalty(judge, entry, infraction="slow-play", level="warning", match=cast.match, note=" Slow ")
    assert (str(made), made.table, made.note, made.applied) == ("Warning: Slow play", cast.match.table, "Slow", False)
    (audit_entry,) = Entry.objects.filter(verb="penalty.given")
    assert (audit_entry.actor, audit_entry.subject_id, audit_entry.data) == (
        judge,
        made.pk,
        {
            "penalty": made.pk, "infraction": "slow-play", "level": "Warning", "match": cast.match.pk, "applied": False
        },
    )  # fmt: skip
    guide = {
        one.infraction.slug: one
        for one in selectors.list_infraction_guides(cast.event, selectors.list_penalty_history(entry))
    }
    assert (guide["slow-play"].previous_count, guide["slow-play"].level) == (1, get_policy("epic").level("game-loss"))
    assert (guide["late"].previous_count, guide["late"].level) == (0, get_policy("epic").level("game-loss"))
    services.revoke_penalty(judge, made, reason="The clock had stopped.")
    assert selectors.list_infraction_guides(cast.event, selectors.list_penalty_history(entry))[4].previous_count == 0


def test_give_penalty_match_loss_awards_match(cast: Cast):
    entry = entry_of(cast.match, 1)
    made = services.give_penalty(cast.user("judge"), entry, infraction="conduct", level="match-loss", match=cast.match)
    assert made.applied
    assert line(cast.match) == [(0, 0, "loss"), (1, 3, "win")]
    again = services.give_penalty(cast.user("judge"), entry, infraction="late", level="match-loss", match=cast.match)
    assert not again.applied  # a settled result is corrected by hand


def test_give_penalty_game_loss_awards_game_or_single_game_match(cast: Cast):
    made = services.give_penalty(cast.user("judge"), entry_of(cast.match, 2), infraction="late", level="game-loss",
                                 match=cast.match)  # fmt: skip
    assert (made.applied, line(cast.match)) == (True, [(1, 3, "win"), (0, 0, "loss")])
    longer = make_cast(stage={"best_of": 3})
    entry = entry_of(longer.match, 1)
    judge = longer.user("judge")
    first = services.give_penalty(judge, entry, infraction="late", level="game-loss", match=longer.match)
    assert (first.applied, line(longer.match)) == (True, [(0, None, ""), (1, None, "")])
    with pytest.raises(UserError, match="from a penalty"):
        report_result(longer.user("player"), longer.match, Score(2, 0))
    services.revoke_penalty(judge, first, reason="The train was late.")
    assert line(longer.match) == [(0, None, ""), (0, None, "")]
    for infraction in ("late", "conduct"):
        services.give_penalty(judge, entry, infraction=infraction, level="game-loss", match=longer.match)
    assert line(longer.match) == [(0, 0, "loss"), (2, 3, "win")]


def test_result_reported_before_game_loss_is_not_confirmed(db: None):
    longer = make_cast(stage={"best_of": 3})
    report_result(longer.user("player"), longer.match, Score(2, 0))
    entry = entry_of(longer.match, 1)
    services.give_penalty(longer.user("judge"), entry, infraction="late", level="game-loss", match=longer.match)
    with pytest.raises(UserError, match="from a penalty"):
        confirm_result(longer.user("opponent"), longer.match)
    assert line(longer.match) == [(0, None, ""), (1, None, "")]


def test_audit_log_of_table_contains_penalties_and_deck_checks(cast: Cast):
    entry, table = entry_of(cast.match, 1), cast.match.table
    services.give_penalty(cast.user("judge"), entry, infraction="slow-play", level="warning", match=cast.match)
    services.give_penalty(cast.user("judge"), entry, infraction="late", level="warning")
    decks.submit(cast.user("organiser"), entry, legal_text())
    checks.begin_check(cast.user("judge"), entry, match=cast.match)
    checks.draw_tables(cast.user("judge"), cast.round, 2)
    page = browser(cast, "organiser").get(reverse("events:audit_log", args=[cast.event.slug]), {"table": str(table)})
    content = page.content.decode()
    assert (content.count("gave a penalty"), content.count("began a deck check"), content.count("drew tables")) == (
        1,
        1,
        1,
    )
    assert f"{entry.name}, table {table}" in content


def test_give_penalty_disqualification_awards_match_and_drops_player(cast: Cast):
    entry = entry_of(cast.match, 1)
    with pytest.raises(NotAllowedError, match="head judge"):
        services.give_penalty(cast.user("judge"), entry, infraction="cheating", level="disqualification")
    made = services.give_penalty(cast.user("head_judge"), entry, infraction="cheating", level="disqualification")
    assert made.applied
    assert line(cast.match) == [(0, 0, "loss"), (1, 3, "win")]
    entry.refresh_from_db()
    assert entry.status == Registration.Status.DROPPED


def test_give_penalty_second_disqualification_is_refused_until_first_is_revoked(cast: Cast):
    judge, entry = cast.user("head_judge"), entry_of(cast.match, 1)
    first = services.give_penalty(judge, entry, infraction="cheating", level="disqualification")
    with pytest.raises(StateError, match="is already disqualified"):
        services.give_penalty(judge, entry, infraction="cheating", level="disqualification")
    services.give_penalty(judge, entry, infraction="late", level="warning")  # other levels stay possible
    services.revoke_penalty(judge, first, reason="It was another player.")
    services.give_penalty(judge, entry, infraction="cheating", level="disqualification")
    assert Penalty.objects.active().filter(level="disqualification").count() == 1


def test_give_penalty_without_apply_changes_nothing(cast: Cast):
    entry = entry_of(cast.match, 1)
    made = services.give_penalty(
        cast.user("head_judge"), entry, infraction="cheating", level="disqualification", apply=False
    )
    entry.refresh_from_db()
    assert (made.applied, entry.status, line(cast.match)[0]) == (False, "checked_in", (0, None, ""))


def test_penalty_remains_after_match_is_deleted(cast: Cast):
    entry = entry_of(cast.match, 1)
    made = services.give_penalty(cast.user("judge"), entry, infraction="late", level="warning", match=cast.match)
    other = Match.objects.exclude(seats__registration=entry)[0]
    with pytest.raises(UserError, match="is not seated"):
        services.give_penalty(cast.user("judge"), entry, infraction="late", level="warning", match=other)
    for infraction, level in (("sneezing", "warning"), ("late", "frown")):
        with pytest.raises(UserError, match="policy of this game"):
            services.give_penalty(cast.user("judge"), entry, infraction=infraction, level=level)
    cast.match.delete()
    made.refresh_from_db()
    assert (made.match, made.registration) == (None, entry)
    assert selectors.list_penalty_history(entry) == [made]


def test_revoke_penalty_requires_reason_and_permission(cast: Cast):
    made = services.give_penalty(cast.user("head_judge"), entry_of(cast.match, 1), infraction="late", level="warning")
    with pytest.raises(NotAllowedError):
        services.revoke_penalty(cast.user("judge"), made, reason="I saw it.")
    with pytest.raises(UserError, match="Enter a reason"):
        services.revoke_penalty(cast.user("head_judge"), made, reason=" ")
    services.revoke_penalty(cast.user("organiser"), made, reason="The hall opened late.")
    with pytest.raises(StateError, match="already revoked"):
        services.revoke_penalty(cast.user("organiser"), made, reason="Again.")
    assert list(Penalty.objects.active()) == []
    assert Entry.objects.latest("pk").reason == "The hall opened late."


def test_penalty_history_is_visible_to_later_staff_and_own_player(cast: Cast):
    entry = entry_of(cast.match, 1)
    services.give_penalty(
        cast.user("judge"), entry, infraction="slow-play", level="warning", match=cast.match, note="<i>narwhal</i>"
    )
    later = make_event()
    there = make_registration(later, player=entry.player)
    judge = make_staff(later, "judge")
    client = Client()
    client.force_login(judge)
    page = client.get(reverse("judging:player", args=[later.slug, there.pk])).content.decode()
    assert "&lt;i&gt;narwhal&lt;/i&gt;" in page
    assert cast.event.name in page
    match = reverse("pairings:match", args=[cast.event.slug, cast.match.pk])
    own = browser(cast, "player").get(match).content.decode()
    assert ("Slow play" in own, "narwhal" in own) == (True, False)
    assert "Slow play" in browser(cast, "player").get(cast.event.get_absolute_url()).content.decode()
    assert "Slow play" not in browser(cast, "opponent").get(match).content.decode()


def test_player_page_gives_and_revokes_a_penalty(cast: Cast):
    entry = entry_of(cast.match, 1)
    page = reverse("judging:player", args=[cast.event.slug, entry.pk])
    judge = browser(cast, "judge")
    first = judge.get(page).content.decode()
    assert "Late arrival (Game loss)" in first
    assert 'value="disqualification"' not in first
    sent = {"infraction": "slow-play", "level": "", "note": "", "apply": "on", "request_key": "k" * 20}
    content = judge.post(page, sent, follow=True).content.decode()
    judge.post(page, sent)
    assert "Penalty given: Warning: Slow play." in content
    assert "Slow play (Game loss: repeat infraction)" in content
    made = Penalty.objects.get()
    assert made.match == cast.match
    revoked = judge.post(reverse("judging:revoke", args=[cast.event.slug, made.pk]), {"reason": "No"}, follow=True)
    assert "Penalty revoked." in revoked.content.decode()
    assert judge.post(page, {"infraction": ""}).status_code == 400
    listed = browser(cast, "scorekeeper").get(reverse("judging:penalties", args=[cast.event.slug])).content.decode()
    assert "Slow play" in listed


def test_table_page_shows_players_penalties_and_calls(cast: Cast):
    entry = entry_of(cast.match, 1)
    services.give_penalty(cast.user("judge"), entry, infraction="late", level="warning", match=cast.match)
    call_judge(cast.user("player"), cast.match, reason="Missed trigger")
    judge = browser(cast, "judge")
    card = reverse("judging:table", args=[cast.event.slug, cast.match.pk])
    found = judge.get(reverse("judging:find_table", args=[cast.event.slug]), {"table": str(cast.match.table)})
    assert found["Location"] == card
    page = judge.get(card).content.decode()
    for words in (entry.name, "Late arrival", "Missed trigger", "Open a dispute", "Take the call"):
        assert words in page
    assert judge.get(reverse("judging:find_table", args=[cast.event.slug]), {"table": "x"}).status_code == 404


def test_penalty_api_gives_and_revokes_a_penalty(cast: Cast):
    entry = entry_of(cast.match, 1)
    path = f"events/{cast.event.slug}/penalties/"
    judge, player = cast.client("judge"), cast.client("player")
    made = post(judge, path, {"registration": entry.pk, "infraction": "slow-play", "note": "Slow."}, 201)
    assert (made["level"], made["note"], made["match"]) == ("warning", "Slow.", None)
    again = post(judge, path, {"registration": entry.pk, "infraction": "slow-play", "apply": False}, 201)
    assert again["level"] == "game-loss"
    assert {one["note"] for one in get(player, path)["results"]} == {""}
    assert get(cast.client("opponent"), path)["results"] == []
    refused(player, path, 403, "post", {"registration": entry.pk, "infraction": "slow-play"})
    assert refused(judge, path, 400, "post", {"registration": entry.pk, "infraction": "x"})["fields"].keys() == {
        "infraction"
    }
    revoked = post(judge, f"penalties/{made['id']}/revoke/", {"reason": "Mistaken."})
    assert revoked["revoked_because"] == "Mistaken."
