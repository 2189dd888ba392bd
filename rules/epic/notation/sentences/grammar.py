"""Grammar of plays.

The patterns of clauses, the connectives between them, and phrases of time.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.epic.notation.sentences.answer_rules import ANSWER_RULES
from rules.epic.notation.sentences.battle_rules import BATTLE_RULES
from rules.epic.notation.sentences.complements import Complement, located
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
        "(at | on | in) {whose:players} (end of turn | turn end | end step | end phase) [,]",
        "[at | on | in] [the] end step [,]", "before [the] (turn ends | end of turn) [,]",
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
    "instant": tuple(map(Pattern, ("at (instant | ambush) speed [,]", "as an (ambush | instant) [,]"))),
    "holding": tuple(map(Pattern, (
        "(has | holds | holding | with) {cards:number} cards [in hand] (and | , | so | , so | , and) [has to | must]",
    ))),
    "damage step": tuple(map(Pattern, ("(damage | combat damage) (: | ,)",))),
    "cost": tuple(map(Pattern, (
        "<pay> {cost:number} [gold | coin] (to | and | , | and then)",
        "<pay> (a | the | his | her | my) [gold | coin] (to | and | , | and then)",
        "(uses | use | used) (a | the | his | her | my) (gold | coin) to",
    ))),
    "turn": tuple(map(Pattern, ("(on | during | in) {whose:players} turn [,]",))),
    "turn begins": tuple(map(Pattern, (
        "(untaps | untap | unexpends) [, | and | , and] (draws | draw) [a card] (, | and | , and | then | , then)",
        "(untaps | untap | unexpends) (, | and | , and | then | , then)",
    ))),
    "own turn": tuple(map(Pattern, ("(on | during | in) {whose:players} own turn [,]",))),
    "attempt": tuple(map(Pattern, (("(tries | tried | wants | wanted | attempts | attempted | decides | decided "
    "| opts | plans | planned) to"), "will", "(is | am | 's) going to",
        "would (like | love | prefer) to", "would rather", "{progressive}",
        "(says | said | states | stated) [that] (he | she | they)", "announces that (he | she | they)"))),
    "filler": tuple(map(Pattern, (
        "(also | just | simply | then | now | first | next | finally | again | so | ok | okay | well) [,]",
        "(immediately | quickly | directly | please | too) [,]", "and", "and then [,]",
        "(nah | no thanks | nope | alright | all right | right) ,",
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


def complement_of(bindings: Mapping[str, Any], text: str) -> list[Complement]:
    """Return the complements contained in the pattern of a rule.

    For example ``bounces X with Y``.
    """
    made = _about_targets(bindings, text) if "targets" in bindings else []
    made += [
        Complement(kind, bindings[kind], text)
        for kind in ("duration", "shares", "cost", "strength", "change", "wipe", "happens", "home", "airborne")
        if kind in bindings
    ]
    if "verb_group" in bindings:
        made.append(Complement("all", (bindings["verb_group"], bindings["group"], None), text))
    if "player" in bindings and "number" in bindings:
        made += [
            Complement("target", bindings["player"], text),
            Complement("total", (bindings["number"], bindings["player"]), text),
        ]
    elif "number" in bindings:
        made.append(Complement("number", bindings["number"], text))
    if "keyword" in bindings:
        made = [each for each in made if each.kind != "target"]
        made.append(Complement("grant", (bindings["keyword"], bindings["targets"]), text))
    if "offense" in bindings:
        made.append(Complement("amount", bindings["offense"], text))
    if "sole" in bindings:
        made.append(Complement("shares", (Share(ALL, bindings["sole"]),), text))
    return [*made, *_about_source(bindings, text), *_gained(bindings, text)]


def _about_source(bindings: Mapping[str, Any], text: str) -> Iterator[Complement]:
    """Yield complements about the card itself.

    They are a higher payment, or the cost of its power.
    """
    if bindings.get("kicked"):
        yield Complement("kicked", bindings["card"], text)
    for key, group in (("sacrificed", "break"), ("countered", "shrink")):
        if bindings.get(key):
            yield Complement("effect-on-source", (group, bindings["card"], None, ""), text)


def _gained(bindings: Mapping[str, Any], text: str) -> Iterator[Complement]:
    """Yield complements about cards drawn, health gained and tokens created."""
    if "form" in bindings:
        yield Complement("happens", ("create", 1, bindings["form"], ""), text)
    if "thing" in bindings:
        yield Complement("happens", ("create", bindings.get("created", 1), bindings["thing"], ""), text)
    for key, action in (("draws", "draw"), ("gains", "gain")):
        if key in bindings:
            yield Complement("happens", (action, bindings[key], "", ""), text)


def _about_targets(bindings: Mapping[str, Any], text: str) -> list[Complement]:
    """Return complements about targets.

    They are targeted, or something happens to them.
    """
    if "group" in bindings and "verb_group" not in bindings and not {"strength", "change"} & set(bindings):
        effect = (bindings["group"], located(bindings), bindings.get("amount"), bindings.get("place", ""))
        return [Complement("effect", effect, text)]
    made = [Complement("target", bindings["targets"], text)]
    return [*made, Complement("amount", bindings["amount"], text)] if "amount" in bindings else made
