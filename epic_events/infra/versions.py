"""The version of the site."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

PROJECT: Final = "pyproject.toml"


@cache
def site_version() -> str:
    """Return the version, with the revision if the build has set one."""
    stated = tomllib.loads((Path(settings.BASE_DIR) / PROJECT).read_text(encoding="utf-8"))["project"]["version"]
    return f"{stated} ({settings.REVISION})" if settings.REVISION else str(stated)
