"""The clauses of plays: every way to say one, as a pattern, with what it means."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.epic.notation.sentences.complements import BACK, Complement
from rules.epic.notation.sentences.vocabulary import EFFECTS
from rules.notation.patterns import Pattern

NOT: Final = (
    "(does not | doesn't | doesnt | do not | don't | dont | will not | won't | wont | did not | didn't "
    " |"
    " chooses not to | chose not to | choose not to | decides not to | elects not to | declines to | declined to |"
    " refuses to | refused to | opts not to)"
)
_OPT: Final = "[the | an | a | his | her | their | its | my]"

_WITH: Final = "(with | using | via | by)"
_ABILITY: Final = "{ability}"
_BLOCKERS: Final = "(block | blocks | blocker | blockers | blocking)"


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to say something.

    Attributes:
        kind: what it is, as ``resolving`` knows it.
        pattern: the words.
        fixed: what the words say without a slot.
        more: whether complements may follow; ``must`` where one has to.
    """

    kind: str
    pattern: Pattern
    fixed: Mapping[str, Any] = field(default_factory=dict)
    more: bool = False
    must: bool = False


def _rules(kind: str, *patterns: str, more: bool = False, must: bool = False, **fixed: Any) -> list[Rule]:
    return [Rule(kind, Pattern(text), fixed, more, must) for text in patterns]


def _line(words: str, *patterns: str) -> list[Rule]:
    return _rules("line", *patterns, words=words)


def _effects() -> list[Rule]:
    rules: list[Rule] = []
    for group in EFFECTS:
        rules += _rules(
            "card", f"<{group}:finite> {{targets}} {BACK} {_WITH} {{card:thing}}",
            f"{_WITH} {{card:thing}} [,] <{group}:finite> {{targets}} {BACK}", more=True, group=group,
        )  # fmt: skip
        rules += _rules("subject", f"{{card:thing}} <{group}:finite> {{targets}} {BACK}", more=True, group=group)
        rules += _rules(
            "subject", f"{{card:whose}} {_ABILITY} [trigger | effect] <{group}:finite> {{targets}} {BACK}", group=group
        )
        rules += _rules("nothing picked", f"<{group}:finite> (nothing | no one | nobody | none)")
        rules += _rules("pick", f"<{group}:finite> {{targets}} {BACK}", more=True, group=group)
        passive = f"{{targets}} (is | are | gets | get | got | was | were) <{group}:pp> {BACK}"
        rules += _rules("card", f"{passive} [by | with | from | via] {{card:thing}}", more=True, group=group)
        rules += _rules("pick", passive, group=group)
    into = "into [a | an] {form:thing}"
    rules += _rules("card", f"<transform:finite> {{targets}} {into} {_WITH} {{card:thing}}", group="transform")
    rules += _rules("subject", f"{{card:thing}} <transform:finite> {{targets}} {into}", group="transform")
    rules += _rules("recall", f"<regain:finite> {{card:thing}} {BACK}", more=True)
    for group in ("damage", "break"):
        rules += _rules(
            "card",
            f"<{group}:finite> {{targets}} for {{amount:number}} [damage] [each] {_WITH} {{card:thing}}",
            more=True,
            group=group,
        )
        rules += _rules(
            "subject", f"{{card:thing}} <{group}:finite> {{targets}} for {{amount:number}} [damage] [each]", group=group
        )
        rules += _rules("pick", f"<{group}:finite> {{targets}} for {{amount:number}} [damage] [each]", group=group)
    return rules


RULES: Final[tuple[Rule, ...]] = (
    # Giving up, ending the turn, passing.
    *_line("concede", "<concede> [[the | this] (game | match | duel)]"),
    *_line(
        "end turn",
        f"<end> [of] {_OPT} [main] (turn | phase)",
        f"(go | goes | went | move | moves | moved | proceed | proceeds | on) to {_OPT} (end | end step "
        "| end phase | end of turn | end of the turn)",
        "(turn ends | end of turn | end step | done)",
        "(is | am | 's) done [with (the | his | her | my) turn] [, end of turn | , turn ends | , end turn]",
    ),
    *_line("pass", "<pass>", f"<pass> {_OPT}" + " (initiative | priority)"),
    *_rules(
        "pass",
        f"<give> [{_OPT} (initiative | priority)] [back | over | on] to {{player}}",
        f"<give> {_OPT} (initiative | priority) (back | over | on)",
        "<pass> (back | on | again | too | as well)",
    ),
    *_rules(
        "nothing",
        "[<have>] no [further | more | other] (response | responses | reaction | reactions | play | plays "
        "| action | actions | effect | effects | trick | tricks) [to (it | that | this)] [from {by:player}]",
        "[<do>] nothing [more | else] [in response] [from {by:player}]",
        f"{NOT} (respond | react | play anything | do anything | play | act | do anything else "
        "| play anything else) [to (it | that | this)]",
        "(lets it resolve | let it resolve | lets it happen | lets that resolve | lets it go | let it go "
        "| yields | waits)",
        "(takes no action | take no action | makes no play | make no play | has nothing | passes without a play)",
    ),
    *_rules(
        "nothing",
        "[<have>] no (response | responses | plays | effects) [from {by:player}] [, | and] [the] turn ends",
        "<pass> [, | and] [the] turn ends",
        ends=True,
    ),
    *_rules(
        "both pass",
        "(both | both players | both of them | everyone | everybody | all players) (pass | passes | passed)",
        "(no one | nobody | neither player) (responds | has a response | does anything)",
        "no (responses | response | plays | effects) from (either player | both players | both | either "
        "| either side | anyone)",
    ),
    *_rules(
        "agree",
        "(ok | okay | fine | sure | agrees | agreed)",
        "(is | am | 's) (fine | ok | okay) [with (it | that | this)]",
    ),
    # The opening hand.
    *_line(
        "keep",
        f"<keep> [{_OPT} [opening | whole | entire | starting | seven | six | five] (hand | cards | seven)]",
        "<keep> (everything | it | all)",
        f"{NOT} [take a] (mulligan | mull)",
        "(no mulligan | no mulligans | without a mulligan)",
    ),
    *_rules("hand", "<mulligan> {things}", "(mulligans | mulligan) [away] {things}", verb="mulligan"),
    # Attacks.
    *_rules(
        "attack",
        "<attack> [in] [(at | on | against | into) {whom:player}] "
        + _WITH
        + " {who:things} [(at | on | against | into) {whom:player}]",
        "<attack> {whom:player} " + _WITH + " {who:things}",
        f"<declare> {_OPT} (attack | attackers | attacker) [(on | against) {{whom:player}}] [: | with | by "
        f"| of] {{who:things}}",
        f"<declare> {{who:things}} as {_OPT} [lone] (attacker | attackers)",
        "<send> {who:things} (in | into battle | into the attack | to attack | to battle | sideways "
        "| in to attack | at) [[at | against] {whom:player}]",
        "{who:things} <attack:finite> [in] [alone]",
        "{who:things} <attack:finite> [in] [at | on | against | into] {whom:player}",
        "{who:things} (is | are) (attacking | declared as [the] (attacker | attackers) | sent in) [{whom:player}]",
        "{who:things} (go | goes | went) (in | to battle | into battle | sideways)",
        more=True,
    ),
    *_rules(
        "attack all",
        "<attack> [in] [(at | on | against | into) {whom:player}] " + _WITH + " {but:everyone}",
        "<attack> {whom:player} " + _WITH + " {but:everyone}",
        "<send> {but:everyone} (in | into battle | into the attack | to attack | at) [[at | against] {whom:player}]",
        f"<declare> {_OPT} (attack | attackers) [(on | against) {{whom:player}}] [: | with | by | of] {{but:everyone}}",
        more=True,
    ),
    # Blocks.
    *_rules(
        "block",
        "<block> [" + _WITH + "] {who:things}",
        "<block> {what:things} " + _WITH + " {who:things}",
        f"<declare> {_OPT} [lone] (block | blocker | blockers | blocks) [: | with | by | of] {{who:things}}",
        f"<declare> {{who:things}} as {_OPT} [lone] (blocker | blockers)",
        "{who:things} <block:finite> [together | it | them | the attack | the attacker | the attackers | alone]",
        "{who:things} <block:finite> {what:things}",
        "{who:things} (is | are) (blocking | declared as [the] (blocker | blockers))",
        "{who:things} (is | are) blocking {what:things}",
        "<block> " + _WITH + " (nothing | no one | nobody) but {who:things}",
        "<put> {who:things} in (front | front of {what:things} | front of the attack | the way of the attack "
        "| the way | the way of {what:things} | front of it | its way)",
        "{what:things} (is | are | gets | get | got | was | were) <block:pp> by {who:things}",
        "<block> (it | them | the attack | the attacker | the attackers) " + _WITH + " {who:things}",
    ),
    *_rules(
        "block",
        "<double> " + _WITH + " {who:things}",
        "<double> {what:things} " + _WITH + " {who:things}",
        "{who:things} <double:finite> [{what:things}]",
        many=2,
    ),
    *_rules(
        "block",
        "<triple> " + _WITH + " {who:things}",
        "<triple> {what:things} " + _WITH + " {who:things}",
        "{who:things} <triple:finite> [{what:things}]",
        many=3,
    ),
    *_rules("block all", "<block> " + _WITH + " {but:everyone}", "<block> {what:things} " + _WITH + " {but:everyone}"),
    *_rules(
        "no block",
        "[declares | declare | declared | has | makes] (no | nobody | no one | no-one | none | not | without "
        f"| 0 | zero) [champion | champions] [to] {_BLOCKERS} [[for] {{what:things}}]",
        f"{NOT} [declare (a | any)] {_BLOCKERS} [{{what:things}} | it | them | the attack | anything | with anything]",
        "(no blocks declared | no block declared | leaves it unblocked | leaves them unblocked)",
        f"(no | nobody | no one | none) {_BLOCKERS} [from {{by:player}}] [[, | and | , and] [he | she "
        "| they] <take> (it | the hit | the damage | it all | everything | all of it)]",
        f"{NOT} block [, | and] [and] <take> (it | the hit | the damage | it all | everything | all of it)",
    ),
    *_rules(
        "through",
        "(lets | let | lets | letting) (it | them | him | her | that | the attack | everything "
        "| {what:things}) (through | in | past | by | hit)",
        "<take> (it | the hit | the damage | all the damage | it all | everything | all of it | the attack "
        "| it on the chin | that)",
        "<take> [the] {amount:number} [damage | points | points of damage]",
    ),
    *_rules(
        "block",
        "{who:things} (jump | jumps | step | steps | get | gets | move | moves) in (front "
        "| the way) [of ({what:things} | it | the attack)]",
    ),
    *_rules(
        "hand", "{things} (go | goes | went) to [the | his | her] (discard | discard pile | graveyard)", verb="discard"
    ),
    *_rules("recall", "<pay> {cost:number} [gold] to <regain> {card:thing} {BACK}".replace("{BACK}", BACK), more=True),
    *_rules("pay for", "<pay> [{amount:number}] [a] health for {card:thing}"),
    *_rules("pick", "(put | puts) {shares}"),
    # Plays and powers.
    *_rules("play", "<play> {card:thing}", "{card:thing} <enter:finite>", more=True),
    *_rules("play", "<pay> (a | one | the | his | her) gold (for | to play | to cast) {card:thing}", cost=1, more=True),
    *_rules("pay for", "<pay> for {card:thing}", more=True),
    *_rules("pay for", f"{NOT} pay for {{card:thing}}", refused=True),
    *_rules("card", "<wipe:finite> [up] the (board | table) " + _WITH + " {card:thing}", wipe=True),
    *_rules(
        "card",
        "<create:finite> {created:number} {thing} " + _WITH + " {card:thing}",
        "<create:finite> (a | an) {thing} " + _WITH + " {card:thing}",
    ),
    *_rules(
        "card",
        "{card:thing} <become:finite> {targets} [a | an] {strength}",
        "<become:finite> {targets} [a | an] {strength} " + _WITH + " {card:thing}",
    ),
    *_rules(
        "card",
        "(give | gives | gave) {targets} {change} [offense] [defense] " + _WITH + " {card:thing}",
        "{card:thing} (gives | gave) {targets} {change} [offense] [defense]",
    ),
    *[
        rule
        for group in ("pump", "shrink")
        for rule in _rules(
            "card", f"<{group}:finite> {{targets}} by {{change:number}} {_WITH} {{card:thing}}", more=True, group=group
        )
    ],
    *_rules(
        "card",
        "use {card:thing}",
        "uses {card:thing}",
        "used {card:thing}",
        "using {card:thing}",
        "{card:thing} is (played | cast)",
        "{card:thing} gets (played | cast)",
        more=True,
    ),
    *_rules("card", "{card:thing}", more=True, must=True),
    *_rules(
        "use",
        "<use> {card:thing}",
        "<use> {card:whose} (power | ability)",
        f"<use> {_OPT} (power | ability) of {{card:thing}}",
        more=True,
    ),
    *_rules(
        "use",
        "<use> {card:whose} {nth:ordinal} (power | ability)",
        f"<use> {_OPT} {{nth:ordinal}} (power | ability) of {{card:thing}}",
        "<use> {card:whose} (power | ability) {nth:number}",
        "<use> {card:thing} [,] (power | ability) {nth:number}",
        "<use> {card:thing} [,] {nth:ordinal} (power | ability)",
        more=True,
    ),
    *_rules("play", "<pay> {cost:number} [gold] (for | to play | to cast) {card:thing}", more=True),
    *_effects(),
    *_rules("card", "<assign> {card:thing} [: | ,] {shares}"),
    *_rules("subject", "{targets} <take:finite> {amount:number} [damage] from {card:thing}", group="damage"),
    *_rules("card", "<pump:finite> {targets} [up] to [a | an] {strength} " + _WITH + " {card:thing}"),
    *_rules("pick", "{targets} (comes | goes | returns | come | go | return) [back] {place}", group="regain"),
    *_rules("card", "<deal> {shares} " + _WITH + " {card:thing}", more=True),
    *_rules(
        "card",
        "<draw> {draws:number} [cards | card] (with | from | off | using | via) {card:thing}",
        "<draw> a card (with | from | off) {card:thing}",
    ),
    *_rules("card", "<gain> {gains:number} [health | life] (with | from | off | using | via) {card:thing}"),
    *_rules("subject", "{card:thing} <deal:finite> {shares}", "{card:whose} " + _ABILITY + " <deal:finite> {shares}"),
    *_rules(
        "subject",
        "{card:whose} "
        + _ABILITY
        + " [trigger | effect] [<target> | on | : | at | hits | goes to | <go:finite>] {targets} [for {amount:number}]",
        "{card:thing} <target:finite> {targets}",
    ),
    # Picks.
    *_rules(
        "pick",
        "(<target> | on | onto | at | against | into | {arrow}) [:] {targets}",
        "to {targets}",
        "{targets} as [the] (target | targets)",
        more=True,
    ),
    *_rules("pick", "(<choose>) [:] {targets}", more=True),
    *_rules(
        "pick",
        f"{_OPT} {_ABILITY} [: | on | <target> | at | hits | goes to] {{targets}}",
        "<deal> {shares}",
        "{shares}",
    ),
    *_rules("stated", "<draw> {number} [card | cards]", "<draw> a card", what="draw"),
    *_rules("stated", "<gain> {number} [health | life]", what="gain"),
    *_rules("stated", "<create> {number} {thing}", "<create> (a | an) {thing}", what="create"),
    *_rules("stated", "{targets} [is | are | gets] (<die:finite> | dead | destroyed | killed | broken)", what="dies"),
    *_rules("stated", "{targets} <survive:finite>", what="survives"),
    *_rules("pick", "[<choose> | for] [x] [= | is] {number}", "[<choose>] x={number}", "[<choose>] x = {number}"),
    *_rules("choose", "<recycle> {things}"),
    *_rules(
        "line",
        f"{NOT} recycle [anything]",
        "(no recycle | no recycling)",
        "<recycle> (none | nothing)",
        words="choose none",
    ),
    *_rules(
        "hand", "<discard> {things}", "{things} (is | are | gets | get) <discard:pp> [by {by:player}]", verb="discard"
    ),
    *_rules(
        "hand",
        "<reveal> {things} [for (loyalty | the loyalty | its loyalty | {card:whose} loyalty)]",
        f"[<use>] {_OPT} loyalty [: | with | by] [<reveal>] {{things}}",
        verb="reveal",
        more=True,
    ),
    *_line(
        "decline",
        f"(no | without | <decline> | {NOT} (use | pay | take | bother with)) {_OPT} loyalty",
        "<reveal> (nothing | none | no card | no cards) [for loyalty]",
        f"{NOT} reveal [anything | any card | a card | cards] [for loyalty]",
    ),
    *_rules("offer", "<accept> [it | that | the offer]", "(yeah | yep | yup)", words="yes"),
    *_rules(
        "offer",
        "(nope | no thanks)",
        "<decline> [it | that | the offer]",
        f"{NOT} [want to | use it | do it | accept | take it]",
        words="no",
    ),
    *_rules(
        "pay health",
        "<pay> [the] {amount:number} (health | life) [for {thing}]",
        "<pay> a (health | life) [for ({thing} | it)]",
    ),
    *_rules("mode", "[<choose> | to] {effect}", "<choose> to {effect}"),
    # Triggers.
    *_rules(
        "resolve",
        f"<resolve> {{card:whose}} {_ABILITY} [{{nth:number}}] [ability | trigger | effect] [first | next]",
        f"<resolve> {_OPT} {_ABILITY} [ability | trigger | effect] (of | from) {{card:thing}} [first | next]",
        f"<resolve> {{card:thing}} [:] {_ABILITY} [first | next]",
        "<resolve> {card:thing} (first | next)",
        f"{{card:whose}} {_ABILITY} [trigger] (first | next)",
        "{card:thing} (first | next)",
        "<start> with {card:thing}",
        f"<start> with {{card:whose}} {_ABILITY}",
    ),
    *_rules(
        "misses",
        f"<miss> {{card:whose}} {_ABILITY} [ability | trigger | effect]",
        f"<miss> {_OPT} {_ABILITY} [ability | trigger | effect] (of | from) {{card:thing}}",
    ),
)
"""Every way to say a play; a clause is one of them from its first word to its last."""

TIMES: Final[Mapping[str, tuple[Pattern, ...]]] = {
    "response": tuple(map(Pattern, (
        "(in | as) [a | direct] (response | reply | answer) [,]", "(in | as a) response to {to:thing} [,]",
        "in (response | reply) to (that | it | this | the attack | the block) [,]", "responding [,]",
    ))),
    "end of turn": tuple(map(Pattern, (
        "(at | on | in) [the] end of [the | his | her | their | my | this] turn [,]", ("(at "
        "| on) [the] end of {whose:players} turn [,]"),
        "(at | on) [the] end step [,]", "[at] (eot | end of turn) [,]", "(at | on) turn end [,]",
    ))),
    "before blocks": tuple(map(Pattern, (("before [the] (blocks "
    "| blockers) [are declared] [,]"), "before blocking [,]"))),
    "after blocks": tuple(map(Pattern, (("after [the] (blocks | blockers "
    "| block) [are declared] [,]"), "before [the] damage [,]"))),
    "turn": tuple(map(Pattern, ("(on | during | in) {whose:players} [own] turn [,]",))),
    "attempt": tuple(map(Pattern, (("(tries | tried | wants | wanted | attempts | attempted | decides | decided "
    "| opts) to"),))),
    "filler": tuple(map(Pattern, (
        "(also | just | simply | then | now | first | next | finally | again | so | ok | okay | well) [,]",
        "(immediately | quickly | directly | please | too) [,]", "and", "and then [,]",
    ))),
    "filler behind": tuple(map(Pattern, (
        "(also | again | too | then | now | first | next)", "(immediately | quickly | directly | please)",
    ))),
}  # fmt: skip
"""What may be said of the moment before or behind a clause; all but fillers are compared with the game."""
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
        ),
    )
)
"""What stands between two clauses of a sentence."""


def complement_of(found: Mapping[str, Any], text: str) -> list[Complement]:
    """Return the complements that the words of a rule itself hold, such as ``bounces X with Y``."""
    made = _about_targets(found, text) if "targets" in found else []
    made += [
        Complement(kind, found[kind], text)
        for kind in ("shares", "number", "cost", "strength", "change", "wipe")
        if kind in found
    ]
    if "form" in found:
        made.append(Complement("happens", ("create", 1, found["form"], ""), text))
    if "thing" in found:
        made.append(Complement("happens", ("create", found.get("created", 1), found["thing"], ""), text))
    for key, what in (("draws", "draw"), ("gains", "gain")):
        if key in found:
            made.append(Complement("happens", (what, found[key], "", ""), text))
    return made


def _about_targets(found: Mapping[str, Any], text: str) -> list[Complement]:
    """Return what a rule says of its targets: that they are targeted, or what happens to them."""
    if "group" in found and not {"strength", "change"} & set(found):
        effect = (found["group"], found["targets"], found.get("amount"), found.get("place", ""))
        return [Complement("effect", effect, text)]
    made = [Complement("target", found["targets"], text)]
    return [*made, Complement("amount", found["amount"], text)] if "amount" in found else made
