"""Explanations why a legal action is legal: the decisive condition and its rule.

The counterpart of the violations from ``check``. A justification contains only public information and only the
condition that a player would ask a judge about.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rules.engine.decision import Action, Decision, Justification, detail
from rules.engine.ids import is_card, is_object
from rules.epic.battle.attack import attackers, blocking_restriction
from rules.epic.board.continuous import has_ambush, has_keyword, is_restricted_while_deploying
from rules.epic.effects import Cost
from rules.epic.interpretation_options import ABLE_BLOCKERS, DEPLOYING_BLOCKS
from rules.epic.players.initiative import MAIN_BOOK
from rules.epic.players.seats import acts_for
from rules.epic.selection import pick_rules
from rules.epic.state import Champion, EpicState
from rules.epic.state.display_names import display_name, player_name
from rules.epic.traits import AIRBORNE, BLITZ, Keyword
from rules.notation.english import listed, possessive


def why_legal(state: EpicState, action: Action) -> Justification | None:
    """Return the condition that makes ``action`` legal; ``None`` for chance outcomes."""
    explain = EXPLANATIONS.get(action.verb)
    if explain is None or state.pending is None:
        return None
    return explain(state, state.pending, action)


def _champions(state: EpicState, action: Action) -> list[Champion]:
    return [champion for oid in action.refs if (champion := state.find(oid)) is not None]


def _names(state: EpicState, champions: list[Champion]) -> str:
    return listed([display_name(state, champion.oid) for champion in champions])


def _justify_block(state: EpicState, _decision: Decision, action: Action) -> Justification:
    group = _champions(state, action)
    if not group:
        player = player_name(state, action.seat)
        return Justification(
            "4.4.6[1]", f"{player} does not have to block: any number of champions may block, also none."
        )
    words = f"{_names(state, group)} may block: {'they are' if len(group) > 1 else 'it is'} prepared"
    if state.options[DEPLOYING_BLOCKS]:
        words += " and not deploying (I-96)"
    rule, evasion = _explain_evasion(state, group)
    words += f"{evasion}."
    deploying = [
        champion for champion in group if champion.deploying and is_restricted_while_deploying(state, champion)
    ]
    if deploying:
        words += f" Deploying keeps {_names(state, deploying)} from attacking, not from blocking (5.17.1, I-96)."
    return Justification(rule, words)


def _explain_evasion(state: EpicState, group: list[Champion]) -> tuple[str, str]:
    """Return the rule and text why ``group`` may block attackers with evasion."""
    attacking = attackers(state)
    stopped = {each.oid: {blocking_restriction(state, blocker, each) for blocker in group} for each in attacking}
    free = [each for each in attacking if "" in stopped[each.oid]]
    if len(free) < len(attacking) and free:
        return "4.4.6[2]", f", and blocking {_names(state, free)} blocks the whole attacking group"
    if not free and state.options[ABLE_BLOCKERS]:
        return "I-74", ", and one of them that can block is enough for the group (I-74)"
    if any(has_keyword(state, each, AIRBORNE) for each in attacking):
        return "5.2.1", " and airborne like the attacker"
    return "4.4.6[1]", ""


def _justify_attack(state: EpicState, _decision: Decision, action: Action) -> Justification:
    group = _champions(state, action)
    ready = [champion for champion in group if not champion.deploying]
    early = [champion for champion in group if champion.deploying]
    parts, rule = [], "4.4.1"
    if ready:
        names, are = _names(state, ready), "they are" if len(ready) > 1 else "it is"
        parts.append(f"{names} may attack: {are} prepared and not deploying")
    if early:
        names, several = _names(state, early), len(early) > 1
        rule, reason = (
            ("5.8.1", "blitz") if all(has_keyword(state, each, BLITZ) for each in early) else ("I-10", "ambush")
        )
        parts.append(
            f"{names} may attack although {'they are' if several else 'it is'} deploying: "
            f"{'they have' if several else 'it has'} {reason} ({rule})"
        )
    return Justification(rule, f"{'; '.join(parts)}.")


def _justify_play(state: EpicState, _decision: Decision, action: Action) -> Justification:
    card, seat = state.table[action.refs[0]], action.seat
    player, own_turn = player_name(state, seat), acts_for(state, seat, state.turn)
    cost = (card.cost or 0) + card.modes[action.option].gold
    paid = f", and can pay its {cost} gold" if cost else ""
    words = f"{player} may play {card.name}: "
    if not card.is_champion:
        return Justification(
            "3.2.3c", f"{words}{player} has initiative, and an event card may be played in any player's turn{paid}."
        )
    if own_turn and state.phase == "main":
        return Justification("3.2.3a", f"{words}{player} has initiative in the own turn, outside battle{paid}.")
    ambush = "it has ambush" if has_ambush(state, seat, card) else "it may be played"
    return Justification("5.14.1", f"{words}{ambush}, and {player} has initiative{paid}.")


def _justify_use(state: EpicState, _decision: Decision, action: Action) -> Justification:
    source, player = action.refs[0], player_name(state, action.seat)
    card = state.printed_of(source)
    words = f"{player} may use the power of {display_name(state, source)}: "
    if is_card(source):
        if card.is_god:
            return Justification("2.4.1", f"{words}{player} has initiative, and the god is next to the deck.")
        return Justification("5.0.2", f"{words}{player} has initiative, and it works from the discard pile.")
    champion, cost = state.find(source), card.power(action.option).cost
    if champion is None or not champion.deploying:
        return Justification("3.5.2", f"{words}{player} has initiative{_expending(cost)}.")
    return _use_deploying(state, champion, cost, words)


def _expending(cost: Cost) -> str:
    return ", and it is neither expended nor deploying" if cost.expend else ""


def _use_deploying(state: EpicState, champion: Champion, cost: Cost, words: str) -> Justification:
    if not cost.expend:
        return Justification("5.17.1", f"{words}deploying rules out powers that expend, and this one does not.")
    rule, reason = ("5.8.1", "blitz") if has_keyword(state, champion, BLITZ) else ("I-10", "ambush")
    return Justification(rule, f"{words}although it is deploying, it may expend, as it has {reason} ({rule}).")


def _justify_pass(state: EpicState, _decision: Decision, action: Action) -> Justification:
    player = player_name(state, action.seat)
    if state.phase == "main" and acts_for(state, action.seat, state.turn):
        return Justification(
            "4.3.3", f"{player} may pass: {player} has initiative, and no champion still has to attack."
        )
    return Justification("3.1.1", f"{player} may pass: {player} has initiative.")


def _justify_end(state: EpicState, _decision: Decision, action: Action) -> Justification:
    player = player_name(state, action.seat)
    offer = f"{player} has offered that before, and the opponent has had initiative since (I-38)."
    text = f"{player} may end the turn: {offer}"
    return Justification(MAIN_BOOK, text)


def _source(state: EpicState, decision: Decision) -> str:
    return display_name(state, decision.source) if decision.source else "what is carried out"


def _justify_target(state: EpicState, decision: Decision, action: Action) -> Justification:
    source, player = _source(state, decision), player_name(state, action.seat)
    if not action.refs:
        return Justification("5.20.7", f"{player} may name no target: {source} asks for up to {decision.high}.")
    names, several = listed([display_name(state, ref) for ref in action.refs]), len(action.refs) > 1
    champions = all(is_object(ref) for ref in action.refs)
    untargetable = " and not untargetable (5.20.4)" if champions else ""
    phrase = f"legal targets of {source}" if several else f"a legal target of {source}"
    fits = f"{'they are' if several else 'it is'} what the text names{untargetable}"
    return Justification("5.20.2", f"{names} {'are' if several else 'is'} {phrase}: {fits}.")


def _justify_choose(state: EpicState, decision: Decision, action: Action) -> Justification:
    source, player = _source(state, decision), player_name(state, action.seat)
    if detail(decision, "recycle"):
        if action.refs:
            pile = f"{possessive(player)} discard pile"
            return Justification("5.5.1", f"{player} may recycle these two cards: both are in {pile}.")
        return Justification("5.5.5", f"{player} does not have to recycle.")
    rule = pick_rules.choice_rule(state, decision)
    if not action.refs:
        return Justification(rule, f"{player} may choose nothing: {source} asks for up to {decision.high}.")
    shielded = [
        champion for champion in _champions(state, action) if has_keyword(state, champion, Keyword.UNTARGETABLE)
    ]
    if shielded:
        text = (
            f"{player} may choose {_names(state, shielded)}: {source} chooses without targeting, so untargetable does"
        )
        return Justification("5.12.3", f"{text} not matter.")
    names = listed([display_name(state, ref) for ref in action.refs])
    return Justification(rule, f"{player} may choose {names} for {source}: that is what the text asks for.")


def _justify_offer(state: EpicState, decision: Decision, action: Action) -> Justification:
    player, does = player_name(state, action.seat), "accept" if action.verb == "yes" else "decline"
    return Justification(
        "3.2.3", f"{player} may {does} what {_source(state, decision)} offers: its text leaves it open."
    )


def _justify_mode(state: EpicState, decision: Decision, action: Action) -> Justification:
    card = display_name(state, (*decision.candidates, decision.source)[0])
    return Justification("3.2.1", f"{player_name(state, action.seat)} chooses which effect of {card} is used.")


def _justify_number(state: EpicState, decision: Decision, action: Action) -> Justification:
    range_ = f"from {decision.low} to {decision.high}"
    words = f"{player_name(state, action.seat)} may choose {action.option} for {_source(state, decision)}"
    return Justification("I-144", f"{words}: any number {range_} is allowed.")


def _justify_resolve(state: EpicState, _decision: Decision, action: Action) -> Justification:
    player, name = player_name(state, action.seat), display_name(state, action.refs[0])
    text = f"{player} may resolve {name} now: a player resolves the own triggered abilities in any order."
    return Justification("3.2.5a", text)


def _justify_assign(state: EpicState, decision: Decision, action: Action) -> Justification:
    player = player_name(state, action.seat)
    if decision.source:
        total = detail(decision, "amount")
        text = f"{player} may divide the damage of {_source(state, decision)} so: it adds up to {total}"
        return Justification("3.2.3", f"{text}, and every target gets at least 1.")
    text = f"{player} may divide the damage so: every champion deals all of its offense, and any division is allowed."
    return Justification("4.4.11b", text)


def _justify_discard(state: EpicState, decision: Decision, action: Action) -> Justification:
    count = len(action.refs)
    text = (
        f"{player_name(state, action.seat)} discards {count} card{'s' * (count != 1)} from hand, as many as are "
        "asked for."
    )
    return Justification(decision.rules[0], text)


def _justify_reveal(state: EpicState, decision: Decision, action: Action) -> Justification:
    player, source, count = player_name(state, action.seat), _source(state, decision), len(action.refs)
    if not count:
        return Justification("5.3.1", f"{player} does not have to reveal cards for {source}: loyalty is optional.")
    cards = "this card" if count == 1 else f"these {count} cards"
    shares = "shares" if count == 1 else "share"
    return Justification("5.3.1", f"{player} may reveal {cards}: {'it' if count == 1 else 'they'} {shares} an alignment"
                                  f" with {source}.")  # fmt: skip


def _justify_mulligan(state: EpicState, _decision: Decision, action: Action) -> Justification:
    player, count = player_name(state, action.seat), len(action.refs)
    if not count:
        return Justification("1.8.2", f"{player} may keep the opening hand.")
    cards = f"{count} card{'s' * (count > 1)}"
    return Justification("1.8.2", f"{player} may replace {cards}: any number of the opening hand may be replaced once.")


def _justify_concede(state: EpicState, _decision: Decision, action: Action) -> Justification:
    return Justification("1.2.2", f"{player_name(state, action.seat)} may concede at any time.")


EXPLANATIONS: Final[Mapping[str, Callable[[EpicState, Decision, Action], Justification]]] = MappingProxyType(
    {
        "block": _justify_block,
        "attack": _justify_attack,
        "play": _justify_play,
        "use": _justify_use,
        "pass": _justify_pass,
        "end": _justify_end,
        "target": _justify_target,
        "choose": _justify_choose,
        "yes": _justify_offer,
        "no": _justify_offer,
        "mode": _justify_mode,
        "number": _justify_number,
        "resolve": _justify_resolve,
        "assign": _justify_assign,
        "discard": _justify_discard,
        "reveal": _justify_reveal,
        "mulligan": _justify_mulligan,
        "concede": _justify_concede,
    }
)
"""Explanations by action type; a test checks that none is missing."""
