"""Patterns for passes, mulligans, attacks and blocks."""

from typing import Final

from rules.epic.notation.sentences.rule import AIR, BLOCKERS, NOT, OPT, SUFFERS, WITH, Rule, line_rules, rules_of

BATTLE_RULES: Final[tuple[Rule, ...]] = (
    # Concessions, the end of the turn, passes.
    *line_rules("concede", "<concede> [[the | this] (game | match | duel)]"),
    *line_rules(
        "end turn",
        f"<end> [of] {OPT} [main] (turn | phase)",
        f"(lets | let) {OPT} turn end",
        f"<have> nothing [more | else | left] [to do] [, | and | so | , so | , and] <end> {OPT} turn",
        f"(go | goes | went | move | moves | moved | proceed | proceeds | on) to {OPT} (end | end step "
        "| end phase | end of turn | end of the turn)",
        "(turn ends | end of turn | end step | done)",
        "(is | am | 's) done [with (the | his | her | my) turn | for (the | this) turn] [, end of turn | , turn ends "
        "| , end turn | , your turn | , your go]",
    ),
    *rules_of(
        "peaceful end",
        f"<end> [of] {OPT} [main] (turn | phase) without (attacking | an attack | any attack)",
        "(no attack | no attacks) [, | and | ; | and then] [<end>] [the | his | her | my] "
        "(end of turn | turn ends | turn)",
        f"{NOT} attack [, | and | ; | and then] <end> {OPT} turn",
    ),
    *rules_of(
        "peaceful end",
        "[<do>] nothing [more | else] [from {by:player}] (this turn | on {whose:players} turn)",
        idle=True,
    ),
    *line_rules(
        "end turn",
        "<say> (go | done | end of turn | your turn | your go)",
        "your (turn | go)",
        "(that's | that is) it for {whose:players} turn",
    ),
    *line_rules(
        "pass",
        "<pass>",
        f"<pass> {OPT}" + " (initiative | priority)",
    ),
    *rules_of(
        "pass",
        "(lets | let) [the | combat] damage (happen | resolve | be dealt)",
        "(go | goes | went | move | moves | moved | proceed | proceeds | on) to [the | combat] damage [step]",
        "[(ok | okay | fine | <pass> | is fine | is ok | is okay | no [more | further] (plays | tricks | responses)) "
        "[, | and | .]] [on] [to] damage (please | now)",
        step="before-damage",
    ),
    *rules_of(
        "pass",
        f"<give> [{OPT} (initiative | priority)] [back | over | on] to {{player}}",
        f"<give> {OPT} (initiative | priority) (back | over | on)",
        "<pass> (back | on | again | too | as well)",
        "<pass> without (a response | responding | any response | reacting | a reaction | playing anything)",
        "<pass> [,] [with | and | and has | has] no [further | more | other] (response | responses | trick | tricks "
        "| reaction | reactions)",
    ),
    *rules_of(
        "nothing",
        "[<have>] no [further | more | other] (response | responses | reaction | reactions | play | plays "
        "| action | actions | effect | effects | trick | tricks "
        "| answer | ambush | ambushes) [to (it | that | this)] [from {by:player}]",
        "[<do>] nothing [more | else] [in response] [from {by:player}]",
        "(responds | respond | responded | replies | answers) with nothing",
        "(stays | stay) (quiet | put)",
        f"{NOT} (respond | react | play anything | do anything | play | act | do anything else "
        "| play anything else) [to (it | that | this)]",
        "(lets it resolve | let it resolve | lets it happen | lets that resolve | lets it go | let it go "
        "| yields | waits)",
        "(go on | goes on | go ahead | goes ahead | carry on | carries on | continue | continues)",
        "(takes no action | take no action | makes no play | make no play | has nothing | passes without a play)",
    ),
    *rules_of(
        "nothing",
        "[<have>] (no (response | responses | plays | effects) | nothing) [from {by:player}] [, | and] [so] [the] "
        "(turn ends | end of turn)",
        "<pass> [too | back | again | as well] [, | and | , and | , so | so | .] ([the] turn ends | end of turn)",
        ends=True,
    ),
    *rules_of(
        "both pass",
        "(both | both players | both of them | everyone | everybody | all players) (pass | passes | passed)",
        "(and | &) {other:player} (pass | passes | passed)",
        "(no one | nobody | neither player) (responds | has a response | does anything)",
        "no (responses | response | plays | effects) from (either player | both players | both | either "
        "| either side | anyone)",
    ),
    *rules_of(
        "agree",
        "(ok | okay | fine | sure | agrees | agreed) [from {by:player}]",
        "(is | am | 's) (fine | ok | okay) [with (it | that | this)]",
    ),
    # Opening hands.
    *rules_of(
        "both keep",
        "(both | both players | both of them | everyone | everybody) <keep> "
        "[[the | their] [opening | starting] (hand | hands | cards)]",
    ),
    *line_rules(
        "keep",
        f"<keep> [{OPT} [opening | whole | entire | starting | seven | six | five] (hand | cards | seven | five)]",
        "<keep> (everything | it | all)",
        f"{NOT} [take a] (mulligan | mull)",
        "(no mulligan | no mulligans | without a mulligan)",
    ),
    *rules_of(
        "hand",
        "<mulligan> {things}",
        "(mulligans | mulligan) [away] {things}",
        "(puts | put) {things} back [[, | and | , and | but | , but] <keep> (the rest | the others | everything else)]",
        "(puts | put) {things} back [, | and | , and | but | , but] <keep> the other {kept:number} [cards]",
        "<mulligan> {things} [, | and | , and | but | , but] <keep> (the rest | the others | everything else)",
        "<mulligan> {things} [, | and | , and | but | , but] <keep> the other {kept:number} [cards]",
        "<mulligan> {count:number} [card | cards] (: | ,) {things}",
        "<mulligan> {count:number} (card | cards) {things}",
        "{things} (go | goes | went) [back] (to | on) the bottom [of (the | his | her | my) deck]",
        "(puts | put) {things} (on | to | at) the bottom [of (the | his | her | my) deck]",
        verb="mulligan",
    ),
    *rules_of(
        "hand",
        "<reveal> {count:number} [{alignment}] (card | cards) [: | ,] {things}",
        "<reveal> {count:number} {alignment} [card | cards] [: | ,] {things}",
        verb="reveal",
        more=True,
    ),
    *rules_of("keep but", "(puts | put | throws | throw) (all | everything) back", all_back=True),
    *rules_of(
        "keep but",
        "(<mulligan> | puts | put | throws | throw) (all {all_back:number} | everything | (the | his | her) "
        "[whole | entire] hand) [back]",
        all_back=-1,
    ),
    # Attacks.
    *rules_of(
        "attack",
        "<attack> [in] [(at | on | against | into) {whom:player}] "
        + WITH
        + " {who:things} [(at | on | against | into) {whom:player}]",
        f"<attack> [[(at | on | against | into)] {{whom:player}}] {AIR} {WITH} {{who:things}}",
        "<hold> {home:things} (home | back | at home | behind) [, | and | but | , but | , and] <attack> [in] [(at | on "
        "| against | into) {whom:player}] " + WITH + " {who:things}",
        "<attack> {whom:player} " + WITH + " {who:things}",
        "<attack> (: | ,) {who:things}",
        "atk {who:things} [({arrow} | at) {whom:player}]",
        "<send> in {who:things} [[together | along] with {also:things}]",
        f"<declare> {OPT} (attack | attackers | attacker) [(on | against) {{whom:player}}] [: | with | by "
        f"| of] {{who:things}}",
        f"<declare> {{who:things}} as {OPT} [lone] (attacker | attackers)",
        "<send> {who:things} (in | into battle | into the attack | into combat | to attack | to battle | to combat "
        "| sideways | in to attack | at) [[at | against] {whom:player}]",
        "<send> {who:things} into {whom:player}",
        "{who:things} <attack:finite> [in] [alone]",
        "{who:things} <attack:finite> [in] [at | on | against | into] {whom:player}",
        "{who:things} (is | are) (attacking | declared as [the] (attacker | attackers) | sent in) [{whom:player}]",
        "{who:things} (go | goes | went) (in | to battle | into battle | sideways)",
        "<attack> [in] [(at | on | against | into) {whom:player}] " + WITH + " {who:things} alone",
        "<send> {who:things} in alone [[at | against] {whom:player}]",
        "(<start> | <become> | launches | launch | launched) [a | an | the | his | her] [group] attack "
        "[(at | on | against) {whom:player}] [: | with | by | of] {who:things}",
        "(moves | move | moved | goes | go | went | proceeds) to (battle | combat | attack) " + WITH + " {who:things}",
        "(<use> | <send>) {who:things} to attack [{whom:player}]",
        "{who:things} <attack:finite> [in] [at | on | against | into] {whom:player} [alone]",
        more=True,
    ),
    *rules_of(
        "attack",
        "<attack> [in] [[at | on | against | into] {whom:player}] for {offense:number} [damage] "
        + WITH
        + " {who:things}",
        "{whom:player} (is | gets | got | was) <attack:pp> by {who:things}",
        more=True,
    ),
    *rules_of("attacked", "(is | gets | got | was) <attack:pp> by {who:things}", more=True),
    *rules_of(
        "attack all",
        "<attack> [in] [(at | on | against | into) {whom:player}] " + WITH + " {all:group} [(at | on | against | into) "
        "{whom:player}]",
        "{but:everyone} <attack:finite> [in] [[at | on | against | into] {whom:player}]",
        "<send> in ({but:everyone} | {all:group})",
        "<send> {all:group} (in | at {whom:player})",
        "(alpha | alphas | all-out attack | alpha strike | alpha strikes | swings out | swing out "
        "| goes all in | all in) "
        "[at {whom:player}]",
        more=True,
    ),
    *rules_of("attack all", "<attack> [in] " + WITH + " all {count:number} [of them]"),
    *rules_of("attack all", "<attack> [in] " + WITH + " both [of them]", count=2),
    *rules_of(
        "attack all",
        "<attack> [in] [(at | on | against | into) {whom:player}] " + WITH + " {but:everyone}",
        "<attack> {whom:player} " + WITH + " {but:everyone}",
        "<send> {but:everyone} (in | into battle | into the attack | to attack | sideways | at) [[at | against] "
        "{whom:player}]",
        f"<declare> {OPT} (attack | attackers) [(on | against) {{whom:player}}] [: | with | by | of] {{but:everyone}}",
        more=True,
    ),
    # Blocks.
    *rules_of(
        "block",
        "<block> [" + WITH + "] {who:things}",
        "<block> {what:things} " + WITH + " {who:things}",
        f"<declare> {OPT} [lone] (block | blocker | blockers | blocks) [: | with | by | of] {{who:things}}",
        f"<declare> {{who:things}} as {OPT} [lone] (blocker | blockers)",
        "{who:things} <block:finite> [together | it | them | the attack | the attacker | the attackers | alone]",
        "{who:things} <block:finite> {what:things}",
        "{who:things} (is | are) (blocking | declared as [the] (blocker | blockers))",
        "{who:things} (is | are) blocking {what:things}",
        "<block> " + WITH + " (nothing | no one | nobody) but {who:things}",
        "<put> {who:things} as {OPT} [chump | lone] (blocker | blockers)".replace("{OPT}", OPT),
        f"(<sacrifice> | <use> | offers | offer | offered) {{who:things}} as {OPT} [chump | lone] (blocker | blockers)",
        "(jump | jumps | step | steps | stepped | get | gets | move | moves) in (front | the way | between) "
        "[of ({what:things} "
        "| it | the attack)] with {who:things}",
        "{what:things} (run | runs | ran | crash | crashes | walk | walks) into {who:things}",
        "<put> {who:things} in (front | front of {what:things} | front of the attack | the way of the attack "
        "| the way | the way of {what:things} | front of it | its way)",
        "{what:things} (is | are | gets | get | got | was | were) <block:pp> by {who:things}",
        "<block> (it | them | the attack | the attacker | the attackers) " + WITH + " {who:things}",
        "(is | are | gets | get | got | was | were) <block:pp> by {who:things}",
        "{whose:players} (blocker | blockers | block) (is | are) {who:things}",
        f"{NOT} <block> with {{not:things}} but [with] {{who:things}}",
        "<block> not with {not:things} but [with] {who:things}",
        "<block> with {who:things} [,] (and not | not | rather than | instead of) [with] {not:things}",
        "<block> {what:things} with {who:things} [,] (and not | not | rather than | instead of) [with] {not:things}",
    ),
    *rules_of(
        "block",
        "<double> (: | on it with) {who:things}",
        "<double> " + WITH + " {who:things}",
        "<double> {what:things} " + WITH + " {who:things}",
        "{who:things} <double:finite> [{what:things}]",
        many=2,
    ),
    *rules_of(
        "block",
        "<triple> " + WITH + " {who:things}",
        "<triple> {what:things} " + WITH + " {who:things}",
        "{who:things} <triple:finite> [{what:things}]",
        many=3,
    ),
    *rules_of("block played", "<block:finite> [it | them | the attack | the attacker | the attackers]"),
    *rules_of("block all", "{but:everyone} <block:finite>"),
    *rules_of("block all", "<block> [{what:things}] " + WITH + " {all:group}"),
    *rules_of("block all", "<block> " + WITH + " {but:everyone}", "<block> {what:things} " + WITH + " {but:everyone}"),
    *rules_of(
        "no block",
        "[declares | declare | declared | has | makes] (no | nobody | no one | no-one | none | not | without "
        f"| 0 | zero) [champion | champions] [to] {BLOCKERS} [[for] {{what:things}}]",
        f"{NOT} [declare (a | any)] {BLOCKERS} [{{what:things}} | it | them | the attack | anything | with anything]",
        "(is not | isn't | isnt | am not) blocking [{what:things} | it | them | anything]",
        f"(no | nobody | no one | none) {BLOCKERS} [from {{by:player}}] [, | and | , and | ; | so] [now] [at] "
        "{left:number}",
        f"{SUFFERS} without (a block | blocking | blocks | any block | a blocker | any blockers)",
        f"{SUFFERS} [, | and | , and] no {BLOCKERS}",
        "(no blocks declared | no block declared | leaves it unblocked | leaves them unblocked "
        "| it's unblocked | it is unblocked | goes unblocked)",
        f"(no | nobody | no one | none) {BLOCKERS} [from {{by:player}}] [[, | and | , and] [he | she "
        "| they] <take> (it | the hit | the damage | it all | everything | all of it)]",
        f"{NOT} block [, | and] [and] <take> (it | the hit | the damage | it all | everything | all of it)",
        f"{NOT} block [anything] [, | and | , and | so] [he | she | they] {SUFFERS}",
        "(declares | declare | declared | has | makes) (no | zero) [champion | champions] "
        f"{BLOCKERS} [, | and | , and | , so | so] [he | she | they] {SUFFERS}",
        f"(no | nobody | no one | none) {BLOCKERS} [from {{by:player}}] [, | and | , and | ; | so] [he | she | they "
        f"| {{by:player}}] {SUFFERS}",
    ),
    *rules_of(
        "through",
        "(lets | let | lets | letting) (it | them | him | her | that | the attack | everything | the damage "
        "| all of it "
        "| it all | {what:things}) (through | in | past | by | hit) "
        "[[, | and] no (tricks | trick | responses | response | plays | reactions)]",
        "<take> (it | the hit | the damage | all the damage | it all | everything | all of it | the attack "
        "| it on the chin | that)",
        "<take> [the] {amount:number} [damage | points | points of damage]",
        SUFFERS,
    ),
    *rules_of(
        "through",
        "(lets | let | letting) all {count:number} [of them | attackers] (through | in | past | by)",
        "<take> all {count:number} (attackers | of them)",
    ),
    *rules_of("through", "(lets | let | letting) both [of them | attackers] (through | in | past | by)", count=2),
    *rules_of(
        "block",
        "{who:things} (jump | jumps | step | steps | get | gets | move | moves) in (front "
        "| the way) [of ({what:things} | it | the attack)]",
        "{who:things} (jump | jumps | step | steps | stepped) in [to block [{what:things} | it]]",
    ),
    *rules_of(
        "hand", "{things} (go | goes | went) to [the | his | her] (discard | discard pile | graveyard)", verb="discard"
    ),
    *rules_of(
        "hand",
        "(puts | put) {things} (into | in | to | on) [the | his | her | their] (discard | discard pile | graveyard)",
        verb="discard",
    ),
    *rules_of("hand", "(puts | put) {things}", verb="pile"),
    *rules_of("hand", "<shed> {things}", "{things} (goes | go)", verb="shed"),
    *rules_of("hand", "<discard> {count:number} (card | cards) [: | ,] {things}", verb="discard"),
    *rules_of(
        "hand",
        "[<discard>] [down] to (seven | 7 | hand size | the hand size) [cards] "
        "[: | , | by <discard:ing> | <discard:ing> | with] {things}",
        verb="discard",
    ),
    *rules_of(
        "keep but",
        f"(is | am) happy with {OPT} [opening | whole | entire | starting] (hand | cards | seven | six | five)",
        f"(sticks | stick | stuck | stays | stay) with {OPT} [opening | whole | starting] (hand | cards | seven "
        "| five)",
        "(this | the | my) [opening] hand is (fine | good | ok | okay)",
        "<keep> (these | this | mine | this one | this hand | these cards | my cards)",
        but="",
    ),
    *rules_of(
        "keep but",
        "<keep> {but:everyone}",
        "<keep> [the | his | her] [whole | entire] (hand | cards) except {but:things}",
    ),
)
"""Rules for clauses about passes, opening hands, attacks, blocks and discarded cards."""
