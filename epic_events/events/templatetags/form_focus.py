"""Focus for forms that come back with errors: the browser scrolls to the first field that is wrong, without scripts."""

from django import template
from django.forms import BoundField

register = template.Library()


@register.filter
def with_focus(field: BoundField) -> object:
    """Return the widget of a field, with the focus if it is the first of its form that has an error."""
    if not field.errors or field.form.non_field_errors():
        return field
    first = next((each.name for each in field.form.visible_fields() if each.errors), "")
    return field.as_widget(attrs={"autofocus": True}) if field.name == first else field
