"""Rendering of Django forms with the templates of this site."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """Renderer of ``{{ form }}`` and ``{{ field.as_field_group }}`` for this site.

    A form class with ``omit_optional_marks = True`` does not mark its optional fields.
    """

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"
