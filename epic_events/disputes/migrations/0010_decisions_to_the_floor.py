from collections.abc import Iterator
from typing import Any

from django.db import migrations

CHUNK = 500
LAST_WORD = ("organiser", "head_judge")


def _written(dispute: Any) -> Iterator[tuple[str, int | None, Any]]:
    """Yield every wording of a decision with who wrote it and when, the oldest first."""
    text = ""
    for version in dispute.decisions.order_by("number"):
        text = version.text
        yield text, version.by_id, version.at
    if dispute.decision and dispute.decision != text:
        yield dispute.decision, dispute.decided_by_id, dispute.decided_at or dispute.published_at or dispute.opened_at


def _status(apps: Any, dispute: Any) -> str:
    if dispute.published_at is None:
        return "draft"
    if dispute.event_id is None or dispute.decided_by_id is None:
        return "stands"
    roles = apps.get_model("events", "StaffRole").objects.filter(event=dispute.event_id, user=dispute.decided_by_id)
    return "final" if roles.filter(role__in=LAST_WORD).exists() else "stands"


def to_the_floor(apps: Any, _schema_editor: Any) -> None:
    """Make a matter of every dispute, with every wording of its decision."""
    matters, decisions = apps.get_model("floor", "Matter"), apps.get_model("floor", "Decision")
    disputes = apps.get_model("disputes", "Dispute").objects
    for dispute in disputes.filter(matter=None).select_related("match").iterator(CHUNK):
        matter = matters.objects.create(
            event_id=dispute.event_id,
            match_id=dispute.match_id,
            table=dispute.match.table if dispute.match else None,
            status=_status(apps, dispute),
            fixed=dispute.published_at is not None,
            at=dispute.opened_at,
        )
        decisions.objects.bulk_create(
            decisions(matter=matter, number=number, text=text, by_id=by, at=at)
            for number, (text, by, at) in enumerate(_written(dispute), start=1)
        )
        disputes.filter(pk=dispute.pk).update(matter=matter)


def _in_one_text(decision: Any) -> str:
    """Return a decision as the one text that it was before: what the floor keeps apart is told after it."""
    parts = [decision.text, decision.remedy, ", ".join(decision.citations)]
    return "\n\n".join(part for part in parts if part)


def back_to_disputes(apps: Any, _schema_editor: Any) -> None:
    """Give every dispute the decisions of its matter as texts of its own; appeals have no place there."""
    disputes = apps.get_model("disputes", "Dispute").objects
    versions = apps.get_model("disputes", "DecisionVersion")
    matters = apps.get_model("floor", "Matter").objects
    people = apps.get_model("accounts", "User").objects
    for dispute in disputes.exclude(matter=None).iterator(CHUNK):
        told = list(apps.get_model("floor", "Decision").objects.filter(matter=dispute.matter_id).order_by("number"))
        versions.objects.filter(dispute=dispute).delete()
        versions.objects.bulk_create(
            versions(dispute=dispute, number=one.number, text=_in_one_text(one), by_id=one.by_id, at=one.at)
            for one in told
        )
        last = {}
        if told:
            by = people.filter(pk=told[-1].by_id).first()
            last = {"decision": _in_one_text(told[-1]), "decided_by": by, "decided_at": told[-1].at}
        disputes.filter(pk=dispute.pk).update(matter=None, **last)
        matters.filter(pk=dispute.matter_id).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0009_matter"),
        ("events", "0001_initial"),
    ]

    operations = [migrations.RunPython(to_the_floor, back_to_disputes)]
