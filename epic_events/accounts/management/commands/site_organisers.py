"""``manage.py site_organisers``: list, assign and remove site organisers."""

from epic_events.accounts.management.commands.site_judges import RoleCommand
from epic_events.accounts.models import SiteRole


class Command(RoleCommand):
    """Lists, assigns and removes the role of users who may create events."""

    role = SiteRole.Role.ORGANISER
    help = (
        "List the site organisers, who may create events if CREATE_EVENTS is 'organisers'. Assign the role with --give,"
        " remove it with --take."
    )
