"""``manage.py site_organisers``: list, assign and remove site organisers."""

from epic_events.accounts.management.commands.site_judges import RoleCommand
from epic_events.accounts.models import SiteRole


class Command(RoleCommand):
    """Lists, assigns and removes the role of users who may create events."""

    role = SiteRole.Role.ORGANISER
    help = (
        "List those who create events where CREATE_EVENTS is 'organisers'; with --give or --take change who they are."
    )
