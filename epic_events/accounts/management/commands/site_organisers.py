"""``manage.py site_organisers``: who creates events, where CREATE_EVENTS says that not everybody does."""

from epic_events.accounts.management.commands.site_judges import RoleCommand
from epic_events.accounts.models import SiteRole


class Command(RoleCommand):
    """Lists, gives and takes the role of those who create events."""

    role = SiteRole.Role.ORGANISER
    help = (
        "List those who create events where CREATE_EVENTS is 'organisers'; with --give or --take change who they are."
    )
