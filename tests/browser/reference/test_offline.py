"""Offline reference: search ranking, stored pages, and updates of the copy."""

import itertools
import json
import re
import threading
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from epic_events.judging.rulings.models import Ruling
from epic_events.reference import offline
from epic_events.reference.rules import selectors
from rules.games import GAMES
from rules.search import SearchIndex, rulebook_index
from tests.epic_events.judging.rulings.test_rulings import create_ruling
from tests.rules.search.questions import RULEBOOK
from tools.benchmarks.search_quality import HUNDRED, LISTS, TABLE_TALK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RANK = """async ([address, questions]) => {
    const { search, unpack } = await import("/static/js/ranking.js");
    const shipped = await (await fetch(address)).json();
    const tables = unpack(shipped);
    return questions.map((question) => {
        const { hits, changes } = search(tables, question, 8);
        return {
            hits: hits.map((hit) => [shipped.ids[hit.at], hit.score, hit.named]),
            changes: changes.map((change) => [change.asked, change.used, change.reason]),
        };
    });
}"""
HOSTILE = (
    "4.4.6", "rule 446", "5.20.1 target", "unbrekable", "arborne chmapion", "OFFENCE", "can\u2019t blok", "naïve élan",
    "²", "", "   ", "zzzzqqqq", "a" * 700, "trample " * 100, "\u202eenrobria", "🏈 goal", "ǅ ß İ ﬁ",
    "5.2.1[2]", "§ 4.4", "__proto__", "constructor toString", "won't don't players'", "x", "what is an X?", "x2 y",
)  # fmt: skip
IS_CACHED = """async () => {
    for (let tries = 0; tries < 2400; tries += 1) {
        if (await caches.match("/rules/offline/epic.json")) return true;
        await new Promise((soon) => setTimeout(soon, 100));
    }
    return false;
}"""
REPLACED = """async () => {
    for (let tries = 0; tries < 2400; tries += 1) {
        if (!(await caches.keys()).includes("copy epic old")) return true;
        await new Promise((soon) => setTimeout(soon, 100));
    }
    return false;
}"""
CACHED_ADDRESSES = """async () => {
    const names = await caches.keys();
    const texts = {};
    for (const name of names) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const answer = await cache.match(request);
            texts[new URL(request.url).pathname] = await answer.text();
        }
    }
    return texts;
}"""


def by_server(index: SearchIndex, question: str) -> dict[str, list[list[object]]]:
    results = index.search(question, 8)
    return {
        "hits": [[hit.id, hit.score, hit.named] for hit in results.hits],
        "changes": [[change.asked, change.used, change.reason.value] for change in results.changes],
    }


@pytest.mark.parametrize(
    ("slug", "questions"),
    [
        ("epic-complete", [*HUNDRED["tuned"], *HUNDRED["held"], *TABLE_TALK["dev"]["epic-complete"], *HOSTILE]),
        pytest.param(
            "epic-rulebook", [*RULEBOOK, *TABLE_TALK["held"]["epic-rulebook"], *HOSTILE], marks=pytest.mark.sweep
        ),
        pytest.param("aos-champions", [*LISTS["aos-champions unseen, held"][1], *HOSTILE], marks=pytest.mark.sweep),
    ],
)
def test_offline_search_ranks_like_the_server(
    transactional_db: None, open_as: Callable[..., Page], slug: str, questions: list[str]
) -> None:
    page = open_as()
    page.goto("/rules/offline/")
    ranked = page.evaluate(RANK, [f"/rules/{slug}/tables.json", questions])
    index = rulebook_index(selectors.rulebooks()[slug])
    assert dict(zip(questions, ranked, strict=True)) == {question: by_server(index, question) for question in questions}


@pytest.fixture
def cached_page(hall: str, open_as: Callable[..., Page]) -> Page:
    """Return a page of a judge on an offline device with an offline copy."""
    page = open_as("judge", keeps=True, width=390)
    page.goto("/rules/")
    assert page.evaluate(IS_CACHED)
    page.context.set_offline(True)
    return page


def test_offline_search_opens_a_rule(cached_page: Page) -> None:
    page = cached_page
    page.goto("/rules/?q=trample&in=epic-complete")
    page.wait_for_selector("[data-search-ready]")
    assert page.locator(".hit").first.get_attribute("href") == "/rules/epic-complete/5.7.1/"
    assert "Epic Complete Rules, 28 Mar 2016" in page.locator("main").inner_text()
    assert page.get_by_role("heading", name="Saved on this device").is_visible()
    assert page.get_by_label("Offline copy of").input_value() == "epic-complete"

    page.fill("#q", "does a free card trigger an ally ability")
    page.wait_for_selector(".hit[href='/rules/epic-complete/5.18.2/']")

    page.locator(".hit[href='/rules/epic-complete/5.18.2/']").click()
    page.wait_for_url("**/rules/epic-complete/whole/#5.18.2")
    assert page.locator("[id='5.18.2']").is_visible()
    assert "Offline copy of" in page.locator("main").inner_text()

    page.goto("/rules/glossary/")
    assert page.get_by_role("heading", name="Glossary").is_visible()
    page.goto("/rules/interpretations/")
    assert page.get_by_role("heading", name="Search offline").is_visible()


def test_offline_page_without_a_copy_reports_it_and_opens_when_online(cached_page: Page) -> None:
    page = cached_page
    for address in ("/", "/events/?show=all", "/cards/", "/me/"):
        page.goto("about:blank")  # a page that asks by itself would tell what it misses
        page.context.set_offline(True)
        page.goto(address)
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        expect(page.get_by_text("Last tried at")).to_be_visible()
        expect(page.get_by_role("link", name="Sign in")).to_have_count(0)
        here = page.url
        page.context.set_offline(False)
        expect(page.get_by_role("link", name="My page").first).to_be_visible(timeout=60_000)
        assert page.url == here
        assert page.get_by_role("heading", name="No connection").count() == 0


def test_open_page_offline_announces_lost_connection(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("player", width=390)
    page.goto("/events/")  # a page that does not renew itself
    page.context.set_offline(True)
    expect(page.locator("#notices")).to_have_text(
        re.compile(r"No connection\. This page was last updated at \d\d:\d\d\.")
    )
    page.context.set_offline(False)
    expect(page.locator("#notices")).to_be_empty()


def test_offline_copy_contains_public_pages_only(cached_page: Page) -> None:
    stored = cached_page.evaluate(CACHED_ADDRESSES)
    listing = json.loads(stored["/rules/offline/epic.json"])
    assert set(stored) == {*listing["urls"], "/rules/offline/epic.json"}
    pages = {path: text for path, text in stored.items() if text.lstrip().startswith("<!DOCTYPE")}
    assert {path for path, text in pages.items() if "Sign in" not in text or "My page" in text} == set()
    assert {path for path in stored if not path.startswith(("/rules/", "/rulings/", "/static/"))} == {"/no-connection/"}


def test_offline_update_replaces_the_old_copy(cached_page: Page) -> None:
    page = cached_page
    page.context.set_offline(False)
    page.evaluate(
        "async () => { await (await caches.open('copy epic old')).put('/rules/gone/', new Response('old')); }"
    )
    page.goto("/rules/glossary/")
    assert page.evaluate(REPLACED)
    assert len(page.evaluate("() => caches.keys()")) == 1


OLD_CACHES = """async () => {
    await caches.open("kept epic 1");
    await caches.open("at hand");
    await (await navigator.serviceWorker.ready).unregister();
}"""
OLD_CACHES_ARE_DELETED = """async () => {
    const names = await caches.keys();
    return !names.some((name) => name === "at hand" || name.startsWith("kept "));
}"""


def test_service_worker_deletes_caches_of_earlier_versions(cached_page: Page) -> None:
    page = cached_page
    page.context.set_offline(False)
    page.evaluate(OLD_CACHES)
    page.goto("/rules/glossary/")
    page.wait_for_function(OLD_CACHES_ARE_DELETED, timeout=60_000)
    assert page.evaluate(IS_CACHED)


ASKED_AT_ONCE = """async (times) => {
    const messages = [];
    const worker = (await navigator.serviceWorker.ready).active;
    navigator.serviceWorker.addEventListener("message", (event) => messages.push(event.data));
    navigator.serviceWorker.startMessages();
    for (let time = 0; time < times; time += 1) worker.postMessage({ store: "epic" });
    for (let tries = 0; tries < 2400 && messages.length < times; tries += 1) {
        await new Promise((soon) => setTimeout(soon, 100));
    }
    return messages;
}"""
COPIES = """async () => {
    const copies = {};
    for (const name of await caches.keys()) {
        const paths = (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
        copies[name] = paths.sort();
    }
    return copies;
}"""


def whole_copy(page: Page) -> dict[str, list[str]]:
    """Return the offline copy of the device after checking that it is complete."""
    copies: dict[str, list[str]] = page.evaluate(COPIES)
    listing = json.loads(page.evaluate(CACHED_ADDRESSES)["/rules/offline/epic.json"])
    assert list(copies.values()) == [sorted({*listing["urls"], "/rules/offline/epic.json"})]
    return copies


@pytest.fixture
def and_also(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], offline.OfflineItem]], None]:
    """Return a function that adds a computed item to the offline listing."""
    monkeypatch.setattr(offline, "_providers", list(offline._providers))
    return lambda thing: offline.register_offline_items(lambda _game: [thing()])


def test_offline_update_from_servers_of_two_versions_leaves_one_complete_copy(
    cached_page: Page, and_also: Callable[[Callable[[], offline.OfflineItem]], None]
) -> None:
    page = cached_page
    versions = itertools.cycle("ab")
    and_also(lambda: offline.OfflineItem("/rules/glossary/", "", next(versions)))
    page.context.set_offline(False)
    assert page.evaluate(ASKED_AT_ONCE, 4) == [{"stored": "epic"}] * 4
    whole_copy(page)


@pytest.mark.parametrize("broken", ["changes", pytest.param("missing", marks=pytest.mark.sweep)])
def test_incomplete_offline_update_leaves_the_old_copy(
    cached_page: Page, and_also: Callable[[Callable[[], offline.OfflineItem]], None], broken: str
) -> None:
    page = cached_page
    before = whole_copy(page)
    ruling = create_ruling()
    turns = itertools.count()

    def changing() -> offline.OfflineItem:
        turn = next(turns)
        Ruling.objects.filter(pk=ruling.pk).update(question=f"Question {turn}")
        return offline.OfflineItem(ruling.get_absolute_url(), "", str(turn))

    and_also(changing if broken == "changes" else lambda: offline.OfflineItem("/rules/no-such-book/whole/"))
    page.context.set_offline(False)
    assert page.evaluate(ASKED_AT_ONCE, 2) == [{"notStored": "epic"}] * 2
    assert whole_copy(page) == before


def test_renamed_file_is_stored_once(
    cached_page: Page, and_also: Callable[[Callable[[], offline.OfflineItem]], None]
) -> None:
    page = cached_page
    and_also(lambda: offline.OfflineItem("/rules/glossary/", "", "another"))
    before = whole_copy(page)
    page.context.set_offline(False)
    page.evaluate(ASKED_AT_ONCE, 2)
    assert list(whole_copy(page)) == list(before)


def test_device_page_lists_offline_copies(open_as: Callable[..., Page], hall: str) -> None:
    page = open_as(keeps=False, width=390)
    page.goto("/rules/offline/")
    expect(page.locator("#offline-copies-state")).to_have_text(re.compile("^This device has no offline copy yet"))
    expect(page.locator("#offline-copies li").first).to_be_hidden()
    page = open_as(keeps=True, width=390)
    page.goto("/rules/")
    assert page.evaluate(IS_CACHED)
    page.goto("/rules/offline/")
    of = {slug: page.locator(f"#offline-copies [data-of={slug}]") for slug in GAMES}
    expect(of["epic"].locator("[data-state]")).to_have_text(re.compile(r"^Offline copy of .*\d\d:\d\d.*:$"))
    # Of one game only, the one that was looked at; what a device would keep of the others stays out of sight.
    listed = offline.offline_listing(GAMES["epic"])["named"]
    rows = page.locator("#offline-copies li:visible")
    expect(rows).to_have_count(len(listed))  # the script hides those of other games
    assert sorted(rows.all_inner_texts()) == sorted(listed)
    others = [of[slug].locator("[data-state]").inner_text() for slug in GAMES if slug != "epic"]
    assert set(others) == {"Not on this device."}
    assert page.locator("#in option:not(:disabled)").count() == page.locator("#in [data-of=epic] option").count()


def test_device_stores_the_chosen_games(cached_page: Page) -> None:
    page = cached_page
    page.context.set_offline(False)
    page.goto("/rules/offline/")
    hexes = page.locator("#offline-copies [data-of=hex]")
    page.get_by_role("button", name="Save HEX: Shards of Fate").click()
    expect(hexes.locator("[data-state]")).to_have_text(re.compile("^Offline copy of"))
    page.context.set_offline(True)
    page.goto("/rules/?q=mulligan&in=hex-basics")
    page.wait_for_selector("[data-search-ready]")
    expect(page.locator(".hit").first).to_have_attribute("href", "/rules/hex-basics/1.4/")
    expect(page.locator("#offline-copies [data-of=epic] [data-state]")).to_have_text(re.compile("^Offline copy of"))
    page.goto("/rules/glossary/?game=hex")
    expect(page.get_by_text("1-SHOT", exact=True).first).to_be_visible()
    page.context.set_offline(False)
    page.goto("/rules/offline/")
    page.get_by_role("button", name="Remove Epic Card Game").click()
    expect(page.locator("#offline-copies [data-of=epic] [data-state]")).to_have_text("Not on this device.")
    page.goto("/rules/")  # it is not fetched again, though its pages are looked at
    page.goto("/rules/offline/")
    expect(hexes.locator("[data-state]")).to_have_text(re.compile("^Offline copy of"))
    expect(page.locator("#offline-copies [data-of=epic] [data-state]")).to_have_text("Not on this device.")


SLOW_ROWS = """() => {
    const match = Cache.prototype.match;
    const released = new Promise((release) => { window.release = release; });
    Cache.prototype.match = async function (request, options) {
        const found = await match.call(this, request, options);
        if (!String(request.url ?? request).endsWith(".json")) {
            window.waiting = true;
            await released;
        }
        return found;
    };
    navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { stored: "epic" } }));
}"""


def test_slow_rendering_of_an_earlier_state_does_not_hide_the_removal(cached_page: Page) -> None:
    page = cached_page
    page.context.set_offline(False)
    page.goto("/rules/offline/")
    page.wait_for_load_state("networkidle")
    state = page.locator("#offline-copies [data-of=epic] [data-state]")
    expect(state).to_have_text(re.compile("^Offline copy of"))
    page.evaluate(SLOW_ROWS)
    page.wait_for_function("() => window.waiting")
    removed = """() => new Promise((done) => navigator.serviceWorker.addEventListener(
        "message", (event) => { if (event.data.removed) done(); }))"""
    page.evaluate(f"() => {{ window.removed = ({removed})(); }}")
    page.get_by_role("button", name="Remove Epic Card Game").click()
    page.evaluate("() => window.removed")
    page.evaluate("() => new Promise((later) => setTimeout(later, 500))")  # the second rendering would be done by now
    page.evaluate("() => window.release()")
    expect(state).to_have_text("Not on this device.")
    page.evaluate("() => new Promise((later) => setTimeout(later, 500))")
    expect(state).to_have_text("Not on this device.")


def test_deleting_a_copy_during_its_download_removes_it(
    cached_page: Page, and_also: Callable[[Callable[[], offline.OfflineItem]], None]
) -> None:
    page = cached_page
    asked, hangs, goes_on = threading.Event(), threading.Event(), threading.Event()

    def late() -> offline.OfflineItem:
        if hangs.is_set():
            asked.set()
            goes_on.wait(120)
        return offline.OfflineItem("/rules/glossary/", "", "late")

    and_also(late)
    page.context.set_offline(False)
    page.goto("/rules/offline/")
    page.wait_for_load_state("networkidle")
    hangs.set()
    page.evaluate("navigator.serviceWorker.controller.postMessage({ store: 'epic' })")
    assert asked.wait(60)
    page.get_by_role("button", name="Remove Epic Card Game").click()
    expect(page.locator("#offline-copies [data-of=epic] [data-state]")).to_have_text("Not on this device.")
    goes_on.set()


def test_signing_out_deletes_viewed_pages(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge")
    page.goto("/rules/epic-complete/5.2.1/")
    assert page.evaluate("() => localStorage.getItem('rules-looked-up')") is not None
    page.goto("/accounts/logout/")
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/")
    assert page.evaluate("() => localStorage.getItem('rules-looked-up')") is None
