"""Hostile values in API requests get documented responses."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from epic_events.decks import services as decks
from epic_events.disputes import services as disputes
from epic_events.disputes.replays import worker
from epic_events.documents import services as prints
from epic_events.documents.models import Print
from epic_events.integrations.webhooks import services as webhooks
from epic_events.judging.calls import services as calls
from epic_events.judging.clock import services as clocks
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.judging.penalties import services as penalties
from epic_events.judging.rulings import services as rulings
from epic_events.judging.rulings.validation import RulingContent
from epic_events.pairings import services as pairings
from epic_events.pairings.methods.scores import Score
from tests.epic_events.api.cast import make_cast
from tests.epic_events.api.schema import check_answer, operations, resolved
from tests.epic_events.decks.lists import legal_text, short_text
from tests.epic_events.disputes.records import ILLEGAL, LEGAL
from tests.epic_events.pairings.play import matches_of, published_round, users_at

HUGE = "9" * 5000
IN_ADDRESS = [
    "0",
    "-1",
    HUGE[:30],
    HUGE[:400],
    "%00",
    "%2e%2e%2f",
    "%ff",
    "ä",
    "'",
    "%3Cb%3E",
    "no-such-thing",
    "a" * 300,
]
IN_QUERY = [
    "",
    " ",
    "0",
    "-1",
    "1.5",
    "1e999",
    HUGE[:30],
    HUGE,
    "\0",
    "\ufffe",
    "ä'\"<b>",
    "true",
    "[]",
    "2026-13-45",
    "a" * 3000,
]
IN_BODY: list[Any] = [
    None, "", " ", "\0", "\ud800", "a" * 3000, 0, -1, 10**30, 1e308, True, [], {}, [[]], [None], ["\ud800"],
    {"a": {}}, "2026-13-45",
]  # fmt: skip
ENOUGH = 3
"""Of so many fields that are described alike, each is sent everything; then what they refused is not sent again."""
READS = [(path, operation) for path, method, operation in operations() if method == "get"]
WRITES = [(path, operation) for path, method, operation in operations() if method == "post"]


class Stage:
    """An event with one of everything, and an API client of its organiser."""

    def __init__(self) -> None:
        cast = self.cast = make_cast(deck_visibility="always", stage={"rounds": 3})
        organiser, judge = cast.user("organiser"), cast.user("judge")
        for entry, text in zip(cast.event.registrations.all(), (legal_text(), short_text()), strict=False):
            deck = decks.submit(organiser, entry, text)
        for record in (LEGAL, ILLEGAL):
            dispute = disputes.open_dispute(judge, title="Block?", record=record, match=cast.match)
            worker.run(dispute.pk)
        cast.client("organiser").post(f"/api/v1/disputes/{dispute.slug}/pdf/")
        prints.run(Print.objects.get().pk)
        for match in matches_of(cast.round):
            pairings.enter_result(organiser, match, Score(1, 0))
        pairings.finish_round(organiser, cast.round)
        match = matches_of(published_round(cast.event, organiser, seed=2))[0]
        pairings.report_result(users_at(match)[0], match, Score(1, 0))
        self.client = cast.client("organiser")
        one, two, three, *_ = cast.event.registrations.order_by("pk")
        apart = pairings.add_avoidance(organiser, cast.event, one, two, strength="soft", reason="a team")
        settled = matches_of(cast.round)[0]
        repair = {
            "kind": "result",
            "parameters": {"match": settled.pk, "first": 0, "second": 1},
            "reason": "The slip was read the wrong way.",
        }
        call = calls.call_judge(judge, match, reason="A question.")
        penalty = penalties.give_penalty(judge, one, infraction="slow-play", level="warning")
        case = decisions.decide(judge, match, DecisionContent("It stands.")).case
        content = RulingContent("May it?", "May it?", "It may.", rules=("4.4.6[2]",), event=cast.event)
        ruling = rulings.create_ruling(judge, content)
        self.values: dict[str, Any] = {
            "/rulings/{slug}": ruling.slug,
            "{round_id}": match.round_id,
            "{order}": 1,
            "{registration_id}": one.pk,
            "{key}": 1,
            "/events/{slug}": cast.event.slug,
            "/cards/{slug}": "kong",
            "/card-files/{number}": 1,
            "/disputes/{slug}": dispute.slug,
            "{match_id}": match.pk,
            "{deck_id}": deck.pk,
            "{pair_id}": apart.pk,
            "{call_id}": call.pk,
            "{penalty_id}": penalty.pk,
            "{extension_id}": clocks.extend_time(match, 3, "deck check", organiser).pk,
            "{case_id}": case.pk,
            "{check_id}": 1,
            "{entry_id}": one.pk,
            "{webhook_id}": webhooks.create_webhook(organiser, cast.event, address="https://example.com/").pk,
            "{rulebook}": "epic-complete",
            "{number}": "4.4.6",
        }
        self.bodies: dict[str, dict[str, Any]] = {
            "decklists_lock": {"locked": True, "reason": "The head judge asks."},
            "decklists_lock_all": {"locked": True, "reason": "The round begins."},
            "decklists_window_change": {"opens_at": None, "due_at": None},
            "registrations_same_person": {"player_id": three.player_id, "reason": "One person."},
            "token_get": {
                "email": organiser.email,
                "password": "wrong",
                "code": "000000",
                "name": "Desk",
                "scopes": ["read"],
                "days": 7,
            },
            "token_own": {"name": "Desk", "scopes": ["read"], "days": 7},
            "decklists_check": {
                "text": "3 Kong\n2 Konng\n# x\n4 Fumble",
                "format": "full-constructed",
                "on": "2017-08-20",
                "game": "epic",
                "pool": "3 Kong",
                "event": cast.event.slug,
            },
            "deck_rules_say": {"banned": ["Kong"], "restricted": None, "facts": {}},
            "pools_write": {"text": "31 Kong", "registration": deck.registration_id, "reason": ""},
            "pools_write_many": {"text": f"Player: #{one.pk}\n31 Kong", "reason": "", "only_look": False},
            "card_files_upload": {"text": 'file = 1\ngame = "epic"'},
            "card_files_choose": {"number": 1},
            "document_symbols_fill": {"places": [{"place": "4-1", "expected_count": 0, "words": "one"}]},
            "decklists_submit": {
                "text": "3 Kong",
                "registration": deck.registration_id,
                "accept_problems": False,
                "reason": "",
                "open_list_consent": None,
            },
            "decklists_submit_many": {"text": f"Player: #{one.pk}\n3 Kong", "reason": "", "only_look": False},
            "disputes_open": {
                "title": "Block?",
                "record": LEGAL,
                "event": cast.event.slug,
                "match": match.pk,
                "disputed_play": "line 19",
            },
            "disputes_record": {"record": LEGAL, "disputed_play": "play 1"},
            "disputes_decide": {
                "text": "It stands.",
                "remedy": "",
                "citations": ["5.2.1"],
                "minutes": 3,
                "new_penalty": {"registration": deck.registration_id, "infraction": "slow-play", "level": ""},
                "tell": True,
                "publish": False,
            },
            "calls_open": {"match": match.pk, "reason": "A question."},
            "calls_step": {"step": "hand_over", "to": judge.pk, "answer": ""},
            "decisions_give": {
                "match": match.pk,
                "text": "It stands.",
                "remedy": "",
                "citations": ["5.2.1"],
                "minutes": 3,
                "penalty": None,
                "new_penalty": {"registration": one.pk, "infraction": "slow-play", "level": "warning"},
            },
            "decisions_correct": {
                "text": "It stands.",
                "remedy": "",
                "citations": ["5.2.1"],
                "minutes": 3,
                "reason": "Clearer.",
            },
            "appeals_make": {"reason": "It was expended."},
            "appeals_decide": {
                "text": "So.",
                "remedy": "",
                "citations": [],
                "minutes": 0,
                "upheld": True,
                "new_penalty": None,
            },
            "penalties_give": {
                "registration": one.pk,
                "infraction": "slow-play",
                "level": "warning",
                "match": match.pk,
                "note": "Slow.",
                "apply": True,
            },
            "penalties_revoke": {"reason": "It was the clock."},
            "avoidances_create": {"first": one.pk, "second": three.pk, "strength": "hard", "reason": "siblings"},
            "match_result": {
                "game_wins": [1, 0],
                "games_drawn": 0,
                "result_kind": "played",
                "course": "1",
                "health": [12, 0],
                "drops": False,
                "as_staff": False,
                "reason": "",
                "overrides_reports": [match.reports.get().pk],
            },
            "match_confirm": {"report": match.reports.get().pk, "drops": False},
            "match_undo": {"as_staff": False, "reason": ""},
            "round_results": {
                "lines": "1 10",
                "reason": "",
                "skip_wrong": False,
                "overrides_reports": [match.reports.get().pk],
                "only_look": False,
            },
            "round_time": {"called": True},
            "clock_step": {"action": "start", "minutes": 50, "reason": ""},
            "preparation_step": {"kind": "building", "action": "start", "minutes": 20, "reason": ""},
            "clocks_choose": {"calls_time": True},
            "extensions_give": {"minutes": 3, "reason": "deck check"},
            "extension_undo": {"reason": ""},
            "round_publish": {"without": [one.pk], "reason": "paper"},
            "rounds_pair": {"without": [one.pk], "reason": "paper"},
            "cut_start": {"without": [one.pk], "reason": "paper", "size": 4},
            "repairs_preview": repair,
            "repairs_create": {**repair, "fingerprint": "0" * 64},
            "rulings_give": {
                "title": "May it?",
                "question": "May it?",
                "answer": "It may.",
                "rules": ["4.4.6[2]"],
                "cards": ["Kong"],
                "status": "provisional",
                "event": cast.event.slug,
                "game": "epic",
                "link": "https://example.org/",
                "by": "a player",
                "record": LEGAL,
                "note": "For us.",
                "publish": False,
            },
            "deck_checks_begin": {"registration": one.pk, "match": match.pk},
            "deck_checks_draw": {"count": 1, "prefer_leaders": False, "prefer_unchecked": True},
            "deck_checks_end": {"outcome": "problem", "note": "x", "minutes": 3, "infraction": "", "level": ""},
            "events_create": {
                "name": "New",
                "slug": "new-one",
                "starts_at": "2030-05-01T10:00:00Z",
                "time_zone": "UTC",
                "place": "",
                "livery": "",
                "description": "",
                "capacity": 16,
                "check_in_minutes": 60,
                "game": "epic",
                "format": "full-constructed",
                "rules_version": "RB-2017",
                "decklists_required": False,
                "deck_visibility": "after",
                "decks_open_at": None,
                "decks_due_at": None,
                "second_factor_required": False,
                "embeddable": False,
                "rounds": 3,
                "best_of": 1,
                "minutes": 40,
                "cut": 4,
                "cut_best_of": 3,
                "cut_minutes": None,
            },
            "events_step": {"step": "finish", "reason": "It rains."},
            "registrations_enter": {"name": "Zoe", "own": False, "consent": True},
            "registrations_step": {"step": "drop", "reason": "Ill."},
            "archive_import": {"whole": {}, "slug": "", "only_look": True},
            "event_import": {"text": "Ann 2-0 Ben", "slug": "", "tie_breaks": "", "only_look": True},
            "webhooks_make": {"address": "https://example.org/hook", "kinds": ["round"]},
            "staff_give": {"email": "nobody@example.org", "role": "judge"},
            "events_duplicate": {"starts_at": "2030-05-01T10:00:00Z", "name": "Again", "slug": "again"},
            "stages_replace": {"stages": [{"id": cast.event.stages.get().pk, "kind": "swiss", "rounds": 3}]},
        }

    def address(self, path: str, **other: str) -> str:
        """Return the path with its parameters filled in, optionally replacing some."""
        for place, value in self.values.items():
            name = place.rpartition("{")[2]
            path = path.replace(place, place.replace("{" + name, str(other.get(name.strip("}"), value))))
        return path

    def ask(self, operation: dict[str, Any], method: str, address: str, body: Any = None) -> int:
        """Send a request, validate the response and return its status."""
        cache.clear()  # what is counted here is no throttle's business
        if method == "get":
            response = self.client.get(address)
        else:
            response = getattr(self.client, method)(address, json.dumps(body), content_type="application/json")
        check_answer(operation, response)
        return int(response.status_code)


@pytest.fixture
def stage(db: None) -> Stage:
    return Stage()


def fields_of(operation: dict[str, Any]) -> dict[str, str]:
    """Return the schema of each body field and whether it is required."""
    if "requestBody" not in operation:
        return {}
    schema = resolved(operation["requestBody"]["content"]["application/json"]["schema"])
    needed = schema.get("required", ())
    return {
        name: json.dumps(
            [name in needed, {key: message for key, message in field.items() if key not in ("title", "description")}]
        )
        for name, field in schema["properties"].items()
    }


def names_in(operation: dict[str, Any], place: str) -> Iterator[str]:
    return (parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == place)


@contextmanager
def undone() -> Iterator[None]:
    """Roll back all writes of the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def few_and_all(few: list[Any], every: list[Any]) -> pytest.MarkDecorator:
    """Run a test with a few values, and with all of them in a sweep."""
    return pytest.mark.parametrize(
        "values", [pytest.param(few, id="few"), pytest.param(every, id="all", marks=pytest.mark.sweep)]
    )


@few_and_all(["", HUGE, "\0"], IN_QUERY)
def test_reads_with_hostile_values_match_api_schema(stage: Stage, values: list[str]) -> None:
    for path, operation in READS:
        address = stage.address(path)
        stage.ask(operation, "get", address)
        for name in names_in(operation, "query"):
            for value in values:
                stage.ask(operation, "get", f"{address}?{urlencode({name: value})}")
            stage.ask(operation, "get", f"{address}?{name}=%ff&{name}=1")


def test_anonymous_reads_match_api_schema(stage: Stage) -> None:
    stage.client = APIClient()
    for path, operation in READS:
        stage.ask(operation, "get", stage.address(path))


@few_and_all(["-1", "%00", "no-such-thing"], IN_ADDRESS)
def test_hostile_paths_get_documented_error(stage: Stage, values: list[str]) -> None:
    for path, method, operation in operations():
        for name in names_in(operation, "path"):
            for value in values:
                body = stage.bodies.get(operation["operationId"])
                stage.ask(operation, method, stage.address(path, **{name: value}), body)


@few_and_all([None, "\0", 10**30], IN_BODY)
def test_writes_with_invalid_fields_match_api_schema(stage: Stage, values: list[Any]) -> None:
    """Omit or replace one field of a valid body at a time.

    A value that enough fields of the same schema have refused is not sent to further ones.
    """
    refused: Counter[tuple[str, str]] = Counter()
    for path, operation in WRITES:
        address, good = stage.address(path), stage.bodies.get(operation["operationId"], {})
        with undone():
            stage.ask(operation, "post", address, good)
        for name, field in fields_of(operation).items():
            left = {key: value for key, value in good.items() if key != name}
            for value, body in [("left out", left), *((repr(value), {**good, name: value}) for value in values)]:
                if refused[field, value] >= ENOUGH:
                    continue
                with undone():
                    refused[field, value] += stage.ask(operation, "post", address, body) == 400


def test_hostile_bodies_cover_every_field(stage: Stage) -> None:
    described = {
        operation["operationId"]: resolved(operation["requestBody"]["content"]["application/json"]["schema"])
        for _, operation in WRITES
        if "requestBody" in operation
    }
    assert {name: schema["properties"].keys() for name, schema in described.items()} == {
        name: body.keys() for name, body in stage.bodies.items()
    }


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=st.sampled_from(WRITES), data=st.data())
def test_writes_with_any_json_match_api_schema(
    stage: Stage, case: tuple[str, dict[str, Any]], data: st.DataObject
) -> None:
    path, operation = case
    fields = stage.bodies.get(operation["operationId"], {})
    shaped = st.fixed_dictionaries({}, optional={name: st.just(good) | ANYTHING for name, good in fields.items()})
    body = data.draw(ANYTHING | shaped)
    with undone():
        stage.ask(operation, "post", stage.address(path), body)
