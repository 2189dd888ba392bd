"""The clauses of plays: every way to say one, as a pattern, with what it means."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.epic.notation.sentences.complements import BACK, Complement
from rules.epic.notation.sentences.damage_shares import ALL, Share
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
_AIR: Final = "(in | through | from) the {airborne:air}"
_SUFFERS: Final = (
    "(<take> {amount:points} [and [he | she] <drop> [down] to {left:number} [health]] "
    "| [<take> (it | the hit | the damage) [,] and] <drop> [down] to {left:number} [health])"
)
"""What unblocked attackers do: how much damage is taken, how much health is left."""
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
        rules += _rules("nothing picked", f"<{group}:finite> (nothing | no one | nobody | none) {BACK}")
        rules += _rules(
            "card", f"<{group}:finite> {{group}} {BACK} {_WITH} {{card:thing}}",
            f"{_WITH} {{card:thing}} [,] <{group}:finite> {{group}} {BACK}",
            f"{{card:thing}} <{group}:finite> {{group}} {BACK}", more=True, verb_group=group,
        )  # fmt: skip
        suffered = f"(is | are | gets | get | got | was | were) <{group}:pp> {BACK}"
        rules += _rules("suffer", f"{suffered} (by | with | from) {{card:thing}}", more=True, group=group)
        rules += _rules("pick", f"<{group}:finite> {{targets}} {BACK}", more=True, group=group)
        passive = f"{{targets}} (is | are | gets | get | got | was | were) <{group}:pp> {BACK}"
        rules += _rules("card", f"{passive} [by | with | from | via] {{card:thing}}", more=True, group=group)
        rules += _rules(
            "card",
            f"{passive} (with | from | via | using) {{card:thing}} by {{by:player}}",
            f"{passive} by {{by:player}} (with | via | using) {{card:thing}}",
            more=True,
            group=group,
        )
        rules += _rules("pick", passive, group=group)
    into = "into [a | an] {form:thing}"
    rules += _rules("card", f"<transform:finite> {{targets}} {into} {_WITH} {{card:thing}}", group="transform")
    rules += _rules("subject", f"{{card:thing}} <transform:finite> {{targets}} {into}", group="transform")
    rules += _rules("recall", f"<regain:finite> {{card:thing}} {BACK}", more=True)
    for group in ("damage", "break", "affect"):
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
        "(is | am | 's) done [with (the | his | her | my) turn | for (the | this) turn] [, end of turn | , turn ends "
        "| , end turn]",
    ),
    *_rules(
        "peaceful end",
        f"<end> [of] {_OPT} [main] (turn | phase) without (attacking | an attack | any attack)",
        "(no attack | no attacks) [, | and | ; | and then] [<end>] [the | his | her | my] "
        "(end of turn | turn ends | turn)",
        f"{NOT} attack [, | and | ; | and then] <end> {_OPT} turn",
    ),
    *_line("end turn", "<say> (go | done | end of turn)", "(that's | that is) it for {whose:players} turn"),
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
        "(responds | respond | responded | replies | answers) with nothing",
        "(stays | stay) (quiet | put)",
        f"{NOT} (respond | react | play anything | do anything | play | act | do anything else "
        "| play anything else) [to (it | that | this)]",
        "(lets it resolve | let it resolve | lets it happen | lets that resolve | lets it go | let it go "
        "| yields | waits)",
        "(takes no action | take no action | makes no play | make no play | has nothing | passes without a play)",
    ),
    *_rules(
        "nothing",
        "[<have>] (no (response | responses | plays | effects) | nothing) [from {by:player}] [, | and] [so] [the] "
        "(turn ends | end of turn)",
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
        "(ok | okay | fine | sure | agrees | agreed) [from {by:player}]",
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
        f"<attack> [[(at | on | against | into)] {{whom:player}}] {_AIR} {_WITH} {{who:things}}",
        "<hold> {home:things} (home | back | at home | behind) [, | and | but | , but | , and] <attack> [in] [(at | on "
        "| against | into) {whom:player}] " + _WITH + " {who:things}",
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
        "{who:things} <attack:finite> [in] [at | on | against | into] {whom:player} [alone]",
        more=True,
    ),
    *_rules(
        "attack",
        "<attack> [in] [(at | on | against | into) {whom:player}] for {offense:number} [damage] "
        + _WITH
        + " {who:things}",
        "{whom:player} (is | gets | got | was) <attack:pp> by {who:things}",
        more=True,
    ),
    *_rules("attacked", "(is | gets | got | was) <attack:pp> by {who:things}", more=True),
    *_rules(
        "attack all",
        "<attack> [in] [(at | on | against | into) {whom:player}] "
        + _WITH
        + " {all:group} [(at | on | against | into) "
        "{whom:player}]",
        "{but:everyone} <attack:finite> [in] [[at | on | against | into] {whom:player}]",
        "<send> in ({but:everyone} | {all:group})",
        "<send> {all:group} (in | at {whom:player})",
        "(alpha | alphas | all-out attack | alpha strike | alpha strikes | swings out | swing out "
        "| goes all in | all in) "
        "[at {whom:player}]",
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
        "(is | are | gets | get | got | was | were) <block:pp> by {who:things}",
        "{whose:players} (blocker | blockers | block) (is | are) {who:things}",
        f"{NOT} <block> with {{not:things}} but [with] {{who:things}}",
        "<block> not with {not:things} but [with] {who:things}",
        "<block> with {who:things} [,] (and not | not | rather than | instead of) [with] {not:things}",
        "<block> {what:things} with {who:things} [,] (and not | not | rather than | instead of) [with] {not:things}",
    ),
    *_rules(
        "block",
        "<double> (: | on it with) {who:things}",
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
    *_rules("block all", "{but:everyone} <block:finite>"),
    *_rules("block all", "<block> [{what:things}] " + _WITH + " {all:group}"),
    *_rules("block all", "<block> " + _WITH + " {but:everyone}", "<block> {what:things} " + _WITH + " {but:everyone}"),
    *_rules(
        "no block",
        "[declares | declare | declared | has | makes] (no | nobody | no one | no-one | none | not | without "
        f"| 0 | zero) [champion | champions] [to] {_BLOCKERS} [[for] {{what:things}}]",
        f"{NOT} [declare (a | any)] {_BLOCKERS} [{{what:things}} | it | them | the attack | anything | with anything]",
        "(no blocks declared | no block declared | leaves it unblocked | leaves them unblocked "
        "| it's unblocked | it is unblocked | goes unblocked)",
        f"(no | nobody | no one | none) {_BLOCKERS} [from {{by:player}}] [[, | and | , and] [he | she "
        "| they] <take> (it | the hit | the damage | it all | everything | all of it)]",
        f"{NOT} block [, | and] [and] <take> (it | the hit | the damage | it all | everything | all of it)",
        f"{NOT} block [anything] [, | and | , and | so] [he | she | they] {_SUFFERS}",
        f"(no | nobody | no one | none) {_BLOCKERS} [from {{by:player}}] [, | and | , and | ; | so] [he | she | they "
        f"| {{by:player}}] {_SUFFERS}",
    ),
    *_rules(
        "through",
        "(lets | let | lets | letting) (it | them | him | her | that | the attack | everything | the damage "
        "| all of it "
        "| it all | {what:things}) (through | in | past | by | hit)",
        "<take> (it | the hit | the damage | all the damage | it all | everything | all of it | the attack "
        "| it on the chin | that)",
        "<take> [the] {amount:number} [damage | points | points of damage]",
        _SUFFERS,
    ),
    *_rules(
        "block",
        "{who:things} (jump | jumps | step | steps | get | gets | move | moves) in (front "
        "| the way) [of ({what:things} | it | the attack)]",
    ),
    *_rules(
        "hand", "{things} (go | goes | went) to [the | his | her] (discard | discard pile | graveyard)", verb="discard"
    ),
    *_rules(
        "hand",
        "(puts | put) {things} (into | in | to | on) [the | his | her | their] (discard | discard pile | graveyard)",
        verb="discard",
    ),
    *_rules("hand", "<shed> {things}", verb="shed"),
    *_rules(
        "hand",
        "<discard> down to (seven | 7 | hand size | the hand size) [cards] [: | , | by discarding | with] {things}",
        verb="discard",
    ),
    *_rules(
        "keep but",
        "<keep> {but:everyone}",
        "<keep> [the | his | her] [whole | entire] (hand | cards) except {but:things}",
    ),
    *_rules("recall", "<pay> {cost:number} [gold] to <regain> {card:thing} {BACK}".replace("{BACK}", BACK), more=True),
    *_rules("pay for", "<pay> [{amount:number}] [a] health for {card:thing}"),
    *_rules("pick", "(put | puts) {shares}"),
    # Plays and powers.
    *_rules(
        "play",
        "<play> {card:thing}",
        "{card:thing} <enter:finite>",
        "(<play> | puts | put | brings | bring | brought) {card:thing} (in | down | into play)",
        "(throws | threw) {card:thing} down",
        more=True,
    ),
    *_rules("card", "<pay> (a | one | the | his | her) gold (for | to play | to cast) {card:thing}", cost=1, more=True),
    *_rules(
        "play",
        "(<pay> | uses | use | used | using) (a | one | the | his | her | my) (gold | coin) (on | for) {card:thing}",
        cost=1,
        more=True,
    ),
    *_rules(
        "play",
        "<aim> {card:thing} [straight] (at | into | onto | on | toward | towards) {targets}",
        more=True,
    ),
    *_rules("play", "<kick> {card:thing}", kicked=True, more=True),
    *_rules("card", "<cycle> {card:thing}", "<cycle> {card:thing} away", happens=("draw", -1, "", ""), more=True),
    *_rules("card", "{card:verbed} {targets}", more=True),
    *_rules("card", "{targets} (is | are | gets | get | got | was | were) {card:verbed}", more=True),
    *_rules("suffer", "(is | gets | get | got | was) {card:verbed}", group="affect", more=True),
    *_rules("card", "<have> {card:thing}", more=True, must=True),
    *_rules("card", "(make | makes | made | let | lets) {card:thing}", more=True, must=True),
    *_rules("card", "{targets} <die:finite> (to | from) {card:thing}", group="break", more=True),
    *_rules("subject", f"{{targets}} <die:finite> (to | from) {{card:whose}} {_ABILITY}", group="break"),
    *_rules("card", "(goes | go | went | straight) [to | for] [the] {targets} with {card:thing}", more=True),
    *_rules("use", "<sacrifice> {targets} (to | for | with) {card:thing}", group="break", offered=True, more=True),
    *_rules("suffer", "<die:finite> (to | from) {card:thing}", group="break", more=True),
    *_rules("suffer", "<take> (a | an | the) {card:thing} [to [the | his | her] face]", group="affect", more=True),
    *_rules("suffer", "<take> {amount:points} (from | off) {card:thing}", group="damage", more=True),
    *_rules(
        "suffer", "<drop> [down] to [just | only] {number} [health] (from | off | after | with) {card:thing}", more=True
    ),
    *_rules("card", "{targets} <take:finite> (a | an | the) {card:thing}", group="affect", other=True, more=True),
    *_rules("card", "{shares} (from | off | with | by | via | using) {card:thing}", more=True),
    *_rules(
        "card",
        "{card:thing} <leave:finite> {player} [up | down] (to | at | on) [just | only] {number} [health]",
        more=True,
    ),
    *_rules("card", "{card:thing} <wipe:finite> [up] the (board | table)", wipe=True),
    *_rules("use", "<sacrifice> {card:thing}", sacrificed=True, more=True),
    *_rules(
        "use",
        "<remove> (a | one | 1 | an) [+1/+1] (counter | token) (from | off | of) {card:thing}",
        "<remove> {card:whose} counter",
        countered=True,
        more=True,
    ),
    *_rules("pay for", "<pay> for {card:thing}", more=True),
    *_rules("pay for", f"{NOT} pay for {{card:thing}}", refused=True),
    *_rules(
        "pay for",
        f"<decline> {{card:whose}} {_ABILITY} [trigger | effect | ability]",
        "<decline> {card:whose} (trigger | effect | offer)",
        f"{NOT} pay [anything | the health | health | 1 health] for {{card:thing}}",
        f"{NOT} use {{card:whose}} {_ABILITY} [trigger | effect | ability]",
        refused=True,
    ),
    *_rules("pay for", "(1 | one | a) [health] for {card:thing}", elided=True),
    *_rules("pay for", "for {card:thing}", elided=True),
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
    *_rules("card", "<pay> {number} (health | life) (for | into | with | on) {card:thing}", more=True),
    *_rules("card", "<pay> {cost:number} [gold] (for | to play | to cast) {card:thing}", more=True),
    *_effects(),
    *_rules("card", "<assign> {card:thing} [: | ,] {shares}"),
    *_rules("card", "<assign> {card:thing} (between | among | over | to | on) {targets}"),
    *_rules(
        "card",
        "(puts | put) all [of] {card:thing} (into | on | onto | at) {sole:target}",
        "<assign> all [of] {card:thing} (to | into | on) {sole:target}",
    ),
    *_rules("subject", "{targets} <take:finite> {amount:number} [damage] from {card:thing}", group="damage"),
    *_rules("card", "<pump:finite> {targets} [up] to [a | an] {strength} " + _WITH + " {card:thing}"),
    *_rules("pick", "{targets} (comes | goes | returns | come | go | return) [back] {place}", group="regain"),
    *_rules("card", "<deal> {shares} " + _WITH + " {card:thing}", more=True),
    *_rules(
        "card",
        "<draw> {draws:number} [cards | card] (with | from | off | using | via) {card:thing}",
        "<draw> a card (with | from | off) {card:thing}",
        "{card:thing} <draw:finite> {draws:number} [cards | card]",
        more=True,
    ),
    *_rules("card", "<gain> {gains:number} [health | life] (with | from | off | using | via) {card:thing}"),
    *_rules(
        "subject",
        "{card:thing} (<deal:finite> | puts | put) {shares}",
        "{card:whose} " + _ABILITY + " <deal:finite> {shares}",
    ),
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
        "(<deal> | <assign>) {shares}",
        "{shares}",
    ),
    *_rules("stated", "<draw> {number} [card | cards]", "<draw> a card", what="draw"),
    *_rules("stated", "<gain> {number} [health | life]", what="gain"),
    *_rules("stated", "<create> {number} {thing}", "<create> (a | an) {thing}", what="create"),
    *_rules("stated", "{targets} [is | are | gets] (<die:finite> | dead | destroyed | killed | broken)", what="dies"),
    *_rules("stated", "{targets} <survive:finite>", what="survives"),
    *_rules(
        "stated",
        "[{who:things}] <trade:finite> [with ({targets} | it | them | the attacker | the attackers)]",
        what="trades",
    ),
    *_rules("stated", "(<die:finite> | dying)", what="dies"),
    *_rules("stated", "<survive:finite>", what="survives"),
    *_rules("stated", "[{who:things}] <break:finite> {targets}", "(eats | eat) {targets}", what="kills"),
    *_rules("stated", "<take> {points}", what="takes"),
    *_rules("stated", "<drop> [down] to [just | only] {number} [health]", what="total"),
    *_rules("stated", "{home:things} <hold:finite> (home | back | at home | behind)", what="home"),
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
    *_rules(
        "offer",
        "<accept> [it | that | the offer]",
        "(yeah | yep | yup)",
        "<pay> [it | for it | for that | the health | the cost]",
        words="yes",
    ),
    *_rules(
        "offer",
        "(nope | no thanks)",
        "<decline> [it | that | the offer | the trigger | the tribute | its tribute | the effect]",
        f"{NOT} pay [it | for it | anything | the health | health | 1 health]",
        f"{NOT} [want to | use it | do it | accept | take it]",
        words="no",
    ),
    *_rules(
        "pay health",
        "<pay> [the] {amount:number} (health | life) [for {thing}]",
        "<pay> a (health | life) [for ({thing} | it)]",
        "<pay> (a | the | one) (health | life) (to <create> | for | making | creating) (a | an) {created:thing}",
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
            ", so",
            "so",
            "before",
        ),
    )
)
"""What stands between two clauses of a sentence."""


def complement_of(found: Mapping[str, Any], text: str) -> list[Complement]:
    """Return the complements that the words of a rule itself hold, such as ``bounces X with Y``."""
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
    """Yield what a rule says of the card itself: that more is paid for it, or what its power costs it."""
    if found.get("kicked"):
        yield Complement("kicked", found["card"], text)
    for key, group in (("sacrificed", "break"), ("countered", "shrink")):
        if found.get(key):
            yield Complement("effect-on-source", (group, found["card"], None, ""), text)


def _gained(found: Mapping[str, Any], text: str) -> Iterator[Complement]:
    """Yield what a rule says is drawn, gained or created."""
    if "form" in found:
        yield Complement("happens", ("create", 1, found["form"], ""), text)
    if "thing" in found:
        yield Complement("happens", ("create", found.get("created", 1), found["thing"], ""), text)
    for key, what in (("draws", "draw"), ("gains", "gain")):
        if key in found:
            yield Complement("happens", (what, found[key], "", ""), text)


def _about_targets(found: Mapping[str, Any], text: str) -> list[Complement]:
    """Return what a rule says of its targets: that they are targeted, or what happens to them."""
    if "group" in found and "verb_group" not in found and not {"strength", "change"} & set(found):
        effect = (found["group"], found["targets"], found.get("amount"), found.get("place", ""))
        return [Complement("effect", effect, text)]
    made = [Complement("target", found["targets"], text)]
    return [*made, Complement("amount", found["amount"], text)] if "amount" in found else made
