"""Import profiles: the layout of each known document."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.rulebooks.importer.source import UnknownProfileError
from rules.rulebooks.importer.title_lists import epic_tcg


@dataclass(frozen=True, slots=True)
class Profile:
    """The layout of a document or a kind of document.

    Attributes:
        name: identifier.
        title: display name.
        rulebook: slug of the restated document it belongs to; empty for a kind of document.
        prefix: prefix of the unit ids.
        symbols: whether the copy has lost its symbols.
    """

    name: str
    title: str
    rulebook: str = ""
    prefix: str = ""
    symbols: bool = False


@dataclass(frozen=True, slots=True)
class NumberedProfile(Profile):
    """A document with numbered rules, such as 4.4.6a.

    Attributes:
        section: pattern of a chapter line: groups ``number`` and ``title``.
        rule: pattern of a rule line: groups ``number`` and ``text``.
        titles: pattern of a title at the start of a rule.
        run_on: whether a paragraph after an example continues it.
        start: pattern; its last match starts the rules. Without it, the first rule does.
        end: pattern; its first match after the rules ends them.
        chapters_count: whether chapters are counted among the units.
        longest_title: maximum number of words of a rule that is only a title; 0 allows titles only at depth 2.
        merged: whether a repeated number belongs to the same unit: a rule with the same words, or an overview of
            titles.
        repairs: correct number, by printed number and number of the preceding rule.
        terms: pattern of a line that explains a term: group ``word``.
        terms_below: numbers with terms below them.
        joins: whether a sentence may continue after a blank line or a bullet.
        history: number of the chapter with the list of changes; its lines start no rules.
        references: correct number, by unit id and printed number, of wrong references.
        pictures: patterns of lines with a lost picture, with its description; a group ``gap`` gives its place,
            otherwise it is the end of the line.
    """

    section: re.Pattern[str] = re.compile(
        r"^(?:#+\s*)?\**(?:(?:SECTION|Section|CHAPTER|Chapter)\s+(?P<number>\d{1,4})\s*(?:[-\u2013\u2014:.]\s*)?)(?P<title>\S.{0,200}?)\*{0,4}$"
    )
    rule: re.Pattern[str] = re.compile(
        r"^(?:#+\s+|[-*•·]\s+)?(?:\*\*|§\s*)?(?P<number>\d{1,4}(?:\.\d{1,4}){1,6}[a-z]?)\.?:?(?:\*\*)?:?\s+(?P<text>\S.*)$"
    )
    titles: re.Pattern[str] | None = None
    run_on: bool = False
    start: re.Pattern[str] | None = None
    end: re.Pattern[str] | None = None
    chapters_count: bool = False
    longest_title: int = 0
    merged: bool = False
    repairs: Mapping[tuple[str, str], str] = field(default_factory=dict, hash=False)
    terms: re.Pattern[str] | None = None
    terms_below: frozenset[str] = frozenset()
    joins: bool = False
    history: str = ""
    references: Mapping[tuple[str, str], str] = field(default_factory=dict, hash=False)
    pictures: tuple[tuple[re.Pattern[str], str], ...] = ()


@dataclass(frozen=True, slots=True)
class HeadingProfile(Profile):
    """A Markdown document with rules under headings.

    Attributes:
        start: slug of the heading that starts the rules; empty for the first one.
        end: slug of the heading that ends them; empty for none.
        top: headings at depth 1 whatever their printed level; empty if levels are reliable.
        second: headings at depth 2 printed at another level.
        third: headings at depth 3 printed at another level.
        by_level: headings at depth 1 whose subheadings have reliable levels.
        bold: pattern of a heading that is only bold: group ``title``.
    """

    start: str = ""
    end: str = ""
    top: frozenset[str] = frozenset()
    second: frozenset[str] = frozenset()
    third: frozenset[str] = frozenset()
    by_level: frozenset[str] = frozenset()
    bold: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class FootnoteProfile(Profile):
    """A wiki page whose rules are numbered by footnotes at the end of lines.

    A line without footnote continues the rule above, or introduces the rule below if it follows a heading or ends as
    ``joins`` says.

    Attributes:
        footnote: pattern of the footnote at the end of a rule: group ``number``.
        start: slug of the chapter title that starts the rules; empty for the first line.
        end: slug of the title that ends them; empty for none.
        top: titles of chapters.
        third: titles at depth 3.
        fourth: titles at depth 4.
        joins: pattern of the end of a line that belongs to what follows.
        lost: pattern that matches the empty place of a lost symbol without a visible gap.
    """

    footnote: re.Pattern[str] = re.compile(r"\[(?P<number>[0-9]{1,4})\]\s*$")
    start: str = ""
    end: str = ""
    top: frozenset[str] = frozenset()
    third: frozenset[str] = frozenset()
    fourth: frozenset[str] = frozenset()
    joins: re.Pattern[str] = re.compile(r":\s*$")
    lost: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Text that is printed under the wrong title.

    Attributes:
        source: number of the title it is printed under.
        target: number of the title it belongs to.
        begins: pattern of the start of its first paragraph.
        rest: whether all following text moves too.
        before: pattern of the target's paragraph to insert before; None for the end.
    """

    source: str
    target: str
    begins: re.Pattern[str]
    rest: bool = True
    before: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class TitleListProfile(Profile):
    """A document without numbers or heading marks, with a known list of titles.

    A line is a title only if it is the next one in the list. Numbers are assigned by position in the list.

    Attributes:
        chapters: the chapters in order, each with its titles.
        terms: the terms of the last chapter, in order; each starts the line of its text.
        printed_terms: starts of the first and second line of terms printed differently.
        labels: text of figures below a title, to be ignored.
        page: pattern of a page mark at the start of a line.
        noise: pattern of page numbers and remains of figures.
        whole: word beginnings that keep their hyphen at the end of a line.
        preserved_gaps: pattern of white space around a symbol that the copy has preserved.
        lost: pattern that matches the empty place of a lost symbol without a visible gap.
        moves: text printed under the wrong title.
        misprints: patterns of misprints, each with a message.
    """

    chapters: tuple[tuple[str, tuple[str, ...]], ...] = ()
    terms: tuple[str, ...] = ()
    printed_terms: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    page: re.Pattern[str] = re.compile(r"^<\|[^|]{0,200}\|>")
    noise: re.Pattern[str] = re.compile(r"^\d{1,2}(?: \d{1,2})?$")
    whole: frozenset[str] = frozenset()
    preserved_gaps: re.Pattern[str] | None = None
    lost: re.Pattern[str] | None = None
    moves: tuple[Move, ...] = ()
    misprints: tuple[tuple[re.Pattern[str], str], ...] = ()


EPIC_COMPLETE = NumberedProfile(
    name="epic-complete",
    title="Epic Complete Rules",
    rulebook="epic-complete",
    section=re.compile(r"^SECTION (?P<number>\d{1,4}) [-\u2013\u2014] (?P<title>.{1,200})$"),
    rule=re.compile(r"^(?P<number>\d{1,4}(?:\.\d{1,4}){1,6}[a-z]?)\s+(?P<text>.+)$"),
    titles=re.compile(r"^(?:Start|Main|Battle) Phase\b"),
    run_on=True,
)

EPIC_RULEBOOK = HeadingProfile(
    name="epic-rulebook",
    title="Epic Rule Book",
    rulebook="epic-rulebook",
    prefix="RB:",
    symbols=True,
    start="getting-started",
    end="credits",
    top=frozenset(
        {
            "getting-started",
            "events",
            "champions",
            "playing-a-card",
            "powers-and-abilities",
            "champion-positions",
            "initiative-making-plays-and-triggers",
            "the-turn-sequence",
            "battle-phase",
            "end-phase",
            "keywords-and-terms",
            "the-many-epic-formats",
        }
    ),
    second=frozenset({"and-even-more"}),
    third=frozenset({"continuous-abilities", "triggered-abilities"}),
    by_level=frozenset({"the-many-epic-formats"}),
    bold=re.compile(r"^\*\*(?P<title>[A-Z][A-Za-z ]{1,80})\*\*(?: \(.*\))?$"),
)

HEX = FootnoteProfile(
    name="hex",
    title="HEX Unofficial Rulebook",
    rulebook="hex",
    prefix="UR:",
    start="card-parts",
    end="official-documents",
    top=frozenset(
        {"card-parts", "card-types", "game-concepts", "additional-concepts", "keywords", "zones"},
    ),
    third=frozenset(
        {
            "x-cost",
            "definite-modifiers",
            "indefinite-continuous-modifiers",
            "triggered-powers",
            "activated-powers",
            "race",
        }
    ),
    fourth=frozenset({"1-shot"}),
    lost=re.compile(r"(?<=equal to their)(?= to )"),
)

EPIC_TCG = TitleListProfile(
    name="epic-tcg",
    title="Epic TCG Rulebook",
    rulebook="epic-tcg",
    prefix="TCG:",
    symbols=True,
    chapters=epic_tcg.CHAPTERS,
    terms=epic_tcg.TERMS,
    printed_terms=MappingProxyType(epic_tcg.PRINTED_TERMS),
    labels=MappingProxyType(epic_tcg.LABELS),
    whole=frozenset({"non"}),
    preserved_gaps=re.compile(r"(?<=\() (?=1 \))|(?<=[^+]1) +(?=[.)])|(?<=[^+]1 ) (?=\w)"),
    lost=re.compile(r"^\s*(?=\((?:Build|Paced|Fast)\):)"),
    moves=(
        Move("1.9", "1.4", re.compile(r"Note: The very first turn")),
        Move("2.28", "2.23", re.compile(r"For each step \(except")),
        Move(
            "5.2",
            "4.8",
            re.compile(rf"{epic_tcg.LATER_GIFTS[0]}\b"),
            rest=False,
            before=re.compile(r"The current list of gift cards"),
        ),
    ),
    misprints=(
        (re.compile(r"If it is players B\b"), "“players B” is printed where “player B” is meant."),
        (re.compile(r"designed deck and it\W?s sideboard\b"), "“it's sideboard” is printed where “its” is meant."),
        (re.compile(r"^Break Put in"), "It says “equal to its defense”; Offense and Defense says “equal or greater”."),
        (re.compile(r"you have more then 10"), "“more then” is printed where “more than” is meant."),
    ),
)

AOS_CHAMPIONS = NumberedProfile(
    name="aos-champions",
    title="Champions Comprehensive Rules",
    rulebook="aos-champions",
    prefix="CH:",
    start=re.compile(r"^1: OBJECTIVE OF THE GAME$"),
    end=re.compile(r"^COPYRIGHT$"),
    section=re.compile(r"^(?P<number>[1-7]): (?P<title>[A-Z &]+)$"),
    rule=re.compile(r"^\s*(?:- )?\**(?P<number>\d{1,3}(?:\.\d{1,3}){1,6}[a-z]?):\**\s*(?P<text>\S.*)$"),
    chapters_count=True,
    longest_title=8,
    merged=True,
    repairs={("2.4.2.21", "2.4.2.2k"): "2.4.2.2l"},
    terms=re.compile(r"^\s*- (?:· )?\**(?P<word>[A-Z][A-Za-z ]{0,40}?)\**:\**\s+(?=\S)"),
    terms_below=frozenset({"6.1.2", "6.2"}),
    joins=True,
    history="7",
    references={
        ("CH:1.1.2", "4.15.5"): "4.1.5.5",
        ("CH:2.4.1.1d", "2.10.1"): "2.13.1",
        ("CH:2.4.1.3a", "3.1.3.4"): "3.1.4",
        ("CH:2.4.2.2b", "3.1.3.4c"): "3.1.4c",
        ("CH:2.4.3.1c", "2.5.3.3"): "",
        ("CH:2.4.3.1g", "2.14"): "2.8",
        ("CH:2.7.3.2", "2.4.1.1g"): "2.4.1.1f",
        ("CH:2.10.1.1", "3.1.3.3"): "3.1.3",
        ("CH:2.10.2.1", "3.1.3.2"): "3.1.2",
        ("CH:2.10.2.3", "3.1.3.1"): "3.1.1",
        ("CH:4.1.5.2", "2.6.3"): "2.7.3",
        ("CH:5.1.3", "3.1.3"): "",
        ("CH:6.1.2/remove", "5.1"): "2.7.3",
    },
    pictures=(
        (re.compile(r"^As in the image above"), "the frames of the four Alliances"),
        (re.compile(r"marks them as being a Blessing(?P<gap> )\.$"), "the icon of a Blessing"),
        (
            re.compile(r"^ *This is either a Unit(?P<gap> ), Spell , or Ability \.$"),
            "the icons of the three categories",
        ),
        (re.compile(r"current corner is circular(?P<gap> )\.\.\.$"), "round rotation symbols"),
        (re.compile(r"current corner is an irregular shape(?P<gap> )\."), "uneven rotation symbols"),
        (re.compile(r"^ *(?:- )?[A-F]\. (?:Deploy|Play|Deal|Gain|Remove) [A-Z]"), "the symbol of the objective"),
        (re.compile(r"also contain the image of a Tag"), "the objective with a Tag"),
        (re.compile(r"^In this Subject Image,"), "the Subject Image that the sentence describes"),
        (re.compile(r"^- 2\.14\.2: The full list of tags are:$"), "the list of Tags: fill in their names"),
    ),
)

NUMBERED = NumberedProfile(name="numbered", title="Numbered rules of any game")
MARKDOWN = HeadingProfile(name="markdown", title="Rules below Markdown headings, of any game")

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        profile.name: profile
        for profile in (EPIC_COMPLETE, EPIC_RULEBOOK, EPIC_TCG, AOS_CHAMPIONS, HEX, NUMBERED, MARKDOWN)
    }
)
"""All profiles by name."""

ALIASES: Mapping[str, str] = MappingProxyType({"champions": AOS_CHAMPIONS.name})
"""Aliases of profiles, such as the slugs of games."""


def reference_corrections(rulebook: str) -> Mapping[tuple[str, str], str]:
    """Return the correct number by unit id and printed number, for wrong references.

    Args:
        rulebook: slug of the restated document.
    """
    for profile in PROFILES.values():
        if rulebook and isinstance(profile, NumberedProfile) and profile.rulebook == rulebook:
            return profile.references
    return {}


def get_profile(name: str) -> Profile:
    """Return a profile by name or alias.

    Raises:
        UnknownProfileError: if there is none with this name.
    """
    profile = PROFILES.get(ALIASES.get(name, name))
    if profile is None:
        raise UnknownProfileError(f"There is no profile {name[:40]!r}; there are: {', '.join(PROFILES)}.")
    return profile
