"""The command line of the library: ``python -m rules COMMAND ...``.

Each command is a module of :mod:`rules.commands` with a function ``register(subparsers)``, which adds its parser and
sets ``run`` to a function from the parsed arguments to an exit code.
"""

import argparse
import atexit
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from rules.call_stack import with_large_stack_chunk

COMMANDS = ("deck", "card", "cards", "rule", "search", "replay", "legal", "explain", "play", "import")
MODULES = {"import": "importing"}
"""Commands whose name is a Python keyword, with their module."""

INTERNAL_ERROR = 70
"""Exit code after an unexpected exception (``EX_SOFTWARE`` of ``sysexits.h``): 1 would mean "illegal"."""
LEFT_ALONE = 200_000
"""Threshold of the garbage collector: most objects of a command are rules and cards, which are never freed."""


def build_parser(command: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the command line, with a sub-parser for each command.

    Args:
        command: the name of the command, if it is known: only its module is then imported.
    """
    parser = argparse.ArgumentParser(
        prog="python -m rules", description="Card games: decks, cards, rules, and plays replayed with the rules cited."
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in (command,) if command in COMMANDS else COMMANDS:
        module = f"rules.commands.{MODULES.get(name, name)}"
        if find_spec(module) is not None:
            import_module(module).register(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    The code 2 means an invalid call or an unreadable file, ``INTERNAL_ERROR`` a bug in the program.

    Args:
        argv: the arguments; those of the process by default.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        arguments = build_parser(words[0] if words else None).parse_args(words)
        code: int = with_large_stack_chunk(arguments.run)(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (``head``, a pager) closed the pipe; Python would report that again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:  # noqa: BLE001 - whatever it is, the exit code must not be one that has a meaning
        traceback.print_exc()
        sys.stderr.write("Internal error: this is a bug in the program and says nothing about the play.\n")
        return INTERNAL_ERROR
    return code


if __name__ == "__main__":
    gc.set_threshold(LEFT_ALONE)
    atexit.register(gc.freeze)  # Garbage collection at exit took a fifth of the time of a command.
    sys.exit(main())
