"""How a document is printed: what the importers have to know of one beside its text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.rulebooks.importing.errors import UnknownProfileError
from rules.rulebooks.importing.title_lists import epic_tcg


@dataclass(frozen=True, slots=True)
class Profile:
    """How one document, or a kind of document, is printed.

    Attributes:
        name: what it is chosen by.
        title: what it is for, in a few words.
        rulebook: the slug of our document that it stands beside; empty for a kind of document.
        prefix: what the ids of its units begin with.
        symbols: whether the copy has lost its symbols.
    """

    name: str
    title: str
    rulebook: str = ""
    prefix: str = ""
    symbols: bool = False


@dataclass(frozen=True, slots=True)
class NumberedProfile(Profile):
    """A document whose rules carry numbers such as 4.4.6a.

    Attributes:
        section: a chapter's line: groups ``number`` and ``title``.
        rule: a rule's line: groups ``number`` and ``text``.
        titles: a rule that begins with this carries the title in its first words.
        run_on: whether a paragraph after an example goes on with it.
        start: the last line that is this begins the rules; without it, the first rule does.
        end: the first line after the rules that is this ends them.
        chapters_count: whether chapters are counted among the units.
        longest_title: the most words of a rule at any depth that is only a title; 0 where only a rule with one dot is.
        merged: whether a number printed again is one unit with the first: a rule with the same words, or a title that
            an overview names before.
        repairs: the number meant, by the number printed and the number of the rule before it.
        terms: a line that explains a word: group ``word``.
        terms_below: the numbers below which words are explained.
        joins: whether a sentence may go on behind a blank line or a bullet.
        history: the number of the chapter that lists changes; its lines open no rules.
        references: the number meant, by the id of a unit and the number printed in it, where that leads elsewhere.
        pictures: lines that stand where the copy has lost a picture, with what it showed; a group ``gap`` says where in
            the line, otherwise it is the end.
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
    """A document whose rules stand below headings in Markdown.

    Attributes:
        start: the heading with which the rules begin, as a part of an address; empty for the first one.
        end: the heading with which they end; empty for none.
        top: headings that stand at the top, whatever level the document gives them; empty where levels can be trusted.
        second: headings one level below the top, where the document gives them another.
        third: headings two levels below the top.
        by_level: headings at the top below which the levels can be trusted.
        bold: a line that is a heading though it is only bold: group ``title``.
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
    """A page of a wiki whose rules are numbered by the footnotes at the end of their lines, without marks of headings.

    A line without a footnote goes on with the rule above it, or leads to the one below: the first under a heading does,
    and so does one that ends as ``joins`` says.

    Attributes:
        footnote: the footnote at the end of a rule: group ``number``.
        start: the title of the chapter with which the rules begin, as a part of an address; empty for the first line.
        end: the title with which they end; empty for none.
        top: titles of chapters.
        third: titles two levels below those.
        fourth: titles three levels below.
        joins: how a line ends that belongs to what follows.
        lost: where a symbol is known to be lost though no gap shows it; matches nothing but the place.
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
    """Text that is printed under another title than the one it belongs to.

    Attributes:
        source: the number of the title it is printed under.
        target: the number of the one it belongs to.
        begins: how its first paragraph begins.
        rest: whether everything after that goes with it; else that paragraph alone.
        before: the paragraph of the target before which it is put; None for its end.
    """

    source: str
    target: str
    begins: re.Pattern[str]
    rest: bool = True
    before: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class ListedProfile(Profile):
    """A document without numbers and without marks of headings, whose titles are known in order.

    A line is a title only if it is the next one of the list. The numbers are ours: a chapter's place, and a title's
    place below it.

    Attributes:
        chapters: the chapters in order, each with its titles.
        terms: the words that the last chapter explains, in order; each stands before its text in one line.
        printed_terms: what begins the first and the second line of a word that is printed otherwise.
        labels: what stands in the figures below a title and is no text.
        page: a mark of a new page at the beginning of a line.
        noise: a line that is a page number or a lost figure.
        whole: beginnings of words that keep a hyphen at the end of a line.
        kept: white space around a symbol that the copy has kept.
        lost: where a symbol is known to be lost though no gap shows it; matches nothing but the place.
        moves: text printed under another title.
        misprints: where the book is misprinted, each with what to say of it.
    """

    chapters: tuple[tuple[str, tuple[str, ...]], ...] = ()
    terms: tuple[str, ...] = ()
    printed_terms: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    page: re.Pattern[str] = re.compile(r"^<\|[^|]{0,200}\|>")
    noise: re.Pattern[str] = re.compile(r"^\d{1,2}(?: \d{1,2})?$")
    whole: frozenset[str] = frozenset()
    kept: re.Pattern[str] | None = None
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

EPIC_TCG = ListedProfile(
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
    kept=re.compile(r"(?<=\() (?=1 \))|(?<=[^+]1) +(?=[.)])|(?<=[^+]1 ) (?=\w)"),
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
"""Every profile by its name."""

ALIASES: Mapping[str, str] = MappingProxyType({"champions": AOS_CHAMPIONS.name})
"""Other words that a profile is asked for by, such as the game's own."""


def corrections(rulebook: str) -> Mapping[tuple[str, str], str]:
    """Return the number meant, by the id of a unit and the number printed in it, where a document refers elsewhere.

    Args:
        rulebook: the slug of our document that the printed one stands beside.
    """
    for profile in PROFILES.values():
        if rulebook and isinstance(profile, NumberedProfile) and profile.rulebook == rulebook:
            return profile.references
    return {}


def profile_named(name: str) -> Profile:
    """Return a profile, by its name or by an alias.

    Raises:
        UnknownProfileError: if there is none of that name.
    """
    found = PROFILES.get(ALIASES.get(name, name))
    if found is None:
        raise UnknownProfileError(f"There is no profile {name[:40]!r}; there are: {', '.join(PROFILES)}.")
    return found
