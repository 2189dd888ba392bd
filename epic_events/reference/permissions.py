"""Who may bring in an official text, who may read it, who may publish it.

Events lie above this app: what somebody organises, and whose staff somebody is, they tell through :data:`teams`.
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
    """What one person has to do with organisers.

    Attributes:
        organises: whether the person organises an event.
        organisers: the keys of the organisers of every event at which the person holds a role.
    """

    organises: bool = False
    organisers: frozenset[int] = frozenset()


class Teams:
    """The provider that knows who organises what; registered by the app that keeps events."""

    def __init__(self) -> None:
        self._provider: Callable[[User], Team] | None = None

    def register(self, provider: Callable[[User], Team]) -> None:
        """Set the provider."""
        self._provider = provider

    def of(self, user: object) -> Team:
        """Return what a visitor has to do with organisers: nothing, for who is not signed in."""
        if self._provider is None or not isinstance(user, User) or not user.is_active:
            return Team()
        return self._provider(user)


teams = Teams()


def can_upload(user: object) -> bool:
    """Whether a visitor may bring in an official text.

    Organisers may, for themselves and the staff of their own events; site judges may.
    """
    return isinstance(user, User) and user.is_active and (is_site_judge(user) or teams.of(user).organises)


def require_upload(user: object) -> None:
    """Stop everybody else.

    Raises:
        NotAllowedError: says who may.
    """
    if not can_upload(user):
        raise NotAllowedError(_("Only organisers and site judges may upload the official text of a rules document."))


def require_can_view_unanswered(user: object) -> None:
    """Stop whoever may not read which questions the search had no answer to.

    Raises:
        NotAllowedError: says who may.
    """
    if not is_site_judge(user):
        raise NotAllowedError(_("Only site judges and site administrators may view this page."))


def readable_owners(user: object) -> Collection[int]:
    """Return the keys of the people whose texts a visitor may read though they are not for everybody."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    return {user.pk, *teams.of(user).organisers}


def can_manage(user: object, version: DocumentVersion) -> bool:
    """Whether a visitor may publish and withdraw a version: who uploaded the document, and who looks after the site."""
    return isinstance(user, User) and user.is_active and (user.is_superuser or user.pk == version.document.owner_id)


def get_version_or_404(user: object, key: int) -> DocumentVersion:
    """Return a version that a visitor may read.

    Raises:
        MissingError: when there is none, or the visitor may not know of it.
    """
    found = DocumentVersion.objects.readable_by(user, readable_owners(user)).with_steps().filter(pk=key).first()
    if found is None:
        raise MissingError(_("This upload does not exist, or you may not view it."))
    return found


def require_manage(user: object, version: DocumentVersion) -> None:
    """Stop everybody but the uploader.

    Raises:
        NotAllowedError: says who may.
    """
    if not can_manage(user, version):
        raise NotAllowedError(_("Only the person who uploaded this document may publish or unpublish it."))


def require_publish(user: User, version: DocumentVersion, *, for_everybody: bool) -> None:
    """Stop everybody but the uploader; and where everybody shall read it, who may not publish for the whole site.

    Raises:
        NotAllowedError: says who may.
    """
    require_manage(user, version)
    if for_everybody:
        require_site_judge(user)
