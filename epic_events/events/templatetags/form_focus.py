"""Sets the focus on the first invalid field of a form, without JavaScript."""

from django import template
from django.forms import BoundField

register = template.Library()


@register.filter
def with_focus(field: BoundField) -> object:
    """Return the widget of a field, with autofocus if it is the first invalid field."""
    if not field.errors or field.form.non_field_errors():
        return field
    first = next((each.name for each in field.form.visible_fields() if each.errors), "")
    return field.as_widget(attrs={"autofocus": True}) if field.name == first else field
