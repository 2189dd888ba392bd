"""OpenAPI schema: valid, complete, documented responses."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from epic_events.api import urls
from epic_events.api.schema import TAGS, Generator
from epic_events.api.views import render_schema
from tests.epic_events.api.cast import ROOT
from tests.epic_events.api.schema import api_schema, operations

FILES = {"disputes_pdf_file": "application/pdf", "changes_stream": "text/event-stream"}
"""Operations that answer something else than JSON, and its type."""
READING = {"decklists_check", "disputes_pdf_ask"}
"""Writes that a token to read is good for."""
GENERATORS = ("drf_spectacular.generators.SchemaGenerator", "epic_events.api.schema.Generator")


@pytest.mark.parametrize("generator", GENERATORS)
def test_schema_is_valid_without_warnings(tmp_path: Path, generator: str) -> None:
    path = tmp_path / "schema.yaml"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(path), generator_class=generator)
    assert path.read_text(encoding="utf-8").startswith("openapi: 3.0.3\n")


def test_schema_is_served_as_yaml_and_json() -> None:
    client = APIClient()
    assert client.get(f"{ROOT}schema/")["Content-Type"] == "application/vnd.oai.openapi; charset=utf-8"
    answer = client.get(f"{ROOT}schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert answer.json() == api_schema()


def test_schema_is_rendered_once_per_format_and_language() -> None:
    render_schema.cache_clear()
    client = APIClient()
    answers = [client.get(f"{ROOT}schema/", {"lang": lang}).content for lang in ("en", "en", "xx", "yy", "../..")]
    assert [answer == answers[0] for answer in answers] == [True] * 5
    assert render_schema.cache_info().misses == 1


def test_schema_generated_concurrently_is_identical() -> None:
    """Web processes are threaded, and drf-spectacular is not thread-safe by itself."""
    barrier = threading.Barrier(4)

    def described() -> dict[str, Any]:
        barrier.wait()
        return Generator().get_schema(request=None, public=True)

    with ThreadPoolExecutor(4) as threads:
        output = [each.result() for each in [threads.submit(described) for _each in range(4)]]
    assert [one == api_schema() for one in output] == [True] * 4


def test_schema_describes_every_route() -> None:
    undescribed = {"schema", "docs", "nowhere"}
    routes = {str(pattern.pattern) for pattern in urls.urlpatterns if pattern.name not in undescribed}
    described = {path.removeprefix(ROOT) for path in api_schema()["paths"]}
    assert len(routes) == len(described)
    assert {route.count("/") for route in routes} == {path.count("/") for path in described}


def test_schema_operations_have_unique_names_and_one_tag() -> None:
    found = list(operations())
    names = [operation["operationId"] for _, _, operation in found]
    assert len(set(names)) == len(names) == 131
    for _, _, operation in found:
        assert operation["description"].endswith(".")
        assert len(operation["tags"]) == 1
    assert {operation["tags"][0] for _, _, operation in found} == TAGS.keys()


def test_schema_operations_document_responses_and_errors() -> None:
    for path, method, operation in operations():
        answers = dict(operation["responses"])
        success = [status for status in answers if status.startswith("2")]
        assert len(success) == 1
        if success != ["204"]:
            form = FILES.get(operation["operationId"], "application/json")
            assert answers[success[0]]["content"].keys() == {form}
            assert "schema" in answers[success[0]]["content"][form]
        errors: dict[str, Any] = {status: answer for status, answer in answers.items() if status not in success}
        for answer in errors.values():
            assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Error"}
            assert answer["description"]
        assert {"401", "429"} <= errors.keys()
        assert ("404" in errors) >= ("{" in path)
        assert "403" in errors
        assert ("409" in errors) == (method != "get" and "/token/" not in path)


def test_schema_operations_requiring_authentication_are_listed() -> None:
    closed = {operation["operationId"] for _, _, operation in operations() if {} not in operation.get("security", [{}])}
    assert closed == {
        "calls_list",
        "changes_list",
        "changes_stream",
        "webhooks_change",
        "webhooks_deliveries",
        "webhooks_list",
        "webhooks_make",
        "webhooks_retrieve",
        "webhooks_delete",
        "events_create",
        "events_step",
        "registrations_enter",
        "registrations_step",
        "round_finish",
        "deck_checks_begin",
        "deck_checks_draw",
        "deck_checks_end",
        "deck_checks_list",
        "archive_export",
        "archive_import",
        "event_import",
        "calls_open",
        "calls_retrieve",
        "calls_step",
        "appeals_decide",
        "appeals_make",
        "appeals_withdraw",
        "decisions_correct",
        "decisions_give",
        "decisions_list",
        "decisions_retrieve",
        "penalties_give",
        "penalties_list",
        "penalties_revoke",
        "clock_step",
        "preparation_step",
        "clocks_choose",
        "clocks_get",
        "extension_undo",
        "extensions_give",
        "card_files_choose",
        "card_files_list",
        "document_symbols_fill",
        "document_symbols_list",
        "events_duplicate",
        "card_files_retrieve",
        "card_files_upload",
        "deck_rules_say",
        "decklists_lock",
        "decklists_lock_all",
        "decklists_window_change",
        "registrations_same_person",
        "decklists_submit",
        "decklists_submit_many",
        "disputes_cancel",
        "disputes_decide",
        "disputes_open",
        "disputes_record",
        "avoidances_create",
        "avoidances_list",
        "avoidances_delete",
        "match_confirm",
        "match_result",
        "pools_states",
        "pools_write",
        "pools_write_many",
        "rulings_give",
        "rulings_publish",
        "match_undo",
        "cut_start",
        "round_publish",
        "round_results",
        "round_time",
        "rounds_pair",
        "tie_breaks_change",
        "repairs_create",
        "repairs_list",
        "repairs_preview",
        "staff_give",
        "staff_invitation_withdraw",
        "staff_list",
        "staff_take",
        "stages_replace",
        "token_own",
        "token_revoke",
    }


def test_schema_operations_declare_token_scope() -> None:
    by_scope: dict[str, set[str]] = {}
    for _, method, operation in operations():
        by_scope.setdefault(operation["x-scope"], set()).add(operation["operationId"])
        assert (operation["x-scope"] == "read") == (method == "get" or operation["operationId"] in READING)
    del by_scope["read"]
    assert by_scope == {
        "": {"token_get", "token_own", "token_revoke"},
        "results": {
            "appeals_make", "appeals_withdraw", "calls_open", "clock_step", "extension_undo", "extensions_give",
            "match_confirm", "match_result",
            "match_undo", "round_results", "round_time",
        },
        "decks": {"decklists_submit", "decklists_submit_many", "pools_write", "pools_write_many"},
        "judge": {
            "deck_checks_begin", "deck_checks_draw", "deck_checks_end",
            "appeals_decide", "calls_step", "decisions_correct", "decisions_give", "penalties_give", "penalties_revoke",
            "disputes_cancel", "disputes_decide", "disputes_open", "disputes_record", "rulings_give", "rulings_publish",
        },
        "organise": {
            "clocks_choose", "decklists_lock", "decklists_lock_all", "decklists_window_change",
            "registrations_same_person",
            "card_files_choose", "card_files_upload", "cut_start", "deck_rules_say",
            "document_symbols_fill", "events_duplicate", "avoidances_create",
            "avoidances_delete", "repairs_create", "repairs_preview", "round_publish", "rounds_pair", "staff_give",
            "staff_invitation_withdraw", "staff_take", "stages_replace", "tie_breaks_change",
            "webhooks_change", "webhooks_make", "webhooks_delete", "archive_import", "event_import",
            "events_create", "events_step", "registrations_enter", "registrations_step", "round_finish",
            "preparation_step",
        },
    }  # fmt: skip
