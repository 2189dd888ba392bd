"""Forms, buttons and errors rendered by the form tags and the form renderer."""

import re

import pytest
from django import forms
from django.conf import settings
from django.template import engines
from django.test import RequestFactory
from django.utils.safestring import mark_safe

pytestmark = pytest.mark.any_database


class Sample(forms.Form):
    name = forms.CharField(help_text="As on the card.")
    side = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)
    note = forms.CharField(required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)


class Upload(forms.Form):
    omit_optional_marks = True

    file = forms.FileField(required=False)


def render(text: str, **context: object) -> str:
    """Render a template text of a page, with runs of white space as one space and without the CSRF token."""
    request = RequestFactory().get("/")
    html = engines["django"].from_string("{% load forms %}" + text).render(context, request)
    html = re.sub(r'<input type="hidden" name="csrfmiddlewaretoken" value="\w+">', "[csrf]", html)
    return re.sub(r"\s+(?=[<>])|(?<=>)\s+", "", re.sub(r"\s+", " ", html)).strip()


def test_action_form_is_a_post_form_of_one_button():
    page = render(
        '{% action_form "events:revoke_role" slug 7 kind="danger" css="row" round=3 data_send=slug %}'
        "<b>{{ slug }}</b>{% endaction_form %}",
        slug="spring",
    )
    assert page == (
        '<form method="post" class="row" action="/events/spring/staff/7/remove/" data-send="spring">[csrf]'
        '<input type="hidden" name="round" value="3">'
        '<button type="submit" class="button button-danger"><b>spring</b></button></form>'
    )


def test_action_form_escapes_variables_of_its_label_and_fields():
    page = render("{% action_form action=url note=words %}{{ words }}{% endaction_form %}", url='/a?b="', words="<i>")
    assert page == (
        '<form method="post" action="/a?b=&quot;">[csrf]<input type="hidden" name="note" value="&lt;i&gt;">'
        '<button type="submit" class="button">&lt;i&gt;</button></form>'
    )


def test_post_form_without_url_posts_to_the_page_and_ends_in_submit_and_back():
    page = render('{% post_form submit="Save" back="/here/" %}<p>Text</p>{% endpost_form %}')
    assert page == (
        '<form method="post" class="form">[csrf]<p>Text</p><div class="actions">'
        '<button type="submit" class="button button-main">Save</button>'
        '<a class="button button-quiet" href="/here/">Back</a></div></form>'
    )


def test_post_form_of_upload_is_multipart():
    page = render('{% post_form form=form submit="Save" %}{% endpost_form %}', form=Upload())
    assert re.findall(r"<form [^>]*>", page) == ['<form method="post" class="form" enctype="multipart/form-data">']


@pytest.mark.parametrize(("value", "attribute"), [(True, " data-open"), ([], ""), (["x"], " data-open"), (False, "")])
def test_post_form_attribute_follows_truth_of_its_value(value: object, attribute: str):
    page = render('{% post_form css="" data_open=value %}{% endpost_form %}', value=value)
    assert page == f'<form method="post"{attribute}>[csrf]</form>'


def test_post_form_idempotent_adds_key_of_the_page():
    page = render("{% post_form idempotent=True %}{{ navigation.request_key }}{% endpost_form %}")
    keys = re.findall(r'name="request_key" value="(\w{32})">(\w{32})', page)
    assert [first == second for first, second in keys] == [True]


def test_field_group_connects_label_help_and_error_with_its_input():
    form = Sample({"side": "a", "version": "1"})
    assert re.sub(r"\s*\n\s*", "", str(form["name"].as_field_group())) == (
        '<div class="field "><label for="id_name">Name</label>'
        '<input type="text" name="name" autofocus required aria-invalid="true" '
        'aria-describedby="id_name_helptext id_name_error" id="id_name">'
        '<div class="help" id="id_name_helptext">As on the card.</div>'
        '<ul class="errors" id="id_name_error"><li>This field is required.</li></ul></div>'
    )


def test_optional_fields_are_marked_unless_the_form_omits_the_marks():
    marked = {name: ">optional<" in str(form) for name, form in (("Sample", Sample()), ("Upload", Upload()))}
    assert marked == {"Sample": True, "Upload": False}


def test_error_summary_links_each_error_to_the_first_input_of_its_field():
    page = render("{% error_summary form %}", form=Sample({"version": "1"}))
    assert page == (
        '<div class="message is-bad" role="alert"><p><a href="#id_name">Name</a>: This field is required.</p>'
        '<p><a href="#id_side_0">Side</a>: This field is required.</p></div>'
    )
    for target in re.findall(r'href="#(\w+)"', page):
        assert re.findall(r'<input [^>]*id="' + target + '"', str(Sample())) != []


def test_error_of_hidden_field_is_shown_and_takes_the_focus():
    page = render("{{ form }}", form=Sample({"side": "a"}))
    summary = (
        '<div class="message is-bad" role="alert"><p tabindex="-1" autofocus>This field is required.</p>'
        '<p><a href="#id_name">Name</a>: This field is required.</p></div>'
    )
    assert (page[: len(summary)], page.count("autofocus")) == (summary, 1)


def test_error_summary_of_valid_unbound_or_missing_form_is_empty():
    valid = Sample({"name": mark_safe("x"), "side": "a", "version": "1"})
    assert [render("{% error_summary form %}", form=form) for form in (valid, Sample(), None)] == ["", "", ""]


def test_templates_write_post_forms_with_the_tags():
    """Others have no token (offline and cached pages), or attributes and a query string that depend on conditions."""
    folder = settings.BASE_DIR / "templates"
    pages = {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in folder.rglob("*.html")}
    assert sorted(name for name, page in pages.items() if re.search(r'<form\b[^>]*method="post"', page)) == [
        "components/language_switch.html",
        "components/post_form.html",
        "disputes/desk/describe.html",
        "disputes/partials/exports.html",
        "pairings/swap.html",
        "web/partials/note.html",
    ]
