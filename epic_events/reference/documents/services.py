"""Services that import, publish and unpublish official texts."""

from collections.abc import Callable
from datetime import date

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import StateError, UserError
from epic_events.reference.documents import editions
from epic_events.reference.models import (
    DocumentStep,
    DocumentUnit,
    DocumentVersion,
    UploadedDocument,
)
from epic_events.reference.permissions import require_manage, require_publish, require_upload
from epic_events.reference.rules.selectors import rulebooks
from rules.games import GAMES
from rules.rulebooks.importer import (
    ImportedDocument,
    ImportingError,
    Profile,
    Unit,
    get_profile,
    import_document,
    source_hash,
)

MAX_DOCUMENTS = 40
MAX_VERSIONS = 60
MAX_TITLE_LENGTH = 120


def upload(
    actor: User, *, game: str, profile: str, title: str, content: bytes, progress: Callable[[int], None] | None = None
) -> tuple[DocumentVersion, bool]:
    """Import an official text as a preview.

    The import can take long. Pages run it in a worker, see :mod:`epic_events.reference.documents.uploads`.

    Args:
        actor: an organiser or a site judge.
        game: slug of the game.
        profile: name of the importer's profile.
        title: title of the document; ignored for documents of this site.
        content: UTF-8 text or Markdown.
        progress: called repeatedly with the number of lines imported so far.

    Returns:
        The version, and True if it is new. An identical file returns the existing version.

    Raises:
        NotAllowedError: the actor is neither an organiser nor a site judge.
        StateError: the actor has too many documents or versions.
        UserError: the file cannot be imported, has no title, or is a document of another game.
    """
    require_upload(actor)
    try:
        importer_profile = require_profile(game, profile)
        previous_upload = _uploaded_before(actor, game, importer_profile, title, source_hash(content, importer_profile))
        if previous_upload is not None:
            return previous_upload, False
        imported = import_document(content, importer_profile, progress)
    except ImportingError as error:
        raise UserError(str(error), fields={"file": str(error)}) from error
    name = " ".join((importer_profile.title if importer_profile.rulebook else title or imported.title).split())[
        :MAX_TITLE_LENGTH
    ]
    if game not in GAMES or not name:
        message = (
            _("Enter a title for the document.") if game in GAMES else _("This game is not available on this site.")
        )
        raise UserError(message, fields={"title" if game in GAMES else "game": message})
    with transaction.atomic():
        document, _made = UploadedDocument.objects.get_or_create(
            owner=actor,
            game=game,
            profile=importer_profile.name,
            title=name,
            defaults={"rulebook": importer_profile.rulebook},
        )
        document = UploadedDocument.objects.select_for_update().get(pk=document.pk)
        previous_upload = document.versions.filter(source_hash=imported.source_hash).first()
        if previous_upload is not None:
            return previous_upload, False
        _require_room(actor, document)
        return _store_version(actor, document, imported, content.decode("utf-8-sig")), True


def require_profile(game: str, profile: str) -> Profile:
    """Return the importer's profile with this name.

    Raises:
        UnknownProfileError: there is no such profile.
        UserError: the profile is for a document of another game.
    """
    importer_profile = get_profile(profile)
    if importer_profile.rulebook and game in GAMES and importer_profile.rulebook not in GAMES[game].rulebooks:
        message = _("%(title)s is not a rules document of %(game)s.") % {
            "title": importer_profile.title,
            "game": GAMES[game].name,
        }
        raise UserError(message, fields={"document": message})
    return importer_profile


def _uploaded_before(
    actor: User, game: str, importer_profile: Profile, title: str, digest: str
) -> DocumentVersion | None:
    """Return the version with the same content; None if there is none.

    Raises:
        StateError: there is none, and the actor has too many documents or versions.
    """
    profile_text = " ".join((importer_profile.title if importer_profile.rulebook else title).split())
    mine = UploadedDocument.objects.filter(owner=actor)
    document = (
        mine.filter(game=game, profile=importer_profile.name, title=profile_text).first() if profile_text else None
    )
    if document is None:
        if profile_text and mine.count() >= MAX_DOCUMENTS:
            raise StateError(_("You have already uploaded %(most)d documents, the maximum.") % {"most": MAX_DOCUMENTS})
        return None
    previous_upload = document.versions.filter(source_hash=digest).first()
    if previous_upload is None:
        _require_room(actor, document)
    return previous_upload


def _require_room(actor: User, document: UploadedDocument) -> None:
    if document.versions.count() >= MAX_VERSIONS:
        raise StateError(_("This document already has %(most)d versions, the maximum.") % {"most": MAX_VERSIONS})
    if UploadedDocument.objects.filter(owner=actor).count() > MAX_DOCUMENTS:
        raise StateError(_("You have already uploaded %(most)d documents, the maximum.") % {"most": MAX_DOCUMENTS})


def _store_version(actor: User, document: UploadedDocument, imported: ImportedDocument, source: str) -> DocumentVersion:
    """Add the next version; the document must be locked."""
    last: int | None = document.versions.aggregate(last=Max("number"))["last"]
    version = DocumentVersion.objects.create(
        document=document,
        number=(last or 0) + 1,
        source=source,
        source_hash=imported.source_hash,
        lines=imported.lines,
        rules=len(imported.rules),
        revised=imported.revised,
        findings=[
            {"kind": finding.kind.name, "line": finding.line, "unit": finding.unit, "message": finding.message}
            for finding in imported.findings
        ],
        uploaded_by=actor,
    )
    DocumentUnit.objects.bulk_create([_stored_unit(version, unit) for unit in imported.units])
    audit_log.record(actor, "document.uploaded", subject=document, version=version, number=version.number)
    return version


def _stored_unit(version: DocumentVersion, unit: Unit) -> DocumentUnit:
    return DocumentUnit(
        version=version,
        citation=unit.id,
        number=unit.number,
        printed=unit.printed,
        kind=unit.kind.value,
        heading=unit.heading,
        depth=len(unit.path),
        order=unit.order,
        above=unit.parent or "",
        passages=[{"kind": passage.kind.value, "text": passage.text} for passage in unit.passages],
        first=unit.first,
        last=unit.last,
        text_hash=unit.text_hash,
        words_hash=unit.words_hash,
    )


def publish(
    actor: User, version: DocumentVersion, *, effective_on: date, for_everybody: bool = False, permission: str = ""
) -> DocumentStep:
    """Publish a version.

    From its effective date, its text is shown next to ours. Without a permission to reproduce it, only the uploader
    and the staff of the uploader's events can read it.

    Args:
        actor: the uploader or a site administrator.
        version: the version.
        effective_on: date from which it is in force.
        for_everybody: True to make it public.
        permission: permission to reproduce the text; required for ``for_everybody``.

    Raises:
        NotAllowedError: the actor may not publish it; only site judges may make it public.
        StateError: it is already published with these values.
        UserError: the permission is missing, or the text does not match our document.
    """
    require_publish(actor, version, for_everybody=for_everybody)
    permission = " ".join(permission.split()) if for_everybody else ""
    if for_everybody and not permission:
        message = _("State what permits you to reproduce the text, for example a rule of the document.")
        raise UserError(message, fields={"permission": message})
    if for_everybody and not _matches_our_document(version):
        message = _(
            "Fewer than half of the rules in this text match the document on this site, so it cannot be made public."
        )
        raise UserError(message, fields={"for_everybody": message})
    with transaction.atomic():
        last = _last_step(version)
        values = (DocumentStep.Kind.PUBLISHED, effective_on, for_everybody, permission)
        if last is not None and (last.kind, last.effective_on, last.for_everybody, last.permission) == values:
            raise StateError(_("This version is already published with these settings."))
        step = DocumentStep.objects.create(
            version=version,
            number=last.number + 1 if last else 1,
            kind=DocumentStep.Kind.PUBLISHED,
            effective_on=effective_on,
            for_everybody=for_everybody,
            permission=permission,
            by=actor,
        )
        audit_log.record(
            actor,
            "document.published",
            subject=version.document,
            version=version,
            effective_on=effective_on,
            for_everybody=for_everybody,
        )
        editions.notify_text_changed()
        return step


def unpublish(actor: User, version: DocumentVersion, *, reason: str = "") -> DocumentStep:
    """Unpublish a version, which can be published again.

    Raises:
        NotAllowedError: the actor is neither the uploader nor a site administrator.
        StateError: the version is not published.
    """
    require_manage(actor, version)
    with transaction.atomic():
        last = _last_step(version)
        if last is None or last.kind != DocumentStep.Kind.PUBLISHED:
            raise StateError(_("This version is not published, so it cannot be unpublished."))
        step = DocumentStep.objects.create(
            version=version, number=last.number + 1, kind=DocumentStep.Kind.WITHDRAWN, reason=reason.strip(), by=actor
        )
        audit_log.record(actor, "document.withdrawn", subject=version.document, reason=reason.strip(), version=version)
        editions.notify_text_changed()
        return step


def _last_step(version: DocumentVersion) -> DocumentStep | None:
    """Lock the document of a version and return the latest step of the version."""
    UploadedDocument.objects.select_for_update().get(pk=version.document_id)
    return version.steps.order_by("-number").first()


def _matches_our_document(version: DocumentVersion) -> bool:
    """Return True if a version has at least half of the rules of our document."""
    book = rulebooks().get(version.document.rulebook)
    if book is None:
        return True
    theirs = set(version.units.values_list("citation", flat=True))
    return 2 * sum(unit.id in theirs for unit in book.units) >= len(book.units)
