"""Text view of a replay, download of its record, and cited rules."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from epic_events.disputes.initial_state import sample_record
from epic_events.disputes.models import Dispute
from epic_events.disputes.services import publish_what_if, save_what_if
from rules.games import GAMES
from tests.conftest import ROOT
from tests.epic_events.disputes.records import AFTER_BLOCKS, DIVIDING, HEAD, ILLEGAL, LEGAL, UNSURE, judge
from tests.epic_events.disputes.test_pages import published, replayed, signed_in
from tests.epic_events.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def text_of(client: Client, dispute: Dispute, step: str = "") -> str:
    answer = client.get(reverse("disputes:record_text", args=[dispute.slug]), {"step": step})
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode()


def test_dispute_text_view_has_verdict_and_board(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    dispute = published(actor, event, record=LEGAL, title="A block")
    for_staff, for_all = text_of(signed_in(actor), dispute), text_of(client, dispute)
    assert for_staff.startswith(f"A block\n{event.name} · Rule Book 2017 · opened ")
    assert for_staff.split("\n\n")[1].startswith("Decision (Decided)\nIt <b>stands</b>.\nJudith, ")
    assert for_staff.split("\n\n")[2].splitlines()[:2] == [
        "The disputed play: Ben: block with Palace Guard",
        "Legal: Ben's Palace Guard may block: it is prepared.",
    ]
    assert "\n\nDecision (Decided)\nIt <b>stands</b>.\nJudith, " in for_all
    assert "Board after step 4 of 4\nTurn 5, Anna. Battle Phase: before damage. Ben makes a play or passes\n" in for_all
    assert "  4. Ben: block with Palace Guard\n" in for_all
    assert ("Hand 2: ?, Lash" in for_staff, "Lash" in for_all) == (True, False)
    assert "Board after step 1 of 4\n" in text_of(client, dispute, "1")


class PageText(HTMLParser):
    """Collect the text of a dispute page, without the drawn board and controls."""

    LEFT_OUT: Final = {"mat", "board-now", "no-print", "step", "sr-only"}
    EMPTY: Final = {"input", "br", "img", "hr", "meta", "link", "line", "polygon"}

    def __init__(self, page: str) -> None:
        super().__init__()
        self.within: list[bool] = []
        self.pieces: list[str] = []
        begin = page.index('<section id="replay"')
        self.feed(page[begin : page.index('aria-labelledby="keep"')])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        left_out = bool(self.LEFT_OUT & set((given.get("class") or "").split())) or "aria-hidden" in given
        if tag not in self.EMPTY:
            self.within.append(left_out or tag in ("pre", "script", "button") or "hidden" in given)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore elements without content."""

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split()).strip(":., ")
        if words and not any(self.within):
            self.pieces.append(words)


TWO_PRINTINGS = f"""{HEAD}\
Anna discard: Forbidden Research
Anna champion: Kong

Plays
1. Anna: use Forbidden Research
2. Anna: choose Kong
"""
"""A card that is printed in two wordings, of which one may be used from there."""

ONLY_OPERATED = re.compile(
    r"\d+ (?:more )?rules?|\d+ interpretations? applied|The board as text|"
    r"View with .*|.* in context|Field|Here|Published .*|\d+ \w+, \d+:\d+ CES?T"
)
"""What opens and shuts, heads of tables, and days that the text tells with their year."""


@pytest.mark.parametrize("record", [LEGAL, ILLEGAL, DIVIDING, UNSURE, AFTER_BLOCKS, TWO_PRINTINGS])
def test_dispute_text_view_contains_everything_on_page(record: str, client: Client) -> None:
    event = make_event(rules_version="CR-2016-03")
    actor = judge(event)
    dispute = published(actor, event, record=record, title="A block")
    for reader in (signed_in(actor), client):
        for step in range(len((dispute.result or {})["timeline"]) + 1):
            page = reader.get(dispute.get_absolute_url(), {"step": step}).content.decode()
            text = " ".join(text_of(reader, dispute, str(step)).split())
            pieces = PageText(page).pieces
            assert len(pieces) > 20
            assert [each for each in pieces if each not in text and not ONLY_OPERATED.fullmatch(each)] == []


def test_dispute_text_view_illegal_play_has_reasons_and_branches() -> None:
    event = make_event()
    actor = judge(event)
    desk = signed_in(actor)
    text = text_of(desk, replayed(actor, event, ILLEGAL))
    assert "\nNot legal: Anna: attack with Kong (Play 1)\n  5.17.1 " in text
    assert "\nClaimed: Anna: attack with Kong\n" in text
    assert "\n  x. Anna: attack with Kong (Not legal. The replay stops before this play.)" in text
    assert "\nWhat is legal here (" in text_of(desk, replayed(actor, event, DIVIDING))


def test_record_download_is_confirmed_by_command_line(tmp_path: Path) -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, ILLEGAL)
    answer = signed_in(actor).get(reverse("disputes:file", args=[dispute.slug]))
    assert answer["Content-Disposition"] == f'attachment; filename="{dispute.slug}.rec"'
    file = tmp_path / "play.rec"
    file.write_bytes(answer.content)
    done = subprocess.run(
        [sys.executable, "-m", "rules", "replay", file], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[0].split()[0].lower().strip(":.")) == (1, "illegal")


def test_dispute_page_rules_of_step_expand_in_place() -> None:
    event = make_event()
    actor = judge(event)
    page = signed_in(actor).get(replayed(actor, event).get_absolute_url(), {"step": "4"}).content.decode()
    now = page[page.index('class="now"') : page.index('class="board"')]
    assert '<summary class="rule-chip">4.4.6[1]</summary>' in now
    assert 'href="/rules/epic-complete/4.4.6/"' in now


def test_dispute_text_view_contains_what_if(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    dispute = published(actor, event, record=LEGAL, title="A block")
    other = LEGAL.replace("4. Ben: block with Palace Guard", "4. Ben: no block\n5. Anna: attack with Kong")
    stored = save_what_if(actor, dispute, name="Nobody blocks", step=3, text=other)
    address, desk = reverse("disputes:record_text", args=[dispute.slug]), signed_in(actor)
    listed = f"\n\nWhat if: Nobody blocks ({address}?branch=1)\n\n"
    assert (listed in text_of(desk, dispute), listed in text_of(client, dispute)) == (True, False)

    several: list[dict[str, str]] = [
        {"branch": "1"},
        {"branch": "1", "step": "3"},
        {"reading": "I-40:2"},
        {"as": "1", "branch": "1"},
    ]
    for asked in several:
        drawn, output = desk.get(dispute.get_absolute_url(), asked), desk.get(address, asked).content.decode()
        what_if, current, last = (drawn.context[name] for name in ("imagined", "current", "steps"))
        verdict = f"{what_if['label']}: {what_if['sentence']}" + (f" ({what_if['rule']})" if what_if["rule"] else "")
        same = "The verdict is the same." if what_if["same"] else "The verdict changes."
        assert output.split("\n\n")[3].splitlines() == [*what_if["words"], verdict, same]
        board = f"\n\nBoard after step {current} of {len(last)}\n{drawn.context['board']['outline']}\n"
        assert output.count("\nBoard after step ") == output.count(board) == 1
        story = [line for line in output.splitlines() if re.match(r"  [\dx]+\. ", line)]
        steps = [f"  {step['number']}. {step['actor']}: {step['text']}" for step in drawn.context["steps"]]
        stopped = drawn.context["stopped"]
        if stopped:
            steps.append(f"  x. {stopped['actor']}: {stopped['text']} (Not legal. The replay stops before this play.)")
        assert story == ["  0. The start", *steps]
        page = drawn.content.decode()
        parameters = [(name, asked[name]) for name in ("branch", "reading", "as") if name in asked]
        query = urlencode([("step", current), *parameters])
        assert f'href="{address}?{escape(query)}"' in page

    assert client.get(address, {"branch": "1"}).status_code == 404
    publish_what_if(actor, dispute, stored.number)
    for_all = client.get(address, {"branch": "1"}).content.decode()
    assert "\n\nWhat if: Nobody blocks\nIllegal: " in for_all
    assert "Lash" not in for_all


def test_dispute_page_rule_without_number_is_named_once() -> None:
    event = make_event()
    actor = judge(event)
    plays = "Anna: pass\nBen: play Ancient Chant\nBen: pass\nAnna: end turn\n"
    dispute = replayed(actor, event, f"{HEAD}Ben hand: Ancient Chant\n\nPlays\n{plays}")
    page = signed_in(actor).get(dispute.get_absolute_url()).content.decode()
    named = page.partition('verdict-rule">')[2].partition("</p>")[0]
    assert re.sub(r"<[^>]*>|\s+", " ", named).split() == ["Main", "Phase"]


def chips(page: str) -> tuple[list[str], list[str], list[str]]:
    """Return the rules of the current step: before, on and behind the fold."""
    now = page[page.index('class="now"') : page.index('class="board"')]
    shown, _fold, folded = now.partition('<details class="now-more">')
    message = re.findall(r"<summary>\s*(\d+ more rules?)\s*</summary>", folded)
    before, behind = (re.findall(r'class="rule-chip"[^>]*>([^<]+)<', part) for part in (shown, folded))
    return before, behind, message


@pytest.mark.parametrize("game", ["epic", "champions"])
def test_dispute_page_first_four_rules_of_step_are_before_board(game: str) -> None:
    event = make_event(game=game, format="constructed", rules_version=GAMES[game].usual_version)
    actor = judge(event)
    dispute = replayed(actor, event, LEGAL if game == "epic" else sample_record(game))
    desk, numbers = signed_in(actor), []
    for step in range(len((dispute.result or {})["timeline"]) + 1):
        page = desk.get(dispute.get_absolute_url(), {"step": step})
        labels = [rule.label for rule in page.context["now"]["cited"]]
        behind = len(labels) - 4
        fold = [f"{behind} more rule{'s' * (behind > 1)}"] if behind > 0 else []
        numbers.append(len(labels))
        assert (chips(page.content.decode()) if labels else ([], [], [])) == (labels[:4], labels[4:], fold)
    assert numbers == {"epic": [0, 3, 1, 2, 5], "champions": [0, 16]}[game]


@pytest.mark.parametrize(
    ("game", "record", "message", "code"),
    [
        ("epic", AFTER_BLOCKS, "Complete Rules, March 2016 gives another verdict", "CR-2016-03"),
        ("champions", sample_record("champions"), "", "CR-2018-11-own"),
    ],
)
def test_other_version_is_named_if_its_verdict_differs(game: str, record: str, message: str, code: str) -> None:
    event = make_event(game=game, format="constructed", rules_version=GAMES[game].usual_version)
    actor = judge(event)
    dispute = published(actor, event, record=record)
    for reader in (signed_in(actor), Client()):
        page = reader.get(dispute.get_absolute_url()).content.decode()
        text = text_of(reader, dispute)
        assert [(message in each, "rules the same" in each, code in each) for each in (page, text)] == [
            (True, False, False)
        ] * 2
        assert [" gives another verdict" in each for each in (page, text)] == [bool(message)] * 2
    answer = Client().get(f"/api/v1/disputes/{dispute.slug}/", {"versions": "true"}).json()
    assert [other["version"] for other in answer["replay"]["other_versions"]] == [code]
