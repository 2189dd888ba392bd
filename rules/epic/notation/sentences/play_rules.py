"""Patterns for plays and powers, and for their effects."""

from typing import Final

from rules.epic.notation.sentences.complements import BACK
from rules.epic.notation.sentences.rule import ABILITY, NOT, OPT, WITH, Rule, rules_of
from rules.epic.notation.sentences.vocabulary import EFFECTS


def _effects() -> list[Rule]:
    rules: list[Rule] = []
    for group in EFFECTS:
        rules += rules_of(
            "card", f"<{group}:finite> {{targets}} {BACK} {WITH} {{card:thing}}",
            f"{WITH} {{card:thing}} [,] <{group}:finite> {{targets}} {BACK}", more=True, group=group,
        )  # fmt: skip
        rules += rules_of("subject", f"{{card:thing}} <{group}:finite> {{targets}} {BACK}", more=True, group=group)
        rules += rules_of(
            "subject", f"{{card:whose}} {ABILITY} [trigger | effect] <{group}:finite> {{targets}} {BACK}", group=group
        )
        rules += rules_of(
            "subject",
            f"<{group}:finite> {{targets}} {BACK} {WITH} {{card:whose}} {ABILITY} [trigger | effect]",
            group=group,
        )
        rules += rules_of("nothing picked", f"<{group}:finite> (nothing | no one | nobody | none) {BACK}")
        rules += rules_of(
            "card", f"<{group}:finite> {{group}} {BACK} {WITH} {{card:thing}}",
            f"{WITH} {{card:thing}} [,] <{group}:finite> {{group}} {BACK}",
            f"{{card:thing}} <{group}:finite> {{group}} {BACK}", more=True, verb_group=group,
        )  # fmt: skip
        suffered = f"(is | are | gets | get | got | was | were) <{group}:pp> {BACK}"
        rules += rules_of("suffer", f"{suffered} (by | with | from) {{card:thing}}", more=True, group=group)
        rules += rules_of("pick", f"<{group}:finite> {{targets}} {BACK}", more=True, group=group)
        passive = f"{{targets}} (is | are | gets | get | got | was | were) <{group}:pp> {BACK}"
        rules += rules_of("card", f"{passive} [by | with | from | via] {{card:thing}}", more=True, group=group)
        rules += rules_of(
            "card",
            f"{passive} (with | from | via | using) {{card:thing}} by {{by:player}}",
            f"{passive} by {{by:player}} (with | via | using) {{card:thing}}",
            more=True,
            group=group,
        )
        rules += rules_of("pick", passive, group=group)
    into = "into [a | an] {form:thing}"
    rules += rules_of("card", f"<transform:finite> {{targets}} {into} {WITH} {{card:thing}}", group="transform")
    rules += rules_of("subject", f"{{card:thing}} <transform:finite> {{targets}} {into}", group="transform")
    rules += rules_of("recall", f"<regain:finite> {{card:thing}} {BACK}", more=True)
    for group in ("damage", "break", "affect"):
        rules += rules_of(
            "card",
            f"<{group}:finite> {{targets}} for {{amount:number}} [damage] [each] {WITH} {{card:thing}}",
            more=True,
            group=group,
        )
        rules += rules_of(
            "subject", f"{{card:thing}} <{group}:finite> {{targets}} for {{amount:number}} [damage] [each]", group=group
        )
        rules += rules_of("pick", f"<{group}:finite> {{targets}} for {{amount:number}} [damage] [each]", group=group)
    return rules


PLAY_RULES: Final[tuple[Rule, ...]] = (
    *rules_of("recall", f"<pay> {{cost:number}} [gold] to <regain> {{card:thing}} {BACK}", more=True),
    *rules_of("pay for", "<pay> [{amount:number}] [a] health for {card:thing}"),
    *rules_of("pick", "(put | puts) {shares}"),
    # Plays and powers.
    *rules_of(
        "play",
        "<play> {card:thing}",
        "{card:thing} <enter:finite>",
        "(<play> | puts | put | brings | bring | brought) {card:thing} (in | down | into play)",
        "(throws | threw) {card:thing} down",
        more=True,
    ),
    *rules_of(
        "card", "<pay> (a | one | the | his | her) gold (for | to play | to cast) {card:thing}", cost=1, more=True
    ),
    *rules_of(
        "play",
        "(the | his | her | my) gold (goes | went) (into | on | to | for) {card:thing}",
        "(<pay> | uses | use | used | using) (a | one | the | his | her | my) (gold | coin) (on | for) {card:thing}",
        cost=1,
        more=True,
    ),
    *rules_of(
        "play",
        "<aim> {card:thing} [straight] (at | into | onto | on | toward | towards) {targets}",
        more=True,
    ),
    *rules_of(
        "play",
        "<aim> (a | the | his | her) free {card:thing} [straight] (at | into | on | toward) {targets}",
        "<play> (a | the | his | her) free {card:thing}",
        cost=0,
        more=True,
    ),
    *rules_of("card", "{card:verbed} {targets} [back] {place}", group="bounce", more=True),
    *rules_of("card", f"<borrow> {{targets}} {WITH} {{card:thing}}", group="steal", duration=False, more=True),
    *rules_of(
        "card",
        f"<take:finite> {{targets}} {WITH} {{card:thing}}",
        f"<take:finite> {{targets}} {{duration}} {WITH} {{card:thing}}",
        f"<take:finite> {{targets}} {WITH} {{card:thing}} {{duration}}",
        group="steal",
        more=True,
    ),
    *rules_of("card", "{card:verbed} {targets} into play", group="reanimate", more=True),
    *rules_of("card", "{card:verbed} {targets} into [a | an] {form:thing}", group="transform", more=True),
    *rules_of("card", "{card:verbed} {group}", verb_group="affect", more=True),
    *rules_of(
        "card",
        "(gives | give | gave | grants | <become>) {targets} {keyword} " + WITH + " {card:thing}",
        "{card:thing} (gives | give | gave | grants | <become>) {targets} {keyword}",
    ),
    *rules_of("play", "<kick> {card:thing}", kicked=True, more=True),
    *rules_of("card", "<cycle> {card:thing}", "<cycle> {card:thing} away", happens=("draw", -1, "", ""), more=True),
    *rules_of("card", "{card:verbed} {targets}", more=True),
    *rules_of("card", "{targets} (is | are | gets | get | got | was | were) {card:verbed}", more=True),
    *rules_of("suffer", "(is | gets | get | got | was) {card:verbed}", group="affect", more=True),
    *rules_of("card", "<have> {card:thing}", more=True, must=True),
    *rules_of("card", "(make | makes | made | let | lets) {card:thing}", more=True, must=True),
    *rules_of("card", "{targets} <die:finite> (to | from) {card:thing}", group="break", more=True),
    *rules_of("subject", f"{{targets}} <die:finite> (to | from) {{card:whose}} {ABILITY}", group="break"),
    *rules_of("card", "(goes | go | went | straight) [to | for] [the] {targets} with {card:thing}", more=True),
    *rules_of("use", "<sacrifice> {targets} (to | for | with) {card:thing}", group="break", offered=True, more=True),
    *rules_of("suffer", "<die:finite> (to | from) {card:thing}", group="break", more=True),
    *rules_of("suffer", "<take> (a | an | the) {card:thing} [to [the | his | her] face]", group="affect", more=True),
    *rules_of("suffer", "<take> {amount:points} (from | off) {card:thing}", group="damage", more=True),
    *rules_of(
        "suffer", "<drop> [down] to [just | only] {number} [health] (from | off | after | with) {card:thing}", more=True
    ),
    *rules_of("card", "{targets} <take:finite> (a | an | the) {card:thing}", group="affect", other=True, more=True),
    *rules_of("card", "{shares} (from | off | with | by | via | using) {card:thing}", more=True),
    *rules_of(
        "card",
        "{card:thing} <leave:finite> {player} [up | down] (to | at | on) [just | only] {number} [health]",
        more=True,
    ),
    *rules_of("card", "{card:thing} <wipe:finite> [up] the (board | table)", wipe=True),
    *rules_of("use", "<sacrifice> {card:thing}", sacrificed=True, more=True),
    *rules_of(
        "use",
        "<remove> (a | one | 1 | an) [+1/+1] (counter | token) (from | off | of) {card:thing}",
        "<remove> {card:whose} counter",
        countered=True,
        more=True,
    ),
    *rules_of("pay for", "<pay> for {card:thing}", more=True),
    *rules_of("pay for", f"{NOT} pay for {{card:thing}}", refused=True),
    *rules_of(
        "pay for",
        f"<decline> {{card:whose}} {ABILITY} [trigger | effect | ability]",
        "<decline> {card:whose} (trigger | effect | offer)",
        f"{NOT} pay [anything | the health | health | 1 health] for {{card:thing}}",
        f"{NOT} use {{card:whose}} {ABILITY} [trigger | effect | ability]",
        refused=True,
    ),
    *rules_of("pay for", "(1 | one | a) [health] for {card:thing}", elided=True),
    *rules_of("pay for", "for {card:thing}", elided=True),
    *rules_of("card", "<wipe:finite> [up] the (board | table) " + WITH + " {card:thing}", wipe=True),
    *rules_of(
        "card",
        "{card:thing} <create:finite> (me | him | her) {created:number} {thing}",
        "{card:thing} <create:finite> (me | him | her) (a | an) {thing}",
        "<create:finite> {created:number} {thing} " + WITH + " {card:thing}",
        "<create:finite> (a | an) {thing} " + WITH + " {card:thing}",
    ),
    *rules_of(
        "card",
        "{card:thing} <become:finite> {targets} [a | an] {strength}",
        "<become:finite> {targets} [a | an] {strength} " + WITH + " {card:thing}",
    ),
    *rules_of(
        "card",
        "(give | gives | gave) {targets} {change} [offense] [defense] " + WITH + " {card:thing}",
        "{card:thing} (gives | gave) {targets} {change} [offense] [defense]",
    ),
    *[
        rule
        for group in ("pump", "shrink")
        for rule in rules_of(
            "card", f"<{group}:finite> {{targets}} by {{change:number}} {WITH} {{card:thing}}", more=True, group=group
        )
    ],
    *rules_of(
        "card",
        "use {card:thing}",
        "uses {card:thing}",
        "used {card:thing}",
        "using {card:thing}",
        "{card:thing} is (played | cast)",
        "{card:thing} gets (played | cast)",
        more=True,
    ),
    *rules_of("card", "{card:thing}", more=True, must=True),
    *rules_of(
        "use",
        "<use> {card:thing}",
        "<use> {card:whose} (power | ability)",
        f"<use> {OPT} (power | ability) of {{card:thing}}",
        more=True,
    ),
    *rules_of(
        "use",
        "<use> {card:whose} {nth:ordinal} (power | ability)",
        f"<use> {OPT} {{nth:ordinal}} (power | ability) of {{card:thing}}",
        "<use> {card:whose} (power | ability) {nth:number}",
        "<use> {card:thing} [,] (power | ability) {nth:number}",
        "<use> {card:thing} [,] {nth:ordinal} (power | ability)",
        more=True,
    ),
    *rules_of("card", "<pay> {number} (health | life) (for | into | with | on) {card:thing}", more=True),
    *rules_of("card", "<pay> {cost:number} [gold] (for | to play | to cast) {card:thing}", more=True),
    *_effects(),
    *rules_of("card", "<assign> {card:thing} [: | ,] {shares}"),
    *rules_of("card", "<assign> {card:thing} (between | among | over | to | on) {targets}"),
    *rules_of(
        "card",
        "(puts | put) all [of] {card:thing} (into | on | onto | at) {sole:target}",
        "<assign> all [of] {card:thing} (to | into | on) {sole:target}",
    ),
    *rules_of("subject", "{targets} <take:finite> {amount:number} [damage] from {card:thing}", group="damage"),
    *rules_of("card", "<pump:finite> {targets} [up] to [a | an] {strength} " + WITH + " {card:thing}"),
    *rules_of("pick", "{targets} (comes | goes | returns | come | go | return) [back] {place}", group="regain"),
    *rules_of("card", "(<deal> | <damage:finite>) {shares} " + WITH + " {card:thing}", more=True),
    *rules_of(
        "card",
        "<draw> {draws:number} [cards | card] (with | from | off | using | via) {card:thing}",
        "<draw> a card (with | from | off) {card:thing}",
        "{card:thing} <draw:finite> {draws:number} [cards | card]",
        more=True,
    ),
    *rules_of("card", "<draw> (with | from | off | using | via) {card:thing}", happens=("draw", -1, "", "")),
    *rules_of(
        "card", "<gain> {gains:number} [health | life] (with | from | off | using | via) {card:thing}", more=True
    ),
    *rules_of(
        "subject",
        "{card:thing} (<deal:finite> | puts | put) {shares}",
        "{card:whose} " + ABILITY + " <deal:finite> {shares}",
    ),
    *rules_of(
        "subject",
        "(<aim> | <use>) {card:whose} " + ABILITY + " [trigger | effect] (on | onto | at | into | to) {targets}",
        "{card:whose} "
        + ABILITY
        + " [trigger | effect] [<target> | on | : | at | hits | goes to | <go:finite>] {targets} [for {amount:number}]",
        "{card:thing} <target:finite> {targets}",
    ),
)
"""Rules for clauses about plays and powers."""
