"""Permissions to upload, read and publish official texts.

The events app is not imported here; it registers who organises events in :data:`teams`.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.permissions import is_site_judge, require_site_judge
from epic_events.infra.errors import MissingError, NotAllowedError
from epic_events.reference.models import DocumentVersion


@dataclass(frozen=True)
class Team:
    """The events that a user works for.

    Attributes:
        organises: True if the user organises an event.
        organisers: keys of the organisers of all events at which the user has a role.
    """

    organises: bool = False
    organisers: frozenset[int] = frozenset()


class Teams:
    """Holder of the provider of teams, which the events app registers."""

    def __init__(self) -> None:
        self._provider: Callable[[User], Team] | None = None

    def register(self, provider: Callable[[User], Team]) -> None:
        """Set the provider."""
        self._provider = provider

    def of(self, user: object) -> Team:
        """Return the team of a user; an empty one for anonymous visitors."""
        if self._provider is None or not isinstance(user, User) or not user.is_active:
            return Team()
        return self._provider(user)


teams = Teams()


def can_upload(user: object) -> bool:
    """Return True if the user is an organiser or a site judge."""
    return isinstance(user, User) and user.is_active and (is_site_judge(user) or teams.of(user).organises)


def require_upload(user: object) -> None:
    """Raise NotAllowedError unless the user may upload official texts."""
    if not can_upload(user):
        raise NotAllowedError(_("Only organisers and site judges may upload the official text of a rules document."))


def require_can_view_unanswered(user: object) -> None:
    """Raise NotAllowedError unless the user may view searches without results."""
    if not is_site_judge(user):
        raise NotAllowedError(_("Only site judges and site administrators may view this page."))


def readable_owners(user: object) -> Collection[int]:
    """Return the keys of the users whose non-public texts the user may read."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    return {user.pk, *teams.of(user).organisers}


def can_manage(user: object, version: DocumentVersion) -> bool:
    """Return True if the user uploaded the document or is a site administrator."""
    return isinstance(user, User) and user.is_active and (user.is_superuser or user.pk == version.document.owner_id)


def get_version_or_404(user: object, key: int) -> DocumentVersion:
    """Return a version that the user may read.

    Raises:
        MissingError: there is no such version, or the user may not read it.
    """
    version = DocumentVersion.objects.readable_by(user, readable_owners(user)).with_steps().filter(pk=key).first()
    if version is None:
        raise MissingError(_("This upload does not exist, or you may not view it."))
    return version


def require_manage(user: object, version: DocumentVersion) -> None:
    """Raise NotAllowedError unless the user may publish and unpublish the version."""
    if not can_manage(user, version):
        raise NotAllowedError(_("Only the person who uploaded this document may publish or unpublish it."))


def require_publish(user: User, version: DocumentVersion, *, for_everybody: bool) -> None:
    """Raise NotAllowedError unless the user may publish the version.

    With ``for_everybody`` the user must also be a site judge.
    """
    require_manage(user, version)
    if for_everybody:
        require_site_judge(user)
