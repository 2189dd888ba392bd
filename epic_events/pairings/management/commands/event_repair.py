"""``manage.py event_repair SLUG``: preview and carry out a repair of an event."""

import json
from argparse import ArgumentParser
from dataclasses import MISSING, fields
from typing import Any

from django.core.management.base import CommandError

from epic_events.events.management import load_event
from epic_events.events.models import Event
from epic_events.infra.errors import UserError
from epic_events.infra.management_commands import SiteCommand
from epic_events.pairings.models import Repair, Round
from epic_events.pairings.repairs.api import build_repair
from epic_events.pairings.repairs.services import KINDS, preview, repair
from epic_events.pairings.repairs.services.kinds import RepairKind


def _format_kind(kind: type[RepairKind]) -> str:
    """Return the parameters of a kind of repair, optional ones in brackets."""
    names = (f"[{field.name}]" if field.default is not MISSING else field.name for field in fields(kind))
    return f"{kind.name} ({', '.join(names)})"


class Command(SiteCommand):
    """List repairable items of an event, preview a repair, or carry it out."""

    help = (
        "Repair an event, like its page “Repairs”. Without a kind, list its rounds, tables and registrations with ids."
        " With a kind, preview the changes and print a fingerprint; with --do FINGERPRINT, carry them out. Kinds: "
        + "; ".join(map(_format_kind, KINDS.values()))
        + '. A score as played is written [won,lost,drawn,"played"].'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for event, repair and reason."""
        parser.add_argument("slug", help="slug of the event")
        parser.add_argument("kind", nargs="?", choices=list(KINDS), help="kind of repair")
        parser.add_argument(
            "parameters", nargs="*", metavar="name=value", help="parameters of the repair, with ids as listed"
        )
        parser.add_argument("--reason", default="", help="reason, recorded in the audit log")
        parser.add_argument(
            "--do", metavar="FINGERPRINT", help="carry out the repair with this fingerprint from the preview"
        )

    def handle(
        self, *_args: Any, slug: str, kind: str | None, parameters: list[str], reason: str, do: str | None, **_: Any
    ) -> None:
        """List, preview or carry out a repair.

        Raises:
            CommandError: the repair is not possible; nothing is changed.
        """
        event = load_event(slug)
        if kind is None:
            return self._list(event)
        try:
            requested = build_repair(kind, dict(map(_parameter, parameters)))
            if do:
                stored = repair(None, event, requested, reason=reason, fingerprint=do)
                self.stdout.write(f"Done. To undo it: event_repair {slug} undo repair={stored.pk} --reason …")
                return None
            result = preview(None, event, requested, reason=reason)
        except UserError as error:
            details = "; ".join(f"{name}: {text}" for name, text in error.fields.items() if text != str(error))
            raise CommandError(f"{error} {details}".strip()) from error
        self.stdout.write(json.dumps(result.difference.as_json(), indent=2, ensure_ascii=False))
        for warning in result.warnings:
            self.stdout.write(f"! {warning}")
        self.stdout.write(f"Nothing has been changed. To carry out the repair, add: --do {result.fingerprint}")
        return None

    def _list(self, event: Event) -> None:
        """Print rounds, tables, registrations and repairs with their ids."""
        rounds = Round.objects.filter(stage__event=event).select_related("stage").order_by("stage__order", "number")
        for round_ in rounds.prefetch_related("matches__seats__registration"):
            self.stdout.write(f"round={round_.pk}  stage {round_.stage.order}, round {round_.number}, {round_.status}")
            for match in round_.matches.all():
                players = ", ".join(
                    f"{seat.registration.name} (entry={seat.registration_id})" for seat in match.seats.all()
                )
                self.stdout.write(f"  match={match.pk}  table {match.table or '-'}: {players}")
        for entry in event.registrations.select_related("player").order_by("pk"):
            self.stdout.write(f"entry={entry.pk}  {entry.name}, {entry.status}")
        for one in Repair.objects.of_event(event):
            self.stdout.write(f"repair={one.pk}  {one.kind}, {one.reason}{', undone' * hasattr(one, 'undone_by')}")


def _parameter(text: str) -> tuple[str, Any]:
    """Parse a ``name=value`` argument; strings need no quotes.

    Raises:
        CommandError: the argument has no ``=``.
    """
    name, separator, value = text.partition("=")
    if not separator:
        raise CommandError(f"{text!r} is not a parameter. Use name=value, such as match=12.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
