"""The grammar of records as it was worked out before: reading its tables takes a thirtieth of working them out anew.

Tables of another grammar or another lark are not used; a test says when they have to be written anew, and how.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import TerminalDef

Callbacks = Mapping[str, Callable[[Token], Token]]

FOLDER: Final = files("rules.judge.record")
NAME: Final = "record.tables.json"


def load_parser(callbacks: Callbacks) -> Lark:
    """Return the parser of records, which calls back for each token of the names given."""
    grammar = FOLDER.joinpath("record.lark").read_text(encoding="utf-8")
    file = FOLDER.joinpath(NAME)
    held = json.loads(file.read_text(encoding="utf-8"), object_hook=_int_keys) if file.is_file() else {}
    if held.get("made_from") != fingerprint(grammar):
        return _compile(grammar, callbacks)
    # What the stand-alone parsers that lark writes call as well; it has no types.
    found: Lark = Lark._load_from_dict(held["data"], held["memo"], lexer_callbacks=dict(callbacks))  # type: ignore[no-untyped-call]  # noqa: SLF001
    return found


def build_tables() -> str:
    """Return the tables of the grammar as the file beside it holds them."""
    grammar = FOLDER.joinpath("record.lark").read_text(encoding="utf-8")
    data, memo = _compile(grammar, {}).memo_serialize([TerminalDef, Rule])
    data["options"]["lexer_callbacks"] = {}
    return json.dumps({"made_from": fingerprint(grammar), "data": data, "memo": memo}, separators=(",", ":")) + "\n"


def fingerprint(grammar: str) -> str:
    """Return what tables depend on: the version of lark, and a hash of the grammar."""
    return f"{lark.__version__} {hashlib.blake2b(grammar.encode(), digest_size=16).hexdigest()}"


def _compile(grammar: str, callbacks: Callbacks) -> Lark:
    return Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=False, lexer_callbacks=dict(callbacks))


def _int_keys(found: dict[str, Any]) -> dict[str | int, Any]:
    """Return an object of the file with numbers for keys where it had some: JSON writes them as text."""
    return {int(key) if key.isdecimal() else key: value for key, value in found.items()}
