"""Short addresses of single pages: read aloud without a mistake, and not guessed from another one."""

import secrets
from typing import Final

_UNAMBIGUOUS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH: Final = 8


def new_slug() -> str:
    """Return a new short address by chance: letters and digits that nobody takes for one another."""
    return "".join(secrets.choice(_UNAMBIGUOUS) for _ in range(_LENGTH))
