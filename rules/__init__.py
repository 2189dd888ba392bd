"""A library of card games: cards, decks, rules documents, an engine that plays and replays; needs no site.

The public face is small: ``game``, ``position``, ``record``, ``legal``, ``check``, ``apply``, ``replay``, ``verdict``.
It is loaded when first asked for, so that a command that needs one part does not wait for all.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.table import Table, Told, apply, check, game, legal, position, record, replay, verdict

__all__ = ["Table", "Told", "apply", "check", "game", "legal", "position", "record", "replay", "verdict"]

if os.environ.get("RULES_COMPILED"):
    from rules.compiled import path_to

    __path__ = path_to(os.environ["RULES_COMPILED"])


def __dir__() -> list[str]:
    return [*globals(), *__all__]


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("rules.table"), name)
    raise AttributeError(f"module 'rules' has no attribute {name!r}")
