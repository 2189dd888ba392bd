"""Remove e-mail addresses from the names of users, players and entries."""

import re
import unicodedata
from typing import Any

from django.db import migrations

_ADDRESS = re.compile(
    r"[\s,;:|<(\[-]*(?:mailto:)?[\w.!#$%&*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+[\s>)\]|;,-]*", re.IGNORECASE
)
_LOCAL_PART = re.compile(r"(?:mailto:)?([\w.!#$%&*+/=?^`{|}~-]+)@")
_LONGEST = 80


def without_address(name: str) -> str:
    """Return a name without e-mail address.

    If nothing else is left, the part of the address before the @.
    """
    text = unicodedata.normalize("NFKC", name)
    rest = " ".join(_ADDRESS.sub(" ", text).split())
    local = _LOCAL_PART.search(text)
    return rest if any(map(str.isalnum, rest)) or local is None else local[1]


def clean_names(apps: Any, editor: Any) -> None:
    """Clean the names; an entry whose new name is taken in its event gets a number."""
    alias = editor.connection.alias
    for app, model in (("accounts", "User"), ("accounts", "Player")):
        objects = apps.get_model(app, model)._default_manager.using(alias)
        for row in objects.filter(name__contains="@").iterator():
            if (name := without_address(row.name)) != row.name:
                objects.filter(pk=row.pk).update(name=name)
    entries = apps.get_model("events", "Registration")._default_manager.using(alias)
    for row in entries.filter(name__contains="@").order_by("pk"):
        name = without_address(row.name)
        if name == row.name:
            continue
        others = entries.filter(event_id=row.event_id).exclude(pk=row.pk).values_list("name", flat=True)
        taken = {other.lower() for other in others}
        numbers = (f"{name[: _LONGEST - 6]} ({number})" for number in range(2, len(taken) + 3))
        free = name if name.lower() not in taken else next(each for each in numbers if each.lower() not in taken)
        entries.filter(pk=row.pk).update(name=free)


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial"), ("accounts", "0002_limits")]

    operations = [migrations.RunPython(clean_names, migrations.RunPython.noop)]
