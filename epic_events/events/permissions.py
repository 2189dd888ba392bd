"""Permissions at an event, for views, API, services and templates."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import BigIntegerField, QuerySet
from django.utils.translation import gettext as _

from epic_events.accounts.access.second_factor import SecondFactorError, has_second_factor
from epic_events.accounts.models import User
from epic_events.accounts.permissions import may_create_events
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.infra.errors import NotAllowedError
from epic_events.infra.names import isolated
from epic_events.reference.permissions import Team

Role = StaffRole.Role
MAX_JUDGED_EVENTS = 6


@dataclass(frozen=True)
class Rights:
    """Rights of a user at an event.

    Attributes:
        roles: the roles that the user may use; site administrators count as organisers.
        waiting: the roles that take effect only when the account has a second factor, which the event requires.
        by_site: the subset of `roles` that the user has only as a site administrator.
    """

    roles: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    by_site: frozenset[str] = frozenset()

    @property
    def staff(self) -> bool:
        """True if the user has any role."""
        return bool(self.roles)

    @property
    def organise(self) -> bool:
        """True if the user may change the event, its staff and its entries."""
        return Role.ORGANISER in self.roles

    @property
    def judge(self) -> bool:
        """True if the user may make rulings: organisers, head judges and judges."""
        return bool(self.roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE})

    @property
    def head_judge(self) -> bool:
        """True if the user has the final say on rulings.

        These are head judges and organisers of the event, but not site administrators without such a role.
        """
        return bool((self.roles - self.by_site) & {Role.ORGANISER, Role.HEAD_JUDGE})

    @property
    def score(self) -> bool:
        """True if the user may pair rounds and enter results.

        These are organisers, head judges and scorekeepers.
        """
        return bool(self.roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.SCOREKEEPER})

    @property
    def enter_results(self) -> bool:
        """True if the user may record the result of a table: all roles."""
        return self.staff


NO_RIGHTS = Rights()


def rights(user: object, event: Event) -> Rights:
    """Return the rights of a user at an event; at most two queries."""
    if not isinstance(user, User) or not user.is_active:
        return NO_RIGHTS
    return rights_from_roles(user, event, [role for (role,) in _HELD.rows(event=event.pk, user=user.pk)])


def _roles_query() -> QuerySet[StaffRole, tuple[str]]:
    key = {name: Parameter(name, BigIntegerField()) for name in ("event", "user")}
    return StaffRole.objects.filter(event_id=key["event"], user_id=key["user"]).order_by().values_list("role")


_HELD: Final = CompiledQuery(_roles_query)


def has_any_staff_role(user: User) -> bool:
    """Return True if a user has a role at any event, even an inactive one; one query."""
    return bool(_ANY.rows(user=user.pk))


def _any_role_query() -> QuerySet[StaffRole, tuple[int]]:
    return StaffRole.objects.filter(user_id=Parameter("user", BigIntegerField())).order_by().values_list("pk")[:1]


_ANY: Final = CompiledQuery(_any_role_query)


def rights_from_roles(user: object, event: Event, event_rights: Iterable[str]) -> Rights:
    """Return the rights of a user with the given roles at an event.

    Needs one query if the event requires a second factor, otherwise none.
    """
    if not isinstance(user, User) or not user.is_active:
        return NO_RIGHTS
    staffed = frozenset(event_rights)
    by_site = frozenset({Role.ORGANISER.value} if user.is_superuser else ()) - staffed
    roles = staffed | by_site
    if roles and event.second_factor_required and not has_second_factor(user):
        return Rights(waiting=roles)
    return Rights(roles, by_site=by_site)


def build_permission_error(user: object, event: Event, words: str) -> NotAllowedError:
    """Return a permission error, or a second-factor error if a role waits for one."""
    if rights(user, event).waiting:
        return SecondFactorError(
            _("“%(event)s” requires a second factor from its staff. Set one up to use your role.")
            % {"event": isolated(event.name)}
        )
    return NotAllowedError(words)


def can_create_event(user: object) -> bool:
    """Return True if the user may create events under the site's settings."""
    return may_create_events(user)


def require_event_creation(user: User) -> None:
    """Raise unless the user may create events.

    Raises:
        NotAllowedError: the user may not create events.
    """
    if not can_create_event(user):
        raise NotAllowedError(_("You may not create events on this site. Ask a site administrator for the role."))


def stage_plan_advice(user: User | None, event: Event, advice: str) -> str:
    """Return `advice` if the user may change the stage plan, else "ask an organiser".

    `None` means the command line, which may change it.
    """
    if user is None or can_organise(user, event):
        return advice
    return _("ask an organiser to change the stage plan")


def is_staff_of(user: object, event: Event) -> bool:
    """Return True if the user has any role at the event."""
    return rights(user, event).staff


def can_organise(user: object, event: Event) -> bool:
    """Return True if the user may change the event, its staff and its entries."""
    return rights(user, event).organise


def can_judge(user: object, event: Event) -> bool:
    """Return True if the user may make rulings at the event."""
    return rights(user, event).judge


def list_judged_events(user: object, game: str = "") -> list[Event]:
    """Return events that are not over where the user may judge, earliest first.

    Args:
        user: the user of the request.
        game: slug of a game; empty for all games.
    """
    if not isinstance(user, User) or not user.is_active:
        return []
    staff_role = StaffRole.objects.in_force(user).filter(role__in=(Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE))
    events = Event.objects.upcoming().filter(pk__in=staff_role.values("event_id"))
    return list((events.filter(game=game) if game else events)[:MAX_JUDGED_EVENTS])


def can_score(user: object, event: Event) -> bool:
    """Return True if the user may pair rounds and manage entries."""
    return rights(user, event).score


def owns_registration(user: object, registration: Registration) -> bool:
    """Return True if the entry belongs to the user."""
    return isinstance(user, User) and registration.player.user_id == user.pk


def require_organiser(user: User | None, event: Event) -> None:
    """Raise unless the user is an organiser of the event.

    `None` means the command line, which has all permissions.

    Raises:
        NotAllowedError: the user is not an organiser of the event.
    """
    if user is not None and not can_organise(user, event):
        raise build_permission_error(user, event, _("Only an organiser of this event may do this."))


def require_scorekeeper(user: User | None, event: Event) -> None:
    """Raise unless the user may manage entries and rounds.

    `None` means the command line, which may.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
    """
    if user is not None and not can_score(user, event):
        raise build_permission_error(
            user, event, _("Only organisers, head judges and scorekeepers of this event may do this.")
        )


def require_head_judge(user: User | None, event: Event) -> None:
    """Raise unless the user has the final say on rulings.

    `None` means the command line, which has.

    Raises:
        NotAllowedError: the user is not a head judge or organiser of the event.
    """
    if user is not None and not rights(user, event).head_judge:
        raise build_permission_error(user, event, _("Only a head judge of this event may do this."))


def require_judge(user: User | None, event: Event) -> None:
    """Raise unless the user may make rulings.

    `None` means the command line, which may.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or judge.
    """
    if user is not None and not can_judge(user, event):
        raise build_permission_error(user, event, _("Only a judge of this event may do this."))


def require_staff(user: User | None, event: Event) -> None:
    """Raise unless the user is on the staff of the event.

    `None` means the command line, which has all permissions.

    Raises:
        NotAllowedError: the user has no role at the event.
    """
    if user is not None and not is_staff_of(user, event):
        raise staff_only_error(user, event)


def staff_only_error(user: object, event: Event) -> NotAllowedError:
    """Return the permission error for users outside the event's staff."""
    return build_permission_error(user, event, _("Only staff of this event can do this."))


def load_team(user: User) -> Team:
    """Return whether a user organises events, and the organisers of their events."""
    mine = StaffRole.objects.filter(user=user)
    organisers = StaffRole.objects.filter(role=Role.ORGANISER, event__in=mine.values("event_id"))
    keys = frozenset(organisers.values_list("user_id", flat=True))
    return Team(organises=user.pk in keys, organisers=keys)
