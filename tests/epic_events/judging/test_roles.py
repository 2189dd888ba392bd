"""Judging permissions: documentation and permissions of each role."""

from pathlib import Path

import pytest

from epic_events.events.models import StaffRole
from epic_events.events.permissions import rights
from epic_events.infra.errors import NotAllowedError
from epic_events.judging import permissions
from epic_events.judging.permissions import HEAD_JUDGES, ROLES_BY_PERMISSION, Permission
from tests.epic_events.factories import make_event, make_staff, make_user

DOCUMENT = Path(permissions.__file__).with_name("ROLES.md")
COLUMNS = ("head_judge", "judge", "scorekeeper", "organiser")


def test_roles_document_matches_permissions():
    expected = [
        f"| {what.value} | {' | '.join('yes' if role in ROLES_BY_PERMISSION[what] else 'no' for role in COLUMNS)} |"
        for what in Permission
    ]
    rows = [line for line in DOCUMENT.read_text().splitlines() if line.startswith("| ")]
    assert rows[2:] == expected


@pytest.mark.django_db
def test_has_permission_matches_table_for_every_role():
    event = make_event()
    people = {role: make_staff(event, role) for role in StaffRole.Role.values}
    for what in Permission:
        assert {
            role for role, user in people.items() if permissions.has_permission(user, event, what)
        } == ROLES_BY_PERMISSION[what]
        assert permissions.has_permission(make_user(is_superuser=True), event, what) == (
            ROLES_BY_PERMISSION[what] != HEAD_JUDGES
        )
        with pytest.raises(NotAllowedError):
            permissions.require_permission(make_user(), event, what)


@pytest.mark.django_db
def test_site_administrator_is_head_judge_only_by_staff_role():
    event, keeper = make_event(), make_user(is_superuser=True)
    held = rights(keeper, event)
    assert (held.organise, held.judge, held.head_judge) == (True, True, False)
    make_staff(event, StaffRole.Role.HEAD_JUDGE, keeper)
    assert rights(keeper, event).head_judge
    assert permissions.has_permission(keeper, event, Permission.DECIDE_APPEALS)
