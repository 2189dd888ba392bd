"""A cache of the parse tables of ``record.lark``; loading them is 30 times faster.

Tables of another grammar or another version of lark are ignored; a test fails if they have to be generated again.
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
    """Return the parser of records.

    Args:
        callbacks: functions that lark calls for tokens, by name of the token.
    """
    grammar = FOLDER.joinpath("record.lark").read_text(encoding="utf-8")
    file = FOLDER.joinpath(NAME)
    held = json.loads(file.read_text(encoding="utf-8"), object_hook=_convert_int_keys) if file.is_file() else {}
    if held.get("made_from") != fingerprint(grammar):
        return _compile(grammar, callbacks)
    # Private, but also called by the stand-alone parsers that lark generates; it has no types.
    parser: Lark = Lark._load_from_dict(held["data"], held["memo"], lexer_callbacks=dict(callbacks))  # type: ignore[no-untyped-call]  # noqa: SLF001
    return parser


def build_tables() -> str:
    """Return the parse tables as the content of the cache file."""
    grammar = FOLDER.joinpath("record.lark").read_text(encoding="utf-8")
    data, memo = _compile(grammar, {}).memo_serialize([TerminalDef, Rule])
    data["options"]["lexer_callbacks"] = {}
    return json.dumps({"made_from": fingerprint(grammar), "data": data, "memo": memo}, separators=(",", ":")) + "\n"


def fingerprint(grammar: str) -> str:
    """Return the cache key of the tables.

    It has the version of lark and a hash of the grammar.
    """
    return f"{lark.__version__} {hashlib.blake2b(grammar.encode(), digest_size=16).hexdigest()}"


def _compile(grammar: str, callbacks: Callbacks) -> Lark:
    return Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=False, lexer_callbacks=dict(callbacks))


def _convert_int_keys(data: dict[str, Any]) -> dict[str | int, Any]:
    """Convert numeric keys of a JSON object to integers."""
    return {int(key) if key.isdecimal() else key: value for key, value in data.items()}
