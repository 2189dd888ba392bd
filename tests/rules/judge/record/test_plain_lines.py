"""The simple parser agrees with the grammar."""

from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.judge.record import RecordError, write
from rules.judge.record.lark_parser import parse_with_grammar
from rules.judge.record.lines import split_lines
from rules.judge.record.simple_parser import parse_simple
from rules.judge.record.syntax_tree import Token, Tree
from tests.rules.judge.records import records

HEAD = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"
PLAIN = (
    "",
    "\n\n",
    HEAD,
    f"\n  {HEAD.replace(': ', ' :   ')}Interpretations:\n",
    f"{HEAD}Deck Anna\n3 Kong\n2x Cast Out / Muse\n  Entry: of a deck\n\nDECK  Ben : unknown\nPosition:\nTurn: Ben\n",
    f"{HEAD}Po\u017fition\nTurn: Ben\ndec\u212a Anna\n",
    f"{HEAD}Deck Anna:\nposition\nAnna champion: Wolf Token#2 (deploying)\nBen hand: \nDeck Ben\nMuse  \n",
    f"{HEAD}Position\nTurn:Anna\n plays :\n\n",
    f"{HEAD}Plays\n\nBranch claimed:\n\nbranch what if\n",
    f"{HEAD}Branch claimed\n",
    f"# first\n\n{HEAD}\n  #2 [12:04] {{so}}\nDeck Anna\n#\n3 Kong\nPosition\n # \nPlays\n# end\n",
)
NOT_PLAIN = (
    f"{HEAD}Event: GP  # which\n",
    f"{HEAD}Event: GP [12:04]\n",
    f"{HEAD}Position\nAnna hand: Kong {{perhaps}}\n",
    f"{HEAD}1. Ben: keep\n",
    f"{HEAD}Plays\nBen:\n",
    f"{HEAD}Deck Anna\n1. Ben: keep\n",
    f"{HEAD}Deck Anna\nposition 5\n",
    f"{HEAD}Plays\nPosition\n",
    f"{HEAD}Branch claimed\nPlays\n",
    f"{HEAD}keep\n",
    f"{HEAD}Position\nkeep\n",
    f"{HEAD}Plays\nBranch claimed: yes\n",
)
Comparable: TypeAlias = "tuple[object, ...]"


def comparable(node: Token | Tree) -> Comparable:
    """Return all that is known of a node."""
    if isinstance(node, Token):
        return node.type, str(node), node.line, node.column
    return node.data, [comparable(child) for child in node.children]


@pytest.mark.parametrize("text", PLAIN)
def test_parse_simple_reads_like_grammar(text: str):
    assert parse_simple(text) is not None
    assert_parsers_agree(text)


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_parse_simple_text_outside_simple_grammar_returns_none(text: str):
    assert parse_simple(text) is None


@pytest.mark.parametrize("record", sorted(Path("fixtures/records").glob("*.rec")), ids=lambda path: path.stem)
def test_records_of_repository_are_read_like_grammar(record: Path):
    source = record.read_text(encoding="utf-8")
    assert_parsed_like_grammar(source)
    assert_parsed_like_grammar(
        "\n".join(line.partition(" #")[0] for line in source.split("\n") if not line.startswith("#"))
    )


LINES = st.sampled_from((
    "Record: 1", "Game: epic", "Players: Anna, Ben", "Event : GP 1: day two", "Deck Anna", "deck Ben: unknown",
    "Deck", "Deck:", "Deck size: 5", "3 Kong", "2x Muse ", "12) Muse", "1. Ben: keep", "3. Kong", "Position",
    "Position:", " position 5", "Turn: Anna 5", "Anna: Wolf Token#2", "Anna: # none", "Anna: #2", "#2", " # [12:04]",
    "Plays", "PLAYS :", "Plays now", "Ben: pass", "Ben pass", "Branch", "Branch claimed", "branch one: ",
    "Branch one: two", "keep", "_a: b", "é: ü", "::", " ", "", "[12:04]", "Ben: [12:04]", "Ben: [a]", "{so}",
    "a: b}", "\tTurn:\tAnna", "Ben:\x85pass", "\u017f: \u2028 t", "play\u017f",
))  # fmt: skip


@settings(max_examples=300)
@given(st.lists(LINES, max_size=8).map(lambda lines: "\n".join((*lines, ""))))
def test_lines_in_any_order_are_read_like_grammar(text: str):
    assert_parsers_agree(text)


@settings(max_examples=50)
@given(records())
def test_written_records_are_read_like_grammar(record):
    assert_parsed_like_grammar(write(record))


def assert_parsed_like_grammar(text: str) -> None:
    """Hold a record to what its lines are by the grammar."""
    try:
        lines = split_lines(text)
    except RecordError:
        return
    rest = text.split("\n")
    for play in lines.plain:
        rest[play.line - 1] = ""
    assert_parsers_agree("\n".join(rest))


def assert_parsers_agree(text: str) -> None:
    """Hold what is read without the grammar to what is read with it."""
    sections = parse_simple(text)
    if sections is not None:
        assert all_comparable(sections) == all_comparable(parse_with_grammar(text, text))


def all_comparable(sections: tuple[Tree, list[Token]]) -> Comparable:
    """Return all that is known of the sections of a record and its comments."""
    return comparable(sections[0]), [comparable(comment) for comment in sections[1]]
