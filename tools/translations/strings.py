"""Collect the strings that code and templates mark for translation."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.template.base import Node
from django.template.loader import get_template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.text import smart_split
from django.utils.translation import trim_whitespace

TEMPLATES = settings.BASE_DIR / "templates"
CODE = settings.BASE_DIR / "epic_events"
IN_CODE = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), ("text",)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), ("text", "plural")),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ("context", "text")),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ("context", "text", "plural")),
}


@dataclass(frozen=True, order=True)
class TranslatableString:
    """A string that is marked for translation."""

    text: str
    plural: str = ""
    context: str = ""


def strings_in_code(path: Path) -> Iterator[TranslatableString]:
    """Yield every string that a module marks for translation."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        parts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if name in IN_CODE and len(parts) >= len(IN_CODE[name]):
            yield TranslatableString(**dict(zip(IN_CODE[name], parts, strict=False)))


def strings_in_template(name: str) -> Iterator[TranslatableString]:
    """Yield every string that a template marks for translation."""
    template = get_template(name)
    source = (TEMPLATES / name).read_text(encoding="utf-8")
    for node in _all_nodes(template.template.nodelist):  # type: ignore[attr-defined]  # of Django's own engine
        if isinstance(node, TranslateNode):
            yield TranslatableString(node.filter_expression.var.literal, context=_context(node.message_context))
        elif isinstance(node, BlockTranslateNode):
            texts = [node.render_token_list(part)[0] for part in (node.singular, node.plural or [])]
            texts = [trim_whitespace(text) for text in texts] if node.trimmed else texts
            yield TranslatableString(texts[0], texts[1], _context(node.message_context))
    for tag in re.findall(r"{%.*?%}|{{.*?}}", source, re.DOTALL):
        for piece in smart_split(tag):
            yield from (TranslatableString(found) for found in re.findall(r"""\b_\(["'](.+?)["']\)""", piece))


def _all_nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    # Like `get_nodes_by_type`, which leaves out the content of simple block tags.
    for node in nodes:
        yield node
        for name in {*node.child_nodelists, "nodelist"}:
            yield from _all_nodes(getattr(node, name, None) or ())


def _context(expression: object) -> str:
    var = getattr(expression, "var", None)
    return str(var if isinstance(var, str) else getattr(var, "literal", None) or "")


def strings_in_policy(path: Path) -> Iterator[TranslatableString]:
    """Yield the texts of a tournament policy.

    Names and remedies of levels and infractions.
    """
    policy = tomllib.loads(path.read_text(encoding="utf-8"))
    for part in (policy, *policy["levels"], *policy["infractions"]):
        yield from (TranslatableString(part[name]) for name in ("name", "remedy", "late_remedy") if part.get(name))


def translatable_strings() -> set[TranslatableString]:
    """Return every translatable string of the site and of policies.

    The site marks its strings for translation.
    """
    found = {string for path in CODE.glob("judging/policies/*.toml") for string in strings_in_policy(path)}
    found |= {string for path in CODE.rglob("*.py") for string in strings_in_code(path)}
    names = [str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.*") if path.suffix in {".html", ".txt"}]
    return found | {string for name in names for string in strings_in_template(name)}
