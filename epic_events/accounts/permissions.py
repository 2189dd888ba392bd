"""Who may do what for the whole site. What somebody may do at an event ends at that event."""

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.models import SiteRole, User
from epic_events.infra.errors import NotAllowedError

SITE_JUDGES_ONLY = gettext_lazy(
    "Only site judges can publish for the whole site. Ask a site administrator for this role. At an event, its "
    "judges open and publish disputes and rulings."
)


def is_site_judge(user: object) -> bool:
    """Whether this visitor may publish what belongs to no event: site judges, and who looks after the site."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or SiteRole.objects.filter(user=user, role=SiteRole.Role.JUDGE).exists()


def require_site_judge(user: User | None) -> None:
    """Stop whoever may not publish for the whole site. None is the site itself, which may.

    Raises:
        NotAllowedError: says how one comes to be allowed.
    """
    if user is not None and not is_site_judge(user):
        raise NotAllowedError(str(SITE_JUDGES_ONLY))


def may_create_events(user: object) -> bool:
    """Whether this visitor may create events: everybody with an account, or those chosen, as CREATE_EVENTS says."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if settings.CREATE_EVENTS == "everybody" or user.is_superuser:
        return True
    return SiteRole.objects.filter(user=user, role=SiteRole.Role.ORGANISER).exists()


def is_site_admin(user: object) -> bool:
    """Whether this visitor decides who publishes for the whole site: who looks after it."""
    return isinstance(user, User) and user.is_active and user.is_superuser


def require_site_admin(user: User | None) -> None:
    """Stop whoever does not look after the site. None is its own command line, which does.

    Raises:
        NotAllowedError: for everybody else.
    """
    if user is not None and not is_site_admin(user):
        raise NotAllowedError(_("Only site administrators can do this."))
