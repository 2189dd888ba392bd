"""The official wording that stands beside our rules, where somebody has published it for a reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from epic_events.reference.models import DocumentStep, DocumentUnit, DocumentVersion
from epic_events.reference.permissions import readable_owners
from rules.rulebooks import Rule, Rulebook


@dataclass(frozen=True)
class Wording:
    """The official wording of some rules of one document.

    Attributes:
        step: by which it was published: the version, from when on it holds, and who may read it.
        units: the official units by citation.
    """

    step: DocumentStep
    units: Mapping[str, DocumentUnit]


def official_wording(viewer: object, book: Rulebook, rules: Sequence[Rule]) -> Wording | None:
    """Return the official wording of rules for a viewer; None where nobody has published any that the viewer may read.

    Of several versions the one that came into force last counts.
    """
    readable = DocumentVersion.objects.readable_by(viewer, readable_owners(viewer))
    step = (
        DocumentStep.objects.published()
        .filter(
            version__in=readable.values("pk"),
            version__document__rulebook=book.slug,
            effective_on__lte=timezone.localdate(),
        )
        .select_related("version__document__owner")
        .defer("version__source", "version__findings")
        .order_by("-effective_on", "-version")
        .first()
    )
    if step is None:
        return None
    units = step.version.units.filter(citation__in=[rule.id for rule in rules])
    return Wording(step, {unit.citation: unit for unit in units})
