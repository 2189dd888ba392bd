"""Comparison of two versions of a document."""

from hypothesis import given
from hypothesis import strategies as st

from rules.rulebooks.diff import Edit, Passage, UnitChange, compare_versions, word_edits

KICK = Passage("1.1", "1.1", "Kicking off", "The winner of the toss kicks off at the start of the match.")
GOAL = Passage("1.2", "1.2", "Goals", "A goal counts one point for the side that scores it.", ("Anna scores: one.",))
TRY = Passage("1.3", "1.3", "Tries", "A try counts five points and earns a free kick besides.")
BEFORE = (KICK, GOAL, TRY)


def moved(passage: Passage, number: str, **other: object) -> Passage:
    fields = {"heading": passage.heading, "text": passage.text, "examples": passage.examples, **other}
    return Passage(number, number, **fields)  # type: ignore[arg-type]


def summaries(alterations: tuple[UnitChange, ...]) -> list[tuple[str, str, str]]:
    marks = (("is_renumbered", "n"), ("reworded", "w"), ("has_changed_examples", "x"))
    return [
        (
            one.before.id if one.before else "",
            one.after.id if one.after else "",
            "".join(letter for name, letter in marks if getattr(one, name)),
        )
        for one in alterations
    ]


def test_compare_versions_same_document_has_no_changes():
    assert not any(one.changed for one in compare_versions(BEFORE, BEFORE))


def test_compare_versions_inserted_rule_only_renumbers_rest():
    new = Passage("1.1", "1.1", "Toss", "The captains toss a coin.")
    after = (new, moved(KICK, "1.2"), moved(GOAL, "1.3"), moved(TRY, "1.4"))
    assert summaries(compare_versions(BEFORE, after)) == [
        ("", "1.1", ""),
        ("1.1", "1.2", "n"),
        ("1.2", "1.3", "n"),
        ("1.3", "1.4", "n"),
    ]


def test_changed_word_and_changed_example_are_distinguished():
    after = (
        moved(KICK, "1.1", text=KICK.text.replace("match", "game")),
        moved(GOAL, "1.2", examples=("Ben scores: one.",)),
        TRY,
    )
    assert summaries(compare_versions(BEFORE, after)) == [("1.1", "1.1", "w"), ("1.2", "1.2", "x"), ("1.3", "1.3", "")]


def test_compare_versions_moved_and_changed_rule_is_matched():
    after = (KICK, TRY, moved(GOAL, "1.4", text=GOAL.text.replace("one point", "two points")))
    assert summaries(compare_versions(BEFORE, after)) == [("1.1", "1.1", ""), ("1.3", "1.3", ""), ("1.2", "1.4", "nw")]


def test_removed_rule_follows_its_predecessor():
    assert summaries(compare_versions(BEFORE, (KICK, TRY))) == [("1.1", "1.1", ""), ("1.2", "", ""), ("1.3", "1.3", "")]
    assert summaries(compare_versions(BEFORE, (GOAL, TRY)))[0] == ("1.1", "", "")


def test_compare_versions_restated_rule_is_matched_by_number():
    after = (KICK, moved(GOAL, "1.2", heading="", text="Scoring gives 1."), TRY)
    assert summaries(compare_versions(BEFORE, after))[1] == ("1.2", "1.2", "w")


def test_compare_versions_ignores_line_breaks():
    after = (moved(KICK, "1.1", text=KICK.text.replace(" ", "\n")), GOAL, TRY)
    assert not any(one.changed for one in compare_versions(BEFORE, after))


def test_word_edits_are_whole_words():
    assert word_edits("a goal counts one point", "a goal counts two points") == (
        (Edit.UNCHANGED, "a goal counts "),
        (Edit.REMOVED, "one"),
        (Edit.ADDED, "two"),
        (Edit.UNCHANGED, " "),
        (Edit.REMOVED, "point"),
        (Edit.ADDED, "points"),
    )


@given(st.text(max_size=80), st.text(max_size=80))
def test_word_edits_reproduce_both_texts(before: str, after: str):
    edits = word_edits(before, after)
    assert "".join(text for edit, text in edits if edit is not Edit.ADDED) == before
    assert "".join(text for edit, text in edits if edit is not Edit.REMOVED) == after


passages = st.lists(
    st.builds(
        Passage, st.sampled_from("abcdef"), st.just(""), st.sampled_from(["", "Goal"]), st.text("xyz ", max_size=9)
    ),
    max_size=6,
    unique_by=lambda passage: passage.id,
)


@given(passages, passages)
def test_compare_versions_has_each_unit_in_one_change(before: list[Passage], after: list[Passage]):
    alterations = compare_versions(before, after)
    assert sorted(one.before.id for one in alterations if one.before) == sorted(one.id for one in before)
    assert [one.after for one in alterations if one.after] == after
