"""Markdown of organisers: rendering and safety."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from epic_events.events.models import Event
from epic_events.infra.markdown import MAX_TEXT_LENGTH, as_html, as_plain
from tests.epic_events.factories import make_event

TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
REL = 'rel="nofollow ugc noopener"'
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java\tscript:alert(1))",
    "[a](&#106;avascript:alert(1))",
    "[a](vbscript:x)",
    "[a](data:text/html;base64,PHNjcmlwdD4=)",
    "![a](data:image/png;base64,iVBORw0KGgo=)",
    "![a](javascript:alert(1))",
    "<javascript:alert(1)>",
    "[a]: javascript:alert(1)\n\n[a]",
    '[a](https://example.org "x\\" onmouseover=\\"alert(1)")',
    '![x" onerror="alert(1)](https://example.org/x.png)',
    "<a href='javascript:alert(1)'>a</a>",
    "<style>body{display:none}</style>",
    "<iframe src='https://evil.example'></iframe>",
    "`<script>alert(1)</script>`",
    "```html\n<script>alert(1)</script>\n```",
    '```"><script>alert(1)</script>\nx\n```',
    "<svg/onload=alert(1)>",
    "a | b\n:--|--:\n<b onclick=x>1</b> | [x](javascript:1)",
    "\0[a](\0javascript:alert(1))",
    "<form action='/accounts/logout/' method=post><button>x</button></form>",
    "<div id='main' class='skip'>",
    "[a](//evil.example)",
)


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def require_harmless(made: str) -> None:
    reader = Elements()
    reader.feed(made)
    for tag, attributes in reader.found:
        assert tag in TAGS
        assert set(attributes) <= ({"href", "title", "rel"} if tag == "a" else {"start"} if tag == "ol" else set())
        address = attributes.get("href") or ""
        assert not re.match(r"\s*(?!https?:|mailto:)[a-z][a-z0-9+.-]*:", address, re.IGNORECASE), address
        assert tag != "a" or attributes["rel"] == "nofollow ugc noopener"


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_hostile_text_is_harmless(text: str):
    require_harmless(as_html(text))
    require_harmless(as_html(f"> 1. {text}\n>    - {text}"))


@given(st.text(alphabet="[](){}<>!*_`~#-+.:/|\\\"'&;=abhjst \n\t\0", max_size=200))
def test_markdown_any_text_is_harmless(text: str):
    require_harmless(as_html(text))
    assert "<" not in re.sub(r"<(?![a-z/!])", "", as_plain(text)) or "<" in text or "&" in text


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("One\ntwo\n\nthree", "<p>One<br>\ntwo</p>\n<p>three</p>\n"),
        ("# a\n###### b", "<h3>a</h3>\n<h6>b</h6>\n"),
        ("**a** *b* ~~c~~ `d`", "<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("3. a", '<ol start="3">\n<li>a</li>\n</ol>\n'),
        ("[map](/events/)", f'<p><a href="/events/" {REL}>map</a></p>\n'),
        ("see https://example.org/x", f'<p>see <a href="https://example.org/x" {REL}>https://example.org/x</a></p>\n'),
        ("![plan](https://example.org/p.png)", f'<p><a href="https://example.org/p.png" {REL}>plan</a></p>\n'),
        ("<b>x</b> & y", "<p>&lt;b&gt;x&lt;/b&gt; &amp; y</p>\n"),
        ("", ""),
    ],
)
def test_markdown_renders_to_html(text: str, made: str):
    assert as_html(text) == made


def test_markdown_renders_to_plain_text():
    text = "# Doors\n\nAt **10** & <i>sharp</i>\nsecond\n\n- one\n- [two](https://example.org)\n\na | b\n--|--\n1 | 2\n"
    assert as_plain(text) == "Doors\nAt 10 & <i>sharp</i>\nsecond\none\ntwo\na · b\n1 · 2"


PIECES = ("[", "**a _b", "> ", "a|", "![", "*a ", "`" * 3, "- ", "<", "[a](", "&", "](x)", "~~", "\\", "https://a")


@pytest.mark.parametrize(
    "piece", [*PIECES[:4], *(pytest.param(piece, marks=pytest.mark.sweep) for piece in PIECES[4:])]
)
def test_markdown_expensive_input_is_bounded(piece: str):
    many = piece * (2 * MAX_TEXT_LENGTH // len(piece))
    require_harmless(as_html(many))
    assert len(as_html(many)) < 40 * MAX_TEXT_LENGTH
    assert as_html(many) == as_html(many[:MAX_TEXT_LENGTH])


@pytest.mark.django_db
def test_event_description_is_rendered_from_markdown(client: Client):
    text = "# Doors\n10:00, bring <b>sleeves</b>. ![map](https://example.org/m.png)"
    event = make_event(description=text)
    page = client.get(event.get_absolute_url()).content.decode()
    assert as_html(text) in page
    assert [int(level) for level in re.findall(r"<h(\d)", page)][:1] == [1]
    preview = re.search(r'<meta property="og:description"\s+content="([^"]*)"', page)
    assert preview
    assert preview[1].endswith(" · Doors 10:00, bring &lt;b&gt;sleeves&lt;/b&gt;. map")
    assert client.get(f"/api/v1/events/{event.slug}/").json()["description"] == text
    calendar = client.get(f"{event.get_absolute_url()}calendar.ics").content.decode().replace("\r\n ", "")
    assert "Doors\\n10:00\\, bring <b>sleeves</b>. map" in calendar
    assert Event.objects.get().description == text
