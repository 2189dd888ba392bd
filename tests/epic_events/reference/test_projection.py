"""Database projection of the rulebooks."""

from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from epic_events.reference.models import RulebookVersion, RuleUnit
from epic_events.reference.rules import projection, selectors
from epic_events.reference.rules.projection import Projection, project_rulebooks

pytestmark = pytest.mark.django_db


@pytest.fixture
def changed_book(monkeypatch):
    """Replace the Complete Rules by a copy with one changed and one removed rule."""
    books = selectors.rulebooks()
    book = books["epic-complete"]
    rules = tuple(replace(rule, text="Otherwise.") if rule.id == "5.2.1" else rule for rule in book.rules[:-1])
    copy = replace(book, rules=rules)

    def change() -> str:
        monkeypatch.setattr(projection, "rulebooks", lambda: {**books, "epic-complete": copy})
        return book.rules[-1].id

    return change


def test_project_rulebooks_stores_every_unit():
    done = project_rulebooks()
    expected = {(book.slug, rule.id, rule.text_hash) for book in selectors.rulebooks().values() for rule in book.rules}
    assert set(RuleUnit.objects.values_list("rulebook__slug", "citation", "text_hash")) == expected
    assert done == Projection(added=len(expected))
    assert set(RulebookVersion.objects.values_list("slug", "version")) == {
        (book.slug, book.version) for book in selectors.rulebooks().values()
    }


def test_project_rulebooks_twice_changes_nothing(django_assert_num_queries):
    project_rulebooks()
    before = list(RuleUnit.objects.values_list("pk", "changed_at"))
    assert project_rulebooks() == Projection()
    assert list(RuleUnit.objects.values_list("pk", "changed_at")) == before


def test_project_rulebooks_changed_rule_keeps_row_and_removed_rule_is_marked(changed_book):
    project_rulebooks()
    key = RuleUnit.objects.get(citation="5.2.1").pk
    gone = changed_book()
    assert project_rulebooks() == Projection(changed=1, gone=1)
    unit = RuleUnit.objects.get(citation="5.2.1")
    assert (unit.pk, unit.changed_at > RuleUnit.objects.get(citation="5.2.2").changed_at) == (key, True)
    assert RuleUnit.objects.get(rulebook__slug="epic-complete", citation=gone).gone_at is not None


def test_project_rulebooks_restored_rule_is_unmarked(changed_book, monkeypatch):
    project_rulebooks()
    gone = changed_book()
    project_rulebooks()
    monkeypatch.undo()
    assert project_rulebooks() == Projection(changed=2)
    assert RuleUnit.objects.get(rulebook__slug="epic-complete", citation=gone).gone_at is None


def test_project_rulebooks_command_prints_changes():
    out = StringIO()
    call_command("project_rulebooks", stdout=out)
    units = RuleUnit.objects.count()
    assert out.getvalue() == f"{units} rules added, 0 changed, 0 gone.\n"


def test_rule_unit_citation_is_unique_in_version():
    project_rulebooks()
    version = RulebookVersion.objects.get(slug="epic-complete")
    with pytest.raises(IntegrityError), transaction.atomic():
        RuleUnit.objects.create(rulebook=version, citation="5.2.1", slug="x", heading="x", order=0, text_hash="0")
