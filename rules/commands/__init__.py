"""One module for each command of ``python -m rules``; each offers ``register(subparsers)``.

``register`` adds a parser and calls ``parser.set_defaults(run=handler)``, where ``handler(arguments)`` returns the
exit code: 0 done (or legal), 1 the answer is no (not legal, not found), 2 what was given cannot be read.
"""

from argparse import ArgumentParser
from typing import Any, Protocol


class Subparsers(Protocol):
    """What ``ArgumentParser.add_subparsers`` returns, for which argparse has no public name."""

    def add_parser(self, name: str, **settings: Any) -> ArgumentParser:
        """Add and return the parser of one command."""
        ...
