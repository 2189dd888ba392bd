"""Grammar of plays: the patterns of clauses, the connectives between them, and phrases of time."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.epic.notation.sentences.answer_rules import ANSWER_RULES
from rules.epic.notation.sentences.battle_rules import BATTLE_RULES
from rules.epic.notation.sentences.complements import Complement
from rules.epic.notation.sentences.damage_shares import ALL, Share
from rules.epic.notation.sentences.play_rules import PLAY_RULES
from rules.epic.notation.sentences.rule import Rule
from rules.notation.patterns import Pattern

RULES: Final[tuple[Rule, ...]] = (*BATTLE_RULES, *PLAY_RULES, *ANSWER_RULES)
"""All rules of clauses; each matches a complete clause."""
TIMES: Final[Mapping[str, tuple[Pattern, ...]]] = {
    "response": tuple(map(Pattern, (
        "(in | as) [a | direct] (response | reply | answer) [,]", "(in | as a) response to {to:thing} [,]",
        "in (response | reply) to (that | it | this | the attack | the block) [,]", "responding [,]",
    ))),
    "end of turn": tuple(map(Pattern, (
        "(at | on | in) [the] end of [the | his | her | their | my | this] turn [,]", ("(at "
        "| on) [the] end of {whose:players} turn [,]"),
        "(at | on) [the] end step [,]", "before [the] (turn ends | end of turn) [,]",
        "[at] (eot | end of turn) [,]", "(at | on) turn end [,]",
    ))),
    "before blocks": tuple(map(Pattern, (("before [the] (blocks "
    "| blockers) [are declared] [,]"), "before blocking [,]"))),
    "after blocks": tuple(map(Pattern, (("after [the] (blocks | blockers "
    "| block) [are declared] [,]"), "before [the] damage [,]"))),
    "before attack": tuple(map(Pattern, (
        "before [the | any | his | her] (attacking | attack | combat | battle) [,]",
        "before (he | she) (attacks | swings) [,]",
        "(in | during) [the | his | her | their] main phase [,]",
        "(precombat | pre-combat | in main phase | in the main phase) [,]",
    ))),
    "hand size": tuple(map(Pattern, (
        "[down] to (seven | 7 | hand size | the hand size) [cards | cards in hand] [, | :]",
        "(at | for | to make | due to | because of) [the] (hand size | cleanup | hand limit) [, | :]",
    ))),
    "cost": tuple(map(Pattern, (
        "<pay> {cost:number} [gold | coin] (to | and | , | and then)",
        "<pay> (a | the | his | her | my) [gold | coin] (to | and | , | and then)",
    ))),
    "turn": tuple(map(Pattern, ("(on | during | in) {whose:players} turn [,]",))),
    "own turn": tuple(map(Pattern, ("(on | during | in) {whose:players} own turn [,]",))),
    "attempt": tuple(map(Pattern, (("(tries | tried | wants | wanted | attempts | attempted | decides | decided "
    "| opts) to"),))),
    "filler": tuple(map(Pattern, (
        "(also | just | simply | then | now | first | next | finally | again | so | ok | okay | well) [,]",
        "(immediately | quickly | directly | please | too) [,]", "and", "and then [,]",
    ))),
    "filler behind": tuple(map(Pattern, (
        "(also | again | too | then | now | first | next)", "(immediately | quickly | directly | please)",
        "(right away | straight away | at once)",
    ))),
}  # fmt: skip
"""Time phrases before or after a clause; all except fillers are compared with the game."""
SEPARATORS: Final = tuple(
    map(
        Pattern,
        (
            ".",
            ";",
            ",",
            ", and",
            ", then",
            ", and then",
            "and",
            "and then",
            "then",
            "/",
            ". then",
            ". and",
            "; then",
            ":",
            "but",
            ", but",
            ", so",
            "so",
            "before",
        ),
    )
)
"""Separators of the clauses of a sentence."""


def complement_of(found: Mapping[str, Any], text: str) -> list[Complement]:
    """Return the complements contained in the pattern of a rule, such as ``bounces X with Y``."""
    made = _about_targets(found, text) if "targets" in found else []
    made += [
        Complement(kind, found[kind], text)
        for kind in ("shares", "cost", "strength", "change", "wipe", "happens", "home", "airborne")
        if kind in found
    ]
    if "verb_group" in found:
        made.append(Complement("all", (found["verb_group"], found["group"], None), text))
    if "player" in found and "number" in found:
        made += [
            Complement("target", found["player"], text),
            Complement("total", (found["number"], found["player"]), text),
        ]
    elif "number" in found:
        made.append(Complement("number", found["number"], text))
    if "offense" in found:
        made.append(Complement("amount", found["offense"], text))
    if "sole" in found:
        made.append(Complement("shares", (Share(ALL, found["sole"]),), text))
    return [*made, *_about_source(found, text), *_gained(found, text)]


def _about_source(found: Mapping[str, Any], text: str) -> Iterator[Complement]:
    """Yield complements about the card itself: a higher payment, or the cost of its power."""
    if found.get("kicked"):
        yield Complement("kicked", found["card"], text)
    for key, group in (("sacrificed", "break"), ("countered", "shrink")):
        if found.get(key):
            yield Complement("effect-on-source", (group, found["card"], None, ""), text)


def _gained(found: Mapping[str, Any], text: str) -> Iterator[Complement]:
    """Yield complements about cards drawn, health gained and tokens created."""
    if "form" in found:
        yield Complement("happens", ("create", 1, found["form"], ""), text)
    if "thing" in found:
        yield Complement("happens", ("create", found.get("created", 1), found["thing"], ""), text)
    for key, what in (("draws", "draw"), ("gains", "gain")):
        if key in found:
            yield Complement("happens", (what, found[key], "", ""), text)


def _about_targets(found: Mapping[str, Any], text: str) -> list[Complement]:
    """Return complements about targets: that they are targeted, or what happens to them."""
    if "group" in found and "verb_group" not in found and not {"strength", "change"} & set(found):
        effect = (found["group"], found["targets"], found.get("amount"), found.get("place", ""))
        return [Complement("effect", effect, text)]
    made = [Complement("target", found["targets"], text)]
    return [*made, Complement("amount", found["amount"], text)] if "amount" in found else made
