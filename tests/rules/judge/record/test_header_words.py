"""Player names that begin like header names."""

import pytest

import rules

KONG = ["Kong"] * 30


@pytest.mark.parametrize(
    ("names", "more"),
    [
        (("Wayne", "Ben", "Cem"), {"variant": "first-blood"}),
        (("Godsend", "Teamster"), {"extra_cards": (("Maligus, the Dark One",), ())}),
        (("first list", "second list"), {}),
        (("First", "Second"), {}),
        (("Players", "Record"), {}),
        (("Interpretations of Anna", "Ben"), {"interpretations": "I-40=2"}),
    ],
)
def test_player_name_beginning_like_header_is_accepted(names, more):
    table = rules.game([KONG] * len(names), names, **more)
    table.apply(f"{names[1]}: keep")
    assert rules.verdict(table.record()) is rules.Verdict.LEGAL
    assert rules.position(table.record()).state.digest() == table.state.digest()


def test_player_name_shortened_to_used_header_word_is_accepted():
    table = rules.game([KONG] * 2, ("Anna", "Firsty"))
    text = f"{table.record()}\nPlays\nFirst: keep\n"
    assert rules.verdict(text) is rules.Verdict.LEGAL


def test_player_name_equal_to_header_in_use_raises():
    with pytest.raises(ValueError, match="the name 'Way' cannot stand in a record with the header Way"):
        rules.game([KONG] * 3, ("Way", "Ben", "Cem"), variant="first-blood")
    assert rules.verdict(rules.game([KONG] * 2, ("Way", "Ben")).record()) is rules.Verdict.LEGAL
