"""Who may do what at an event: named predicates for views, API and templates alike."""

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
from epic_events.infra.display_names import isolated
from epic_events.infra.errors import NotAllowedError
from epic_events.reference.permissions import Team

Role = StaffRole.Role
MOST_JUDGED = 6


@dataclass(frozen=True)
class Rights:
    """What one person may do at one event, from one look at the database.

    Attributes:
        roles: the roles held; somebody who looks after the site itself holds the organiser's.
        waiting: the roles that are held and good for nothing yet: the event demands a second factor of its staff, and
            the person's account has none.
        by_site: those of the roles that the person holds as site administrator only, not on the event's staff.
    """

    roles: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    by_site: frozenset[str] = frozenset()

    @property
    def staff(self) -> bool:
        """Whether the person belongs to the event's staff in any role."""
        return bool(self.roles)

    @property
    def organise(self) -> bool:
        """Whether the person may change the event, its staff and its entries."""
        return Role.ORGANISER in self.roles

    @property
    def judge(self) -> bool:
        """Whether the person may rule: organisers, head judges and judges."""
        return bool(self.roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE})

    @property
    def head_judge(self) -> bool:
        """Whether the person has the last word on rulings: head judges and organisers on the event's staff.

        A site administrator without such a role is not the head judge.
        """
        return bool((self.roles - self.by_site) & {Role.ORGANISER, Role.HEAD_JUDGE})

    @property
    def score(self) -> bool:
        """Whether the person may pair rounds and enter results: organisers, head judges and scorekeepers."""
        return bool(self.roles & {Role.ORGANISER, Role.HEAD_JUDGE, Role.SCOREKEEPER})

    @property
    def enter_results(self) -> bool:
        """Whether the person may write down a result at a table: every role."""
        return self.staff


NO_RIGHTS = Rights()


def rights(user: object, event: Event) -> Rights:
    """Return what a visitor may do at an event; one query for a signed-in person, one more if a factor is needed."""
    if not isinstance(user, User) or not user.is_active:
        return NO_RIGHTS
    return rights_from_roles(user, event, [role for (role,) in _HELD.rows(event=event.pk, user=user.pk)])


def _held() -> QuerySet[StaffRole, tuple[str]]:
    key = {name: Parameter(name, BigIntegerField()) for name in ("event", "user")}
    return StaffRole.objects.filter(event_id=key["event"], user_id=key["user"]).order_by().values_list("role")


_HELD: Final = CompiledQuery(_held)


def has_any_staff_role(user: User) -> bool:
    """Whether somebody has a role at any event, be it in force or not; one query."""
    return bool(_ANY.rows(user=user.pk))


def _any() -> QuerySet[StaffRole, tuple[int]]:
    return StaffRole.objects.filter(user_id=Parameter("user", BigIntegerField())).order_by().values_list("pk")[:1]


_ANY: Final = CompiledQuery(_any)


def rights_from_roles(user: object, event: Event, held: Iterable[str]) -> Rights:
    """Return what a visitor may do at an event by the roles that are stored for this person there.

    One query where a second factor is needed, otherwise none.
    """
    if not isinstance(user, User) or not user.is_active:
        return NO_RIGHTS
    staffed = frozenset(held)
    by_site = frozenset({Role.ORGANISER.value} if user.is_superuser else ()) - staffed
    roles = staffed | by_site
    if roles and event.second_factor_required and not has_second_factor(user):
        return Rights(waiting=roles)
    return Rights(roles, by_site=by_site)


def build_permission_error(user: object, event: Event, words: str) -> NotAllowedError:
    """Return with what somebody is refused at an event: these words, or what to set up where a role waits for it."""
    if rights(user, event).waiting:
        return SecondFactorError(
            _("“%(event)s” requires a second factor from its staff. Set one up to use your role.")
            % {"event": isolated(event.name)}
        )
    return NotAllowedError(words)


def can_create_event(user: object) -> bool:
    """Whether this visitor may create events: who has an account, or was chosen for it, as the site's settings say."""
    return may_create_events(user)


def require_event_creation(user: User) -> None:
    """Stop whoever may not create events.

    Raises:
        NotAllowedError: says whom to ask.
    """
    if not can_create_event(user):
        raise NotAllowedError(_("You may not create events on this site. Ask a site administrator for the role."))


def stage_plan_advice(user: User | None, event: Event, advice: str) -> str:
    """Return the advice to change the plan of stages for whoever may, and for others whom to ask.

    None is the site's own command line, which may.
    """
    if user is None or can_organise(user, event):
        return advice
    return _("ask an organiser to change the stage plan")


def is_staff_of(user: object, event: Event) -> bool:
    """Whether this visitor holds any role at the event."""
    return rights(user, event).staff


def can_organise(user: object, event: Event) -> bool:
    """Whether this visitor may change the event, its staff and its entries."""
    return rights(user, event).organise


def can_judge(user: object, event: Event) -> bool:
    """Whether this visitor may rule at the event."""
    return rights(user, event).judge


def list_judged_events(user: object, game: str = "") -> list[Event]:
    """Return the events of a game (its slug; of every game without) at which this visitor may rule, the next one first.

    Those that are over are left out.
    """
    if not isinstance(user, User) or not user.is_active:
        return []
    held = StaffRole.objects.in_force(user).filter(role__in=(Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE))
    events = Event.objects.upcoming().filter(pk__in=held.values("event_id"))
    return list((events.filter(game=game) if game else events)[:MOST_JUDGED])


def can_score(user: object, event: Event) -> bool:
    """Whether this visitor may pair rounds and manage the entries."""
    return rights(user, event).score


def owns_registration(user: object, registration: Registration) -> bool:
    """Whether the entry is this visitor's own."""
    return isinstance(user, User) and registration.player.user_id == user.pk


def require_organiser(user: User | None, event: Event) -> None:
    """Stop whoever may not change the event. None is the site's own command line, which may.

    Raises:
        NotAllowedError: for everybody but its organisers.
    """
    if user is not None and not can_organise(user, event):
        raise build_permission_error(user, event, _("Only an organiser of this event may do this."))


def require_scorekeeper(user: User | None, event: Event) -> None:
    """Stop whoever may not manage entries and rounds. None is the site's own command line, which may.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
    """
    if user is not None and not can_score(user, event):
        raise build_permission_error(
            user, event, _("Only organisers, head judges and scorekeepers of this event may do this.")
        )


def require_head_judge(user: User | None, event: Event) -> None:
    """Stop whoever does not have the last word on rulings. None is the site's own command line, which has.

    Raises:
        NotAllowedError: for everybody but organisers and head judges.
    """
    if user is not None and not rights(user, event).head_judge:
        raise build_permission_error(user, event, _("Only a head judge of this event may do this."))


def require_judge(user: User | None, event: Event) -> None:
    """Stop whoever may not rule. None is the site's own command line, which may.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and judges.
    """
    if user is not None and not can_judge(user, event):
        raise build_permission_error(user, event, _("Only a judge of this event may do this."))


def require_staff(user: User | None, event: Event) -> None:
    """Stop whoever is not staff. None is the site's own command line, which may.

    Raises:
        NotAllowedError: for everybody without a role at the event.
    """
    if user is not None and not is_staff_of(user, event):
        raise staff_only_error(user, event)


def staff_only_error(user: object, event: Event) -> NotAllowedError:
    """Return with what somebody is refused what the staff of an event may do, whatever their role."""
    return build_permission_error(user, event, _("Only staff of this event can do this."))


def load_team(user: User) -> Team:
    """Return what somebody has to do with organisers: by the events organised, and those worked at in any role."""
    mine = StaffRole.objects.filter(user=user)
    organisers = StaffRole.objects.filter(role=Role.ORGANISER, event__in=mine.values("event_id"))
    keys = frozenset(organisers.values_list("user_id", flat=True))
    return Team(organises=user.pk in keys, organisers=keys)
