"""Static files as served in production: hashed names, compression, long caching."""

import gzip
import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from django.core.management import call_command
from django.test import override_settings

from epic_events.infra.static_files import WHOLE, collect, fetched_for
from tests.browser.reference.test_offline import IS_CACHED
from tests.conftest import ROOT
from tests.test_launch import environment, running
from tools import artifacts

HASHED = re.compile(r"/static/[\w./-]+\.[0-9a-f]{12}\.\w+")
STORAGES = {"staticfiles": {"BACKEND": "epic_events.infra.static_files.HashedFiles"}}
OWN_ALONE = ["django.contrib.staticfiles.finders.FileSystemFinder"]
"""Where a test's own files are looked for: those of the packages are many, and compressed each time."""


def collect_static_files(target: Path, **more: Any) -> dict[str, str]:
    """Run collectstatic as at start and return the manifest: name to hashed name."""
    with override_settings(STATIC_ROOT=str(target), STORAGES=STORAGES, **more):
        call_command("collectstatic", interactive=False, verbosity=0)
    return dict(json.loads((target / "staticfiles.json").read_text())["paths"])


def test_collectstatic_hashes_every_file_that_templates_name(tmp_path: Path) -> None:
    names = {
        name
        for template in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"{% static [\"']([^\"']+)[\"']", template.read_text(encoding="utf-8"))
    }
    served = collect_static_files(tmp_path)
    assert len(names) > 15
    assert sorted(names - set(served)) == []
    assert [path for path in served.values() if not (tmp_path / path).is_file()] == []


def test_collectstatic_rewrites_imports_to_hashed_names(tmp_path: Path) -> None:
    scripts = tmp_path / "own" / "js"
    (scripts / "parts").mkdir(parents=True)
    (scripts / "words.js").write_text("export const word = 1;\n")
    (scripts / "parts" / "board.js").write_text('import "../words.js";\nexport const board = 2;\n')
    (scripts / "page.js").write_text(
        "import { word } from './words.js';\nimport * as b from \"./parts/board.js\";\n"
        'const later = () => import("./words.js");\nconst named = await import(document.body.dataset.ranking);\n'
    )
    served = collect_static_files(tmp_path / "out", STATICFILES_DIRS=[tmp_path / "own"], STATICFILES_FINDERS=OWN_ALONE)
    words, board = (Path(served[name]).name for name in ("js/words.js", "js/parts/board.js"))
    assert (tmp_path / "out" / served["js/page.js"]).read_text() == (
        f'import {{ word }} from "./{words}";\nimport * as b from "./parts/{board}";\n'
        f'const later = () => import("./{words}");\nconst named = await import(document.body.dataset.ranking);\n'
    )
    assert (tmp_path / "out" / served["js/parts/board.js"]).read_text().startswith(f'import "../{words}";\n')


def test_collectstatic_after_a_change_adds_a_name_and_retains_the_old_file(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "look.css").write_text("a { color: red }\n")
    found = {"STATICFILES_DIRS": [own], "STATICFILES_FINDERS": OWN_ALONE}
    before = collect_static_files(tmp_path / "out", **found)["look.css"]
    (own / "look.css").write_text("a { color: blue }\n")
    after = collect_static_files(tmp_path / "out", **found)["look.css"]
    assert before != after
    assert {(tmp_path / "out" / name).read_text() for name in (before, after)} == {
        "a { color: red }\n",
        "a { color: blue }\n",
    }


def test_collectstatic_without_changes_does_nothing(tmp_path: Path) -> None:
    own, target = tmp_path / "own", tmp_path / "out"
    own.mkdir()
    look = own / "look.css"
    look.write_text("a { color: red }\n")
    found = {"STATICFILES_DIRS": [own], "STATICFILES_FINDERS": OWN_ALONE}
    with override_settings(STATIC_ROOT=str(target), STORAGES=STORAGES, **found):
        assert [collect(), collect()] == [True, False]
        look.write_text("a { color: blue }\n")
        assert [collect(), collect()] == [True, False]
        (own / "more.css").write_text("b { color: red }\n")
        assert [collect(), collect()] == [True, False]
    served = json.loads((target / "staticfiles.json").read_text())["paths"]
    assert (target / served["look.css"]).read_text() == "a { color: blue }\n"
    assert (target / served["more.css"]).is_file()


def test_bundle_contains_the_files_that_every_page_links(tmp_path: Path) -> None:
    own, target = tmp_path / "own", tmp_path / "out"
    for name, text in {
        "css/every_page.css": '/* All. */\n@import url("one.css");\n@import url("two.css") print;\n',
        "css/one.css": "a { color: red }\n",
        "css/two.css": "b { color: blue }\n",
        "js/every_page.js": '/* All. */\nimport "./one.js";\nimport "./two.js";\n\nexport { one } from "./one.js";\n',
        "js/one.js": 'export const one = (() => { import("./later.js"); })();\n',
        "js/two.js": 'import { one } from "./one.js";\n(() => { one(); })();\n',
        "js/later.js": "export const later = 1;\n",
    }.items():
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text(text)
    found = {"STATICFILES_DIRS": [own], "STATICFILES_FINDERS": OWN_ALONE}
    served = collect_static_files(target, **found)
    later = Path(served["js/later.js"]).name
    style = "/* All. */\na { color: red }\n\n@media print {\nb { color: blue }\n}\n"
    assert (target / served["css/every_page.css"]).read_text() == style
    assert (target / served["js/every_page.js"]).read_text() == (
        f'/* All. */\nconst one = (() => {{ import("./{later}"); }})();\n'
        "\n(() => { one(); })();\n\n\nexport { one };\n"
    )
    (own / "js" / "two.js").write_text("(() => { 2; })();\n")
    again = collect_static_files(target, **found)
    assert {name for name in served if again[name] != served[name]} == {"js/two.js", "js/every_page.js"}
    assert "(() => { 2; })();" in (target / again["js/every_page.js"]).read_text()


def test_bundle_before_collectstatic_links_its_parts() -> None:
    with override_settings(STORAGES=STORAGES):
        assert [fetched_for(name) for name in WHOLE] == [[name] for name in WHOLE]
    own = ROOT / "epic_events" / "static"
    for name in WHOLE:
        first, *others = fetched_for(name)
        assert first == name
        assert len(others) == (own / name).read_text(encoding="utf-8").count("import ")
        assert [other for other in others if not (own / other).is_file()] == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the site as ``make run`` does and yield its URL."""
    settings = environment(tmp_path_factory.mktemp("static") / "var")
    artifacts.copy_migrated_sqlite(Path(settings["VAR_DIR"]) / "epic.sqlite3")
    with running(settings):
        yield f"http://127.0.0.1:{settings['PORT']}"


def fetch(address: str) -> tuple[bytes, dict[str, str]]:
    """Return response body and headers."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read(), dict(answer.headers)


def fetch_text(address: str) -> str:
    """Return the decompressed response body."""
    body, headers = fetch(address)
    return (gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body).decode()


@pytest.mark.worker
def test_running_site_serves_hashed_and_compressed_files(site: str) -> None:
    found = set(re.findall(r"(?:href|src)=\"(/static/[^\"]+)\"", fetch_text(f"{site}/")))
    assert [name for name in found if not HASHED.fullmatch(name.partition("#")[0])] == []
    plain = sent = 0
    for name in sorted(found):
        for _again in range(4):  # whichever process answers
            body, headers = fetch(site + name)
        assert headers["Cache-Control"] == "max-age=315360000, public, immutable"
        if name.endswith(".css"):
            assert headers["Content-Encoding"] == "gzip"
            plain += len(gzip.decompress(body))
            sent += len(body)
    assert sent * 2.5 < plain
    with pytest.raises(HTTPError, match="404"):
        fetch(f"{site}/static/css/tokens.000000000000.css")


@pytest.mark.worker
def test_offline_copy_lists_hashed_files(site: str) -> None:
    listing = json.loads(fetch_text(f"{site}/rules/offline/epic.json"))
    static = [url for url in listing["urls"] if url.startswith("/static/")]
    assert len(static) > 10
    assert [url for url in static if not HASHED.fullmatch(url)] == []
    for url in static:
        fetch(site + url)


@pytest.mark.browser
def test_offline_search_runs_from_hashed_files(site: str, chromium: Any) -> None:
    context = chromium.new_context(base_url=site, viewport={"width": 390, "height": 800})
    faults: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    try:
        page.goto("/rules/")
        assert page.evaluate(IS_CACHED)
        context.set_offline(True)
        page.goto("/rules/?q=trample&in=epic-complete")
        page.wait_for_selector("[data-search-ready]")
        assert page.locator(".hit").first.get_attribute("href") == "/rules/epic-complete/5.7.1/"
        assert page.evaluate("() => document.styleSheets[0].cssRules.length") > 0
    finally:
        context.close()
    assert faults == []
