"""The commands of ``python -m rules``.

Each module has a function ``register(subparsers)``. ``register`` adds a parser and calls
``parser.set_defaults(run=handler)``, where ``handler(arguments)`` returns the exit code: 0 success (or legal), 1 a
negative result (illegal, not found), 2 invalid input.
"""

from argparse import ArgumentParser
from typing import Any, Protocol


class Subparsers(Protocol):
    """The type of ``ArgumentParser.add_subparsers``, which argparse does not export."""

    def add_parser(self, name: str, **settings: Any) -> ArgumentParser:
        """Add and return the parser of a command."""
        ...
