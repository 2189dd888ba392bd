"""What champions are at this moment: printed values, modifiers, counters and continuous abilities (3.3, I-60).

Nothing derived is stored: ``view`` computes the values of everything in play once per change and keeps them in
``state.views`` until the next change. Whatever changes a champion calls ``changed``.
"""

from rules.epic.effects import All, Fight, Filter, Side, Static, This
from rules.epic.printed import Printed, View
from rules.epic.state import PREPARED, Champion, EpicState
from rules.epic.traits import Keyword


def changed(state: EpicState) -> None:
    """Forget the computed values: something about a champion in play has changed."""
    state.views.clear()


def view(state: EpicState, champion: Champion) -> View:
    """Return what ``champion`` is at this moment."""
    found: View | None = state.views.get(champion.oid)
    if found is None:
        _look_at_all(state)
        found = state.views[champion.oid]
    return found


def has(state: EpicState, champion: Champion, keyword: Keyword) -> bool:
    """Whether ``champion`` has ``keyword`` at this moment."""
    return keyword in view(state, champion).keywords


def opposing(state: EpicState, seat: int, other: int) -> bool:
    """Whether the two seats belong to different teams."""
    return state.seats[seat].team != state.seats[other].team


def qualifies(state: EpicState, where: Filter, you: int, source: int, champion: Champion) -> bool:
    """Whether a champion in play passes ``where``, seen by the controller ``you`` of the object ``source``."""
    if where.side is not Side.ANY and (where.side is Side.OWN) != (champion.controller == you):
        return False
    if where.other and champion.oid == source:
        return False
    if where.fight is not None and not (champion.attacking if where.fight is Fight.ATTACKING else champion.blocking):
        return False
    if where.ready and not _could_join(state, source, champion):
        return False
    if where.alignment is None and not where.class_word:
        return True
    now = view(state, champion)
    return (where.alignment is None or where.alignment in now.alignments) and (
        not where.class_word or where.class_word in now.classes
    )


def _could_join(state: EpicState, source: int, champion: Champion) -> bool:
    leader = state.find(source)
    if leader is None or champion.position != PREPARED or champion.attacking or champion.blocking:
        return False
    if leader.attacking:
        return not champion.deploying or has(state, champion, Keyword.BLITZ)
    return leader.blocking


def card_qualifies(state: EpicState, where: Filter, you: int, source: int, cid: int) -> bool:
    """Whether a card in a discard pile or hand passes ``where``, by its printed values (5.0.3)."""
    card = state.table[cid]
    if where.side is not Side.ANY and (where.side is Side.OWN) != (state.owners[cid] == you):
        return False
    return (
        (where.card_type is None or card.type is where.card_type)
        and (where.alignment is None or where.alignment in card.alignments)
        and (not where.class_word or where.class_word in card.classes)
        and not (where.other and cid == state.card_of(source))
        and not (where.broke_this_turn and cid not in state.broken)
    )


def has_ambush(state: EpicState, seat: int, card: Printed) -> bool:
    """Whether ``seat`` may play the champion whenever an event could be played (5.14.1, grants included)."""
    if Keyword.AMBUSH in card.keywords:
        return True
    for champion in state.seats[seat].champions:
        for grant in state.table[champion.cid].grants:
            where = grant.where
            if (
                (where.card_type is None or card.type is where.card_type)
                and (where.alignment is None or where.alignment in card.alignments)
                and (not where.class_word or where.class_word in card.classes)
            ):
                return True
    return False


def _look_at_all(state: EpicState) -> None:
    views: dict[int, View] = state.views
    sources: list[tuple[int, Champion, Static]] = []
    for seat in state.seats:
        for champion in seat.champions:
            card = state.table[champion.cid]
            if champion.plus or champion.until_end or champion.lasting:
                views[champion.oid] = _modified(card.view, champion)
            else:
                views[champion.oid] = card.view
            if card.statics:
                sources += [(champion.oid, champion, static) for static in card.statics]
    if sources:
        sources.sort(key=lambda entry: entry[0])
        settled = dict(views)
        for _, champion, static in sources:
            _apply(state, settled, champion, static)
        views.update(settled)


def _modified(base: View, champion: Champion) -> View:
    offense, defense, keywords = base.offense + champion.plus, base.defense + champion.plus, base.keywords
    for modifiers in (champion.lasting, champion.until_end):
        for what, value in modifiers:
            if what == "offense":
                offense += int(value)
            elif what == "defense":
                defense += int(value)
            else:
                keywords |= {str(value)}
    return View(offense, defense, keywords, base.alignments, base.classes)


def _apply(state: EpicState, settled: dict[int, View], source: Champion, static: Static) -> None:
    if static.own_turn and state.turn != source.controller:
        return
    who = static.who
    if isinstance(who, This):
        _change(settled, source.oid, static)
    elif isinstance(who, All):
        # Filters read what the earlier steps settled: traits and alignments come before plus and minus (I-60).
        for seat in state.seats:
            for champion in seat.champions:
                if qualifies(state, who.where, source.controller, source.oid, champion):
                    _change(settled, champion.oid, static)


def _change(settled: dict[int, View], oid: int, static: Static) -> None:
    now = settled[oid]
    settled[oid] = View(
        now.offense + static.offense,
        now.defense + static.defense,
        now.keywords | frozenset(static.keywords) if static.keywords else now.keywords,
        now.alignments,
        now.classes,
    )
