"""Pages of a document's versions: list, comparison, and history of a rule."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from epic_events.reference.documents.editions import Edition, edition, editions, history
from epic_events.reference.rules import selectors
from rules.rulebooks.diff import UnitChange, compare_versions

PER_PAGE = 40


@require_safe
def versions(request: HttpRequest, rulebook: str) -> HttpResponse:
    """List the readable versions of a document and compare two of them. Permission: everyone."""
    book = selectors.rulebook(rulebook)
    known = editions(request.user, book)
    context = {"book": book, "books": selectors.rulebooks(), "editions": known}
    if request.GET.get("old") and request.GET.get("new"):
        old, new = edition(known, request.GET["old"]), edition(known, request.GET["new"])
        altered = compare_versions(old.passages, new.passages)
        changed = [one for one in altered if one.changed]
        context |= {
            "old": old,
            "new": new,
            "counts": _counts(altered),
            "page_obj": Paginator(changed, PER_PAGE).get_page(request.GET.get("page")),
        }
    return _set_private_cache(render(request, "reference/versions.html", context), known)


@require_safe
def rule_history(request: HttpRequest, rulebook: str, slug: str) -> HttpResponse:
    """Show a rule in every readable version. Permission: everyone."""
    book = selectors.rulebook(rulebook)
    unit = selectors.rule(book, slug)
    known = editions(request.user, book)
    context = {"book": book, "rule": unit, "books": selectors.rulebooks(), "stands": history(known, unit.id)}
    return _set_private_cache(render(request, "reference/history.html", context), known)


def _set_private_cache(response: HttpResponse, known: list[Edition]) -> HttpResponse:
    """Prevent shared caching of a page that shows a non-public text."""
    if not all(one.public for one in known):
        patch_cache_control(response, private=True, no_store=True)
    return response


def _counts(altered: tuple[UnitChange, ...]) -> dict[str, int]:
    both = [one for one in altered if one.before and one.after]
    return {
        "reworded": sum(one.reworded for one in both),
        "renumbered": sum(one.is_renumbered and not one.reworded and not one.has_changed_examples for one in both),
        "examples": sum(one.has_changed_examples for one in both),
        "added": sum(one.before is None for one in altered),
        "dropped": sum(one.after is None for one in altered),
        "same": sum(not one.changed for one in altered),
    }
