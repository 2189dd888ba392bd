"""CH-01 to CH-05: misprints without a choice."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "CH-01",
        ("2.4.2.2l",),
        "A unit that follows 2.4.2.2k is printed 2.4.2.21, with a figure for the letter.",
        ("It is 2.4.2.2l.",),
        "It stands where the letter l belongs and is no part of a 2.4.2.21.",
    ),
    Entry(
        "CH-02",
        ("2.5.1.4",),
        "2.5.1.4 is printed twice, word for word.",
        ("One rule.",),
        "Nothing differs.",
    ),
    Entry(
        "CH-03",
        ("4.1.1",),
        "The overview of the phases calls the Start Phase by a longer name.",
        ("Both names mean 4.1.1.",),
        "They carry the same number.",
    ),
    Entry(
        "CH-04",
        (
            "2.5.2.10",
            "2.5.2.14",
        ),
        "Two rules about Spells speak of Units.",
        ("Spells are meant.",),
        "They repeat rules about Units under the title of Spells, and 2.5.1 has those already.",
    ),
    Entry(
        "CH-05",
        (
            "1.1.2",
            "2.4.1.1d",
            "2.4.1.3a",
            "2.4.2.2b",
            "2.4.3.1c",
            "2.4.3.1g",
            "2.7.3.2",
            "2.10.1.1",
            "2.10.2.1",
            "2.10.2.3",
            "4.1.5.2",
            "5.1.3",
            "6.1.2/remove",
        ),
        "Thirteen cross-references lead nowhere or to a rule about something else.",
        ("Each means the rule about what it names.",),
        "The words next to every one of them say what is meant; a restated rule links to that.",
    ),
)
