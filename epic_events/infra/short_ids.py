"""Random short identifiers for URLs."""

import secrets
from typing import Final

_UNAMBIGUOUS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH: Final = 8


def new_slug() -> str:
    """Return a random identifier without characters that are easily confused."""
    return "".join(secrets.choice(_UNAMBIGUOUS) for _ in range(_LENGTH))
