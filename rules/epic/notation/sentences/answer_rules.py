"""Patterns for choices and stated results.

Choices include discards, reveals, offers and trigger orders.
"""

from typing import Final

from rules.epic.notation.sentences.rule import ABILITY, NOT, OPT, Rule, line_rules, rules_of

ANSWER_RULES: Final[tuple[Rule, ...]] = (
    # Choices.
    *rules_of(
        "pick",
        "(<target> | on | onto | at | against | into | {arrow}) [:] {targets}",
        "to {targets}",
        "{targets} as [the] (target | targets)",
        more=True,
    ),
    *rules_of("pick", "(<choose>) [:] {targets}", more=True),
    *rules_of(
        "pick",
        f"{OPT} {ABILITY} [: | on | <target> | at | hits | goes to] {{targets}}",
        "(<deal> | <assign>) {shares}",
        "{shares}",
    ),
    *rules_of("stated", "<draw> {number} [card | cards]", "<draw> a card", what="draw"),
    *rules_of("stated", "<draw>", what="draw", number=-1),
    *rules_of("stated", "<gain> {number} [health | life]", what="gain"),
    *rules_of("stated", "<create> {number} {thing}", "<create> (a | an) {thing}", what="create"),
    *rules_of("stated", "{targets} [is | are | gets] (<die:finite> | dead | destroyed | killed | broken)", what="dies"),
    *rules_of("stated", "{targets} <survive:finite>", what="survives"),
    *rules_of(
        "stated",
        "[{who:things}] <trade:finite> [with ({targets} | it | them | the attacker | the attackers)]",
        what="trades",
    ),
    *rules_of("stated", "(<die:finite> | dying)", what="dies"),
    *rules_of("stated", "<survive:finite>", what="survives"),
    *rules_of("stated", "[{who:things}] <break:finite> {targets}", "(eats | eat) {targets}", what="kills"),
    *rules_of("stated", "<take> {points}", what="takes"),
    *rules_of("stated", "<drop> [down] to [just | only] {number} [health]", what="total"),
    *rules_of("stated", "{home:things} <hold:finite> (home | back | at home | behind)", what="home"),
    *rules_of("pick", "[<choose> | for] [x] [= | is] {number}", "[<choose>] x={number}", "[<choose>] x = {number}"),
    *rules_of("choose", "<recycle> {things}"),
    *rules_of(
        "line",
        f"{NOT} recycle [anything]",
        "(no recycle | no recycling)",
        "<recycle> (none | nothing)",
        words="choose none",
    ),
    *rules_of(
        "hand", "<discard> {things}", "{things} (is | are | gets | get) <discard:pp> [by {by:player}]", verb="discard"
    ),
    *rules_of(
        "hand",
        "<reveal> {things} [for (loyalty | the loyalty | its loyalty | {card:whose} loyalty)]",
        f"[<use>] {OPT} loyalty [: | with | by] [<reveal>] {{things}}",
        verb="reveal",
        more=True,
    ),
    *line_rules(
        "decline",
        f"(no | without | <decline> | {NOT} (use | pay | take | want | bother with)) {OPT} loyalty",
        "<have> no loyalty [to (show | reveal) | cards [to (show | reveal)]]",
        "<have> (nothing | no cards) to (show | reveal) [for loyalty]",
        "(cannot | can't | cant | can not) (show | reveal) [two | 2] [cards] [for loyalty]",
        "<reveal> (nothing | none | no card | no cards) [for loyalty]",
        f"{NOT} reveal [anything | any card | a card | cards] [for loyalty]",
    ),
    *rules_of(
        "offer",
        "<accept> [it | that | the offer]",
        "(yeah | yep | yup)",
        "<pay> [it | for it | for that | the health | the cost]",
        words="yes",
    ),
    *rules_of(
        "offer",
        "(nope | no thanks)",
        "<decline> [it | that | the offer | the trigger | the tribute | its tribute | the effect]",
        f"{NOT} pay [it | for it | anything | the health | health | 1 health]",
        f"{NOT} [want to | use it | do it | accept | take it]",
        words="no",
    ),
    *rules_of(
        "pay health",
        "<pay> [the] {amount:number} (health | life) [for {thing}]",
        "<pay> a (health | life) [for ({thing} | it)]",
        "<pay> {amount:number} [health] (to <create> | for | making) (a | an | the) {created:thing}",
        "<pay> (a | the | one) (health | life) (to <create> | for | making | creating) (a | an) {created:thing}",
    ),
    *rules_of("mode", "[<choose> | to] {effect}", "<choose> to {effect}"),
    # Triggers.
    *rules_of(
        "resolve",
        f"<resolve> {{card:whose}} {ABILITY} [{{nth:number}}] [ability | trigger | effect] [first | next]",
        f"<resolve> {OPT} {ABILITY} [ability | trigger | effect] (of | from) {{card:thing}} [first | next]",
        f"<resolve> {{card:thing}} [:] {ABILITY} [first | next]",
        "(<resolve> | <do> | <choose> | <use> | takes | take | took | stacks | orders) {card:thing} (first | next)",
        f"(<resolve> | <do> | <choose> | <use> | takes | take | took) {{card:whose}} {ABILITY} [trigger | effect] "
        "(first | next)",
        f"{{card:whose}} {ABILITY} [trigger | effect] (goes | comes | is | resolves | happens) (first | next)",
        "{card:thing} (goes | comes | is | resolves | triggers) (first | next)",
        "first {card:thing}",
        f"{{card:whose}} {ABILITY} [trigger] (first | next)",
        "{card:thing} (first | next)",
        "<start> with {card:thing}",
        f"<start> with {{card:whose}} {ABILITY}",
        more=True,
    ),
    *rules_of(
        "misses",
        f"<miss> {{card:whose}} {ABILITY} [ability | trigger | effect]",
        f"<miss> {OPT} {ABILITY} [ability | trigger | effect] (of | from) {{card:thing}}",
    ),
)
"""Rules for clauses that answer a decision or state a result."""
