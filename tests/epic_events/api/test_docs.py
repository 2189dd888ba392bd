"""API documentation pages under the content security policy."""

from typing import Any

import pytest
from django.test import Client

from tests.epic_events.api.cast import ROOT


def test_docs_page_has_no_inline_script_or_style(client: Client) -> None:
    response = client.get(f"{ROOT}docs/")
    page = response.content.decode()
    assert response.status_code == 200
    assert "unsafe" not in response["Content-Security-Policy"]
    assert "<style" not in page
    assert " style=" not in page
    assert page.count("<script") == page.count("<script src=") == 2
    assert "<noscript>" in page
    assert '<html lang="en">' in page


def test_docs_script_is_served_separately(client: Client) -> None:
    response = client.get(f"{ROOT}docs/?script=")
    assert response["Content-Type"] == "application/javascript"
    assert '"/api/v1/schema/"' in response.content.decode()


def test_docs_query_parameters_are_not_echoed(client: Client) -> None:
    for query in ({"lang": '"><script>alert(1)</script>'}, {"version": "'-alert(1)-'"}):
        page = client.get(f"{ROOT}docs/", query).content.decode()
        script = client.get(f"{ROOT}docs/", {**query, "script": ""}).content.decode()
        assert "<script>alert" not in page
        assert "alert(1)</script>" not in script
        assert "'-alert(1)-'" not in script


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_docs_page_renders_in_browser_without_csp_violation(chromium: Any, live_server: Any) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    text: list[str] = []
    page.on("console", lambda message: text.append(message.text))
    page.on("pageerror", lambda error: text.append(str(error)))
    page.goto(f"{live_server.url}{ROOT}docs/")
    page.wait_for_selector("#operations-decklists-decklists_check", timeout=20_000)
    page.click("#operations-decklists-decklists_check .opblock-summary-control")
    page.click("#operations-decklists-decklists_check .try-out__btn")
    page.fill("#operations-decklists-decklists_check textarea", '{"text": "3 Kong", "format": "full-constructed"}')
    page.click("#operations-decklists-decklists_check .execute")
    page.wait_for_selector("#operations-decklists-decklists_check .live-responses-table .response-col_status")
    assert page.inner_text(".live-responses-table .response .response-col_status").strip() == "200"
    assert text == []
    page.close()
