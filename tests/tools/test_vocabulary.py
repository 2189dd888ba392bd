"""Tests of the check of words and docstrings."""

import textwrap

from tools.vocabulary.__main__ import MAX_FIRST_LINE, long_first_lines


def _module(first_line: str) -> str:
    return textwrap.dedent(f'''
        """Module."""


        class Judge:
            """{first_line}

            The rest may be longer than a first line, because a paragraph has as many lines as it needs.
            """

            async def rule(self) -> str:
                """{first_line}"""
                return """{first_line}"""
    ''').lstrip()


def test_long_first_lines_above_the_limit_are_listed_with_their_lines() -> None:
    too_long = "x" * MAX_FIRST_LINE + "."
    assert list(long_first_lines(_module(too_long))) == [(5, too_long), (11, too_long)]


def test_long_first_lines_at_the_limit_are_not_listed() -> None:
    assert list(long_first_lines(_module("x" * (MAX_FIRST_LINE - 1) + "."))) == []
