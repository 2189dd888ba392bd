"""Template tags of forms.

Forms with fields, forms of a single button, and the summary of their errors. ``{{ form }}`` renders all fields and
``{{ field.as_field_group }}`` one of them, see ``infra.form_renderer``.
"""

from collections.abc import Iterator
from typing import Any

from django import template
from django.forms import BaseForm, BoundField
from django.forms.utils import flatatt
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_block_tag(takes_context=True)
def post_form(  # noqa: PLR0913 - one for each option of the tag
    context: Context,
    content: SafeString,
    *url: object,
    action: str = "",
    css: str = "form",
    multipart: bool = False,
    idempotent: bool = False,
    form: BaseForm | None = None,
    submit: str = "",
    kind: str = "main",
    back: str = "",
    back_label: str = "",
    **more: object,
) -> SafeString:
    """Render a POST form.

    It has hidden fields, the content of the block, the fields and the buttons.

    Args:
        context: the page context.
        content: the block. It precedes the fields, or is the whole form.
        url: name and arguments of the URL, as for ``{% url %}``; empty for the URL of the page.
        action: the URL itself, instead of ``url``.
        css: class of the form.
        multipart: True if the content has a file field. Not needed with ``form``.
        idempotent: True to add the idempotency key of the page.
        form: the form whose fields follow the content.
        submit: label of the submit button; without it the content has the buttons.
        kind: appearance of the submit button, see :func:`button_class`.
        back: URL of a link after the submit button.
        back_label: text of that link, "Back" by default.
        more: ``id``, ``hidden`` and names that begin with ``data_`` or ``hx_`` are attributes of the form, set if
            their value is true or text; all others are hidden fields.
    """
    values = {
        "action": action or (reverse(str(url[0]), args=url[1:]) if url else ""),
        "css": css,
        "multipart": multipart or (form is not None and form.is_multipart()),
        "attributes": flatatt(dict(_attributes(more))),
        "idempotent": idempotent,
        "hidden": [(name, value) for name, value in more.items() if not _is_attribute(name)],
        "content": content,
        "form": form,
        "submit": submit,
        "button_class": button_class(kind),
        "back": back,
        "back_label": back_label or (_("Back") if back else ""),
        "csrf_token": context.get("csrf_token"),
        "navigation": context.get("navigation"),
    }
    assert context.template is not None
    return context.template.engine.get_template("components/post_form.html").render(context.new(values))


@register.simple_block_tag(takes_context=True)
def action_form(
    context: Context, content: SafeString, *url: object, kind: str = "", css: str = "", **more: Any
) -> SafeString:
    """Render a POST form of a single button whose label is the content of the block.

    Args:
        context: the page context.
        content: the label.
        url: name and arguments of the URL.
        kind: appearance of the button, see :func:`button_class`.
        css: class of the form.
        more: as for :func:`post_form`.
    """
    button = format_html(
        '<button type="submit" class="{}">{}</button>',
        button_class(kind),
        mark_safe(content.strip()),  # noqa: S308 - the content of the block, escaped by the template
    )
    return post_form(context, button, *url, css=css, **more)


def button_class(kind: str) -> str:
    """Return the class of a button.

    >>> button_class("main wide")
    'button button-main button-wide'
    """
    return " ".join(("button", *(f"button-{each}" for each in kind.split())))


def _is_attribute(name: str) -> bool:
    return name in ("id", "hidden") or name.startswith(("data_", "hx_"))


def _attributes(more: dict[str, object]) -> Iterator[tuple[str, object]]:
    for name, value in more.items():
        if _is_attribute(name):
            yield name.replace("_", "-"), value if isinstance(value, str | int) else bool(value)


@register.inclusion_tag("components/error_summary.html")
def error_summary(form: BaseForm | None) -> dict[str, Any]:
    """Show all errors of a form, those of a field as links to it."""
    if not form or not form.errors:
        return {}
    fields = [(_input_id(field), field.label, error) for field in form.visible_fields() for error in field.errors]
    return {"general": _general_errors(form), "fields": fields}


def _general_errors(form: BaseForm) -> list[str]:
    """Return the errors that have no visible field."""
    return [*form.non_field_errors(), *(error for field in form.hidden_fields() for error in field.errors)]


def _input_id(field: BoundField) -> str:
    """Return the id of the first input of a field."""
    inputs = field.subwidgets
    return field.id_for_label or (inputs[0].id_for_label if inputs else None) or field.auto_id


@register.filter
def with_focus(field: BoundField) -> object:
    """Return the widget of a field, with autofocus if it is the first invalid field."""
    if not field.errors or _general_errors(field.form):
        return field
    first = next((each.name for each in field.form.visible_fields() if each.errors), "")
    return field.as_widget(attrs={"autofocus": True}) if field.name == first else field
