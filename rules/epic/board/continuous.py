"""Current champion values: printed values, modifiers, counters, static abilities.

Rules: 3.3, I-60.

Values are cached in ``state.values`` and computed for all champions on demand. Code that changes a champion must
invalidate the cache: ``update_values`` after it entered play or its modifiers changed, ``invalidate_static_values`` if
only static abilities can depend on the change, ``remove_values`` after it left play, else ``clear_values``.
"""

from collections.abc import Callable
from typing import Final

from rules.epic.board.filters import battle_role_matches, card_matches, printed_facts_match, values_match
from rules.epic.cards.printed import ChampionValues, PrintedCard
from rules.epic.effects import All, Ban, Count, Fight, Filter, Static, This, What, Whose
from rules.epic.interpretation_options import AMBUSH_DEPLOYING, GAINS_IN_HAND
from rules.epic.players.seats import acts_for, is_in_reach, seats_in_reach
from rules.epic.state import PREPARED, Champion, EpicState, has_lost_abilities
from rules.epic.state.display_names import display_name
from rules.epic.state.unknown_cards import DependsOnUnknownCardError, could_be, is_unknown
from rules.epic.traits import BLITZ, Keyword

ANY: Final = Whose.ANY
OWN: Final = Whose.OWN
ATTACKING: Final = Fight.ATTACKING
AMBUSH: Final = Keyword.AMBUSH
NONE: Final[frozenset[str]] = frozenset()
NOTHING: Final = ChampionValues(0, 0, NONE, NONE, NONE)
STATICS: Final = -1
"""Key in the cached values while a static ability is in effect, so that any change invalidates them."""


def invalidate_static_values(state: EpicState) -> None:
    """Clear the cached values if static abilities are in effect.

    Call it after changes of battle, stance, damage or turn: only static abilities depend on them.
    """
    if STATICS in state.values:
        state.values.clear()


def update_values(state: EpicState, champion: Champion) -> None:
    """Update the cache after ``champion`` entered play or its modifiers changed."""
    values = state.values
    card = state.table[champion.cid]
    if STATICS in values or card.statics:
        values.clear()
    elif values:
        values[champion.oid] = _own_values(card.values, champion)


def remove_values(state: EpicState, champion: Champion) -> None:
    """Update the cache after ``champion`` left play."""
    if STATICS in state.values:
        state.values.clear()
    else:
        state.values.pop(champion.oid, None)


def current_values(state: EpicState, champion: Champion) -> ChampionValues:
    """Return the current values of ``champion``."""
    return all_current_values(state)[champion.oid]


def all_current_values(state: EpicState) -> dict[int, ChampionValues]:
    """Return the current values of all champions in play by id."""
    values: dict[int, ChampionValues] = state.values
    if not values:
        _compute_all(state)
    return values


def have_same_values(one: dict[int, ChampionValues], other: dict[int, ChampionValues]) -> bool:
    """Return True if two value tables are equal for the same champions."""
    return one.keys() == other.keys() and all(
        values is other[oid] or values.same(other[oid]) for oid, values in one.items()
    )


def has_keyword(state: EpicState, champion: Champion, keyword: Keyword) -> bool:
    """Return True if ``champion`` currently has ``keyword``."""
    return keyword in all_current_values(state)[champion.oid].keywords


def is_restricted_while_deploying(state: EpicState, champion: Champion) -> bool:
    """Return True if the champion is deploying and may not attack or expend.

    Rules: 5.8.1, 5.17.1, I-10.
    """
    keywords = current_values(state, champion).keywords
    return BLITZ not in keywords and not (state.options[AMBUSH_DEPLOYING] and Keyword.AMBUSH in keywords)


def ambush_note(state: EpicState, champion: Champion) -> str:
    """Return a note that ambush does not allow a deploying champion to attack, or "".

    Rules: I-10.
    """
    return ", and ambush is not enough (I-10)" if has_keyword(state, champion, Keyword.AMBUSH) else ""


def are_opponents(state: EpicState, seat: int, other: int) -> bool:
    """Return True if two seats belong to different teams."""
    return state.seats[seat].team != state.seats[other].team


def is_forbidden(state: EpicState, seat: int, ban: Ban) -> bool:
    """Return True if an effect imposes ``ban`` on ``seat`` or its team (1.2[1])."""
    return find_forbidder(state, seat, ban) is not None


def find_forbidder(state: EpicState, seat: int, ban: Ban) -> int | None:
    """Return the champion that imposes ``ban`` on ``seat``, or ``None``.

    ``seat`` itself is returned if an effect imposes the ban for this turn.
    """
    team = state.seats[seat].team
    for number, other in enumerate(state.seats):
        if other.team == team and ban in other.bans:
            return seat
        for champion in other.champions if is_in_reach(state, number, seat) else ():
            for prohibition in state.table[champion.cid].forbids:
                if (
                    prohibition.ban is ban
                    and not has_lost_abilities(champion)
                    and (
                        prohibition.whose is Whose.ANY
                        or (prohibition.whose is Whose.OPPOSING) == are_opponents(state, number, seat)
                    )
                ):
                    return champion.oid
    return None


def _matches_whose(required: Whose, state: EpicState, you: int, seat: int) -> bool:
    """Return True if ``seat`` is one of the players ``required`` means for ``you``.

    A team-mate is neither "you" nor an opponent (I-113).
    """
    return seat == you if required is OWN else are_opponents(state, you, seat)


def champion_qualifies(state: EpicState, card_filter: Filter, you: int, source: int, champion: Champion) -> bool:
    """Return True if a champion in play passes the filter ``card_filter``.

    Args:
        state: the game.
        card_filter: the filter.
        you: seat of the controller of the source.
        source: the object whose text contains the filter.
        champion: the champion to test.
    """
    if card_filter.whose is not ANY and not _matches_whose(card_filter.whose, state, you, champion.controller):
        return False
    if card_filter.other and champion.oid == source:
        return False
    if card_filter.fight is not None and not (
        champion.attacking if card_filter.fight is ATTACKING else champion.blocking
    ):
        return False
    if card_filter.ready and not _could_join(state, source, champion):
        return False
    if not card_filter.conditions:
        return True
    now = current_values(state, champion)
    return (
        values_match(card_filter, now)
        and printed_facts_match(card_filter, state.table[champion.cid])
        and battle_role_matches(state, card_filter, you, champion)
        and (
            card_filter.defense_at_most is None
            or now.defense <= _evaluate_limit(state, card_filter.defense_at_most, you, source)
        )
    )


def _evaluate_limit(state: EpicState, limit: int | Count, you: int, source: int) -> int:
    return limit if isinstance(limit, int) else count_qualifying(state, limit, you, source, None)


def count_qualifying(state: EpicState, node: Count, you: int, source: int, owners: list[int] | None) -> int:
    """Return how many champions or cards the ``Count`` node counts.

    Args:
        state: the game.
        node: what to count.
        you: seat of the controller; hands are counted for this seat only.
        source: the object whose text counts.
        owners: seats to count for, ``None`` for all.

    Raises:
        DependsOnUnknownCardError: the number depends on an unknown card.
    """
    seats = [seat for number, seat in seats_in_reach(state, you) if owners is None or number in owners]
    if node.what is What.CHAMPION:
        return sum(
            champion_qualifies(state, node.where, you, source, champion)
            for seat in seats
            for champion in seat.champions
        )
    zones = [state.seats[you].hand] if node.what is What.HAND else [seat.discard for seat in seats]
    cards = [cid for zone in zones for cid in zone]
    return len(qualifying_cards(state, node.where, you, source, cards))


def qualifying_cards(state: EpicState, card_filter: Filter, you: int, source: int, cards: list[int]) -> list[int]:
    """Return those of ``cards`` that pass the filter ``card_filter``; none is in play.

    Raises:
        DependsOnUnknownCardError: an unknown card may or may not pass.
    """
    if card_filter.card_type is not None or card_filter.conditions:
        unknown = sum(
            is_unknown(state, cid) and could_be(state, cid, lambda card: card_matches(card_filter, card))
            for cid in cards
        )
        if unknown:
            raise DependsOnUnknownCardError(
                f"How much {display_name(state, source)} does depends on {unknown} unknown card(s): "
                "name them "
                "in the position, or as they become known."
            )
    return [cid for cid in cards if card_qualifies(state, card_filter, you, source, cid)]


def _could_join(state: EpicState, source: int, champion: Champion) -> bool:
    leader = state.find(source)
    if leader is None or champion.stance != PREPARED or champion.attacking or champion.blocking:
        return False
    if leader.attacking:
        return not champion.deploying or not is_restricted_while_deploying(state, champion)
    return leader.blocking


def card_qualifies(state: EpicState, card_filter: Filter, you: int, source: int, cid: int) -> bool:
    """Return True if a card's printed values pass ``card_filter`` (5.0.3).

    The card is outside play.
    """
    card = state.table[cid]
    if card_filter.whose is not ANY and not _matches_whose(card_filter.whose, state, you, state.owners[cid]):
        return False
    return (
        card_matches(card_filter, card)
        and not (card_filter.other and cid == state.card_of(source))
        and not (card_filter.broke_this_turn and cid not in state.broken)
    )


def has_ambush(state: EpicState, seat: int, card: PrintedCard) -> bool:
    """Return True if ``seat`` may play the champion card at event speed (5.14.1)."""
    if AMBUSH in card.keywords:
        return True
    for champion in state.seats[seat].champions:
        for grant in state.table[champion.cid].grants:
            if not has_lost_abilities(champion) and card_matches(grant.where, card):
                return not (card.gains_nothing and state.options[GAINS_IN_HAND])
    return False


def no_ambush_note(state: EpicState, card: PrintedCard) -> str:
    """Return a note that the champion card cannot gain ambush, or "" (I-153)."""
    return " and never gains any (I-153)" if card.gains_nothing and state.options[GAINS_IN_HAND] else ""


def _compute_all(state: EpicState) -> None:
    values: dict[int, ChampionValues] = state.values
    table = state.table
    sources: list[tuple[int, Champion, Static]] = []
    for seat in state.seats:
        for champion in seat.champions:
            card = table[champion.cid]
            values[champion.oid] = _own_values(card.values, champion)
            if card.statics and not has_lost_abilities(champion):
                sources += [(champion.oid, champion, static) for static in card.statics]
    if sources:
        values[STATICS] = NOTHING
        sources.sort(key=lambda entry: entry[0])
        aligning = [entry for entry in sources if entry[2].alignments]
        for step, apply in ((aligning, _add_alignments), (sources, _add_points_and_keywords)):
            updated = dict(values)
            for _, champion, static in step:
                _apply_static(state, updated, champion, static, apply)
            values.update(updated)


def _own_values(base: ChampionValues, champion: Champion) -> ChampionValues:
    """Return the printed values changed by the champion's counters and modifiers."""
    if not (champion.plus or champion.until_end or champion.lasting):
        return base
    offense, defense, keywords = base.offense + champion.plus, base.defense + champion.plus, base.keywords
    for modifiers in (champion.lasting, champion.until_end):
        for kind, value in modifiers:
            if kind == "offense":
                offense += int(value)
            elif kind == "defense":
                defense += int(value)
            elif kind == "lost":
                keywords = NONE
            elif kind == "keyword":
                keywords |= {str(value)}
    return ChampionValues(offense, defense, keywords, base.alignments, base.classes)


def _apply_static(
    state: EpicState,
    updated: dict[int, ChampionValues],
    source: Champion,
    static: Static,
    apply: Callable[[EpicState, dict[int, ChampionValues], Champion, Static], None],
) -> None:
    if static.own_turn and not acts_for(state, source.controller, state.turn):
        return
    selector = static.who
    if isinstance(selector, This):
        apply(state, updated, source, static)
    elif isinstance(selector, All):
        # Filters see the results of earlier steps: alignments apply before points (I-60).
        for _, seat in seats_in_reach(state, source.controller):
            for champion in seat.champions:
                if champion_qualifies(state, selector.where, source.controller, source.oid, champion):
                    apply(state, updated, champion, static)


def _add_alignments(_state: EpicState, updated: dict[int, ChampionValues], champion: Champion, static: Static) -> None:
    now = updated[champion.oid]
    alignments = now.alignments | frozenset(static.alignments)
    updated[champion.oid] = ChampionValues(now.offense, now.defense, now.keywords, alignments, now.classes)


def _add_points_and_keywords(
    state: EpicState, updated: dict[int, ChampionValues], champion: Champion, static: Static
) -> None:
    now = updated[champion.oid]
    gained = static.keywords and (has_lost_abilities(champion) or not state.table[champion.cid].gains_nothing)
    updated[champion.oid] = ChampionValues(
        now.offense + static.offense,
        now.defense + static.defense,
        now.keywords | frozenset(static.keywords) if gained else now.keywords,
        now.alignments,
        now.classes,
    )
