"""Moments of a game described in fields and restored: what must be equal afterwards."""

from dataclasses import replace

from rules.engine.fields import canonical
from rules.engine.game import Setup
from rules.epic.notation.answers import NOTATION
from rules.epic.state import EpicState
from rules.epic.state.numbering import renumber


def described(state: EpicState) -> dict[str, list[str]]:
    """Return the fields of a position by their names, each with its lines."""
    fields: dict[str, list[str]] = {}
    for key, text in NOTATION.describe(state):
        fields.setdefault(key, []).append(text)
    return fields


def facts(state: EpicState) -> dict[str, object]:
    """Return everything that is a fact of a game, in the one numbering."""
    return canonical(renumber(state))


def without_lists(setup: Setup) -> Setup:
    """Return the set-up with unknown decks: the position alone names cards."""
    return replace(setup, decks=(None,) * len(setup.names))


def assert_laid_out_as_it_was(state: EpicState, setup: Setup) -> None:
    """Fail unless a described moment, laid out without decklists and with them, is the same game."""
    fields = described(state)
    again = NOTATION.position(fields, without_lists(setup))
    assert facts(again) == facts(state)
    assert again.digest() == state.digest()
    assert described(again) == fields
    assert NOTATION.position(fields, setup).digest() == state.digest()
