"""What disputes hold of their verdicts, each for itself, becomes one row for each record and what judged it."""

import hashlib
import json
from typing import Any

from django.db import migrations


def _hash(*parts: str) -> str:
    total = hashlib.blake2b(digest_size=16)
    for part in parts:
        total.update(part.encode())
        total.update(b"\0")
    return total.hexdigest()


def _plain(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def move(apps: Any, _schema_editor: object) -> None:
    Dispute = apps.get_model("disputes", "Dispute")
    StoredVerdict = apps.get_model("disputes", "StoredVerdict")
    ReplayBoard = apps.get_model("disputes", "ReplayBoard")
    done = Dispute.objects.filter(status="done", record__isnull=False, result__isnull=False)
    for dispute in done.select_related("record").order_by("pk").iterator(chunk_size=20):
        boards = ReplayBoard.objects.filter(dispute=dispute).order_by("step")
        rows = [list(row) for row in boards.values_list("whole", "public", "staff")]
        judged_by = (str(dispute.engine.get(name, "")) for name in ("engine", "rules", "cards"))
        kept, new = StoredVerdict.objects.get_or_create(
            record=_hash(dispute.game, dispute.record.text),
            # "0": stored before it was noted in which shape results are.
            ground=_hash(*judged_by, "0"),
            defaults={
                "game": dispute.game,
                "verdict": dispute.verdict,
                "result": dispute.result,
                "engine": dispute.engine,
                "digest": _hash(dispute.verdict, _plain(dispute.result), _plain(rows)),
                "at": dispute.finished_at or dispute.opened_at,
            },
        )
        if new:
            boards.update(verdict=kept)
        Dispute.objects.filter(pk=dispute.pk).update(stored=kept)
    ReplayBoard.objects.filter(verdict=None).delete()
    # A verdict whose record is gone cannot be asked for again: it is replayed anew.
    Dispute.objects.filter(status="done", stored=None).update(status="queued", verdict="", attempts=0)


def back(apps: Any, _schema_editor: object) -> None:
    Dispute = apps.get_model("disputes", "Dispute")
    ReplayBoard = apps.get_model("disputes", "ReplayBoard")
    for dispute in Dispute.objects.filter(stored__isnull=False).select_related("stored").iterator(chunk_size=20):
        Dispute.objects.filter(pk=dispute.pk).update(result=dispute.stored.result, engine=dispute.stored.engine)
        if not ReplayBoard.objects.filter(dispute=dispute).exists():
            rows = ReplayBoard.objects.filter(verdict=dispute.stored).values("step", "whole", "public", "staff")
            ReplayBoard.objects.bulk_create(ReplayBoard(dispute=dispute, **row) for row in rows)
    ReplayBoard.objects.filter(dispute=None).delete()


class Migration(migrations.Migration):
    dependencies = [("disputes", "0006_stored_verdicts")]

    operations = [migrations.RunPython(move, back)]
