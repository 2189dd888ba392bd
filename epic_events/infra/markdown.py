"""Markdown of organisers, rendered as safe HTML.

The parser escapes HTML, and the result is sanitised with an allow-list. Images become links, so pages load nothing
from other sites.
"""

import html
import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

MAX_TEXT_LENGTH: Final = 20_000
"""Maximum number of characters that are rendered; the rest is omitted. Form fields have lower limits."""
TOP: Final = 3
"""Level of the highest heading, below those of the page and the section."""
_TAGS: Final = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES: Final = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES: Final = {"http", "https", "mailto"}
_REL: Final = "nofollow ugc noopener"
_BLOCK: Final = re.compile(r"</(?:p|h\d|li|tr|pre|blockquote)>|<br ?/?>|<hr ?/?>")
_CELL: Final = re.compile(r"</t[dh]>\s*<t[dh]>")


class _Renderer(RendererHTML):
    """Renderer that starts headings at level 3 and replaces images by links."""

    def heading_open(self, tokens: Sequence[Token], at: int, *_more: Any) -> str:
        return f"<{_heading(tokens[at])}>"

    def heading_close(self, tokens: Sequence[Token], at: int, *_more: Any) -> str:
        return f"</{_heading(tokens[at])}>\n"

    def image(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        address = html.escape(str(tokens[at].attrGet("src") or ""))
        words = html.escape(self.renderInlineAsText(tokens[at].children or [], options, env)) or address
        return f'<a href="{address}">{words}</a>'


def _heading(token: Token) -> str:
    return f"h{min(int(token.tag[1]) + TOP - 1, 6)}"


@cache
def _parser() -> MarkdownIt:
    options = {"html": False, "linkify": True, "breaks": True, "typographer": False}
    return MarkdownIt("commonmark", options, renderer_cls=_Renderer).enable(["table", "strikethrough", "linkify"])


def as_html(text: str) -> SafeString:
    r"""Return Markdown as safe HTML.

    >>> as_html("# Doors\n*10:00*, <b>sharp</b>")
    '<h3>Doors</h3>\n<p><em>10:00</em>, &lt;b&gt;sharp&lt;/b&gt;</p>\n'
    """
    html = _parser().render(text[:MAX_TEXT_LENGTH])
    clean = nh3.clean(html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel=_REL)
    return mark_safe(clean)  # noqa: S308 - sanitised


def as_plain(text: str) -> str:
    r"""Return the text of Markdown without markup, one line per paragraph.

    >>> as_plain("# Doors\n*10:00*, [map](https://example.org)")
    'Doors\n10:00, map'
    """
    parts = _BLOCK.sub("\n", _CELL.sub(" · ", str(as_html(text))))
    words = html.unescape(nh3.clean(parts, tags=set()))
    return "\n".join(line for line in map(str.strip, words.split("\n")) if line)
