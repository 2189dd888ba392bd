"""Which version of the site this is."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

PROJECT: Final = "pyproject.toml"


@cache
def of_the_site() -> str:
    """Return the version, and the revision it was built from where the build has named it."""
    stated = tomllib.loads((Path(settings.BASE_DIR) / PROJECT).read_text(encoding="utf-8"))["project"]["version"]
    return f"{stated} ({settings.REVISION})" if settings.REVISION else str(stated)
