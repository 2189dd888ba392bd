"""Gems in lists: their copies, and text that is no gem."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.decks.gems import GemError, GemSetting, format_settings, merge_settings, parse_settings, split_gems


def is_gem(text: str) -> bool:
    return text.casefold().startswith(("minor ", "major "))


@pytest.mark.parametrize(
    ("line", "rest", "gems"),
    [
        ("4x Mazat Ranger", "4x Mazat Ranger", None),
        ("4x Mazat Ranger - Gems: 4x Minor Ruby", "4x Mazat Ranger", "4x Minor Ruby"),
        ("4x Mazat Ranger \N{EN DASH} Gems: Minor Ruby", "4x Mazat Ranger", "Minor Ruby"),
        ("4x Mazat Ranger \N{EM DASH} gem: Minor Ruby", "4x Mazat Ranger", "Minor Ruby"),
        ("4x Mazat Ranger [Gems: Minor Ruby]", "4x Mazat Ranger", "Minor Ruby"),
        ("4x Mazat Ranger (Gems: Minor Ruby)", "4x Mazat Ranger", "Minor Ruby"),
        ("Mazat Ranger x4 Gems: Minor Ruby", "Mazat Ranger x4", "Minor Ruby"),
        ("4x Mazat Ranger - Gems:", "4x Mazat Ranger", ""),
        ("1 Archon [Major Orb + Minor Diamond]", "1 Archon", "Major Orb + Minor Diamond"),
        ("1 Archon (Minor Diamond)", "1 Archon", "Minor Diamond"),
        ("[Minor Diamond] Archon", "Archon", "Minor Diamond"),
        ("4 Ranger [2x Minor Ruby, 2x none]", "4 Ranger", "2x Minor Ruby, 2x none"),
        ("4 Ranger [SOF]", "4 Ranger [SOF]", None),
        ("4 Ranger [SOF] [Minor Ruby]", "4 Ranger [SOF]", "Minor Ruby"),
        ("Ranger [4]", "Ranger [4]", None),
        ("Ranger [ , ]", "Ranger [ , ]", None),
        ("Gems: Minor Ruby", "Gems: Minor Ruby", None),
        ("4 Gem Snatchers", "4 Gem Snatchers", None),
    ],
)
def test_split_gems_separates_gems_from_line(line: str, rest: str, gems: str | None) -> None:
    assert split_gems(line, is_gem) == (rest, gems)


@pytest.mark.parametrize(
    ("text", "copies", "settings"),
    [
        ("Minor Ruby", 3, ((3, "Minor Ruby"),)),
        ("3x Minor Ruby", 3, ((3, "Minor Ruby"),)),
        ("3 Minor Ruby", 3, ((3, "Minor Ruby"),)),
        ("2x Minor Ruby, 2x none", 4, ((2, "Minor Ruby"),)),
        ("Minor Ruby; Minor Wild", 2, ((1, "Minor Ruby"), (1, "Minor Wild"))),
        ("Major Orb + Minor Diamond", 2, ((2, "Major Orb", "Minor Diamond"),)),
        ("1x Minor A + Minor B, 1x minor b + minor a", 2, ((2, "Minor A", "Minor B"),)),
        ("none", 4, ()),
        ("2x  Minor   Ruby, empty", 3, ((2, "Minor Ruby"),)),
    ],
)
def test_parse_settings_assigns_gems_to_copies(
    text: str, copies: int, settings: tuple[tuple[int | str, ...], ...]
) -> None:
    assert [(each.copies, *each.gems) for each in parse_settings(text, copies)] == list(settings)


@pytest.mark.parametrize(
    ("text", "copies", "message"),
    [
        ("", 4, "the line names no gem after the colon: write which, or none"),
        (
            "3x Minor Ruby",
            4,
            "gems for 3 of 4 copies: write how many have which, like 4x Minor Ruby, and + between the gems of one card",
        ),
        (
            "Minor Ruby, Minor Wild",
            1,
            "gems for 2 of 1 copies: write how many have which, like 1x Minor Ruby, and + between the gems of one card",
        ),
        ("0x Minor Ruby", 4, "gems for 0 copies: write how many copies have them"),
        (
            "2x + ",
            2,
            "\N{LEFT DOUBLE QUOTATION MARK}+\N{RIGHT DOUBLE QUOTATION MARK} names no gem: write its name, or none",
        ),
    ],
)
def test_invalid_input_is_reported(text: str, copies: int, message: str) -> None:
    with pytest.raises(GemError) as caught:
        parse_settings(text, copies)
    assert str(caught.value) == message


names = st.sampled_from(["Minor Ruby", "Minor Wild", "Major Orb", "Minor Blood of Tombs"])
settings_ = st.lists(
    st.builds(GemSetting, st.integers(1, 5), st.lists(names, min_size=1, max_size=2).map(tuple)), max_size=4
)


@given(settings_, st.integers(0, 5))
def test_gem_settings_round_trip_through_text(parts: list[GemSetting], bare: int) -> None:
    settings = merge_settings(parts)
    copies = sum(each.copies for each in settings) + bare
    text = format_settings(settings, copies)
    assert (parse_settings(text, copies) if text else ()) == settings


@given(settings_)
def test_merge_settings_preserves_every_gem(parts: list[GemSetting]) -> None:
    def gems(of: list[GemSetting] | tuple[GemSetting, ...]) -> list[str]:
        return sorted(gem for each in of for gem in each.gems * each.copies)

    assert gems(merge_settings(parts)) == gems(parts)
    assert merge_settings([*merge_settings(parts), *merge_settings([])]) == merge_settings(parts)
