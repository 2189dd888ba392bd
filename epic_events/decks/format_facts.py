"""The rules of a deck format: sizes, copies, alignments, sets and bans."""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import singledispatch
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.infra.collation import name_sort_key
from rules.decks import Format
from rules.decks.constraints import Ban, Bans, CopyLimit, FreeCardBalance, NoSideboard, OneOfDecks, Size
from rules.decks.constraints.card_kinds import OneGroup
from rules.decks.constraints.event_lists import EventLists
from rules.decks.constraints.gems import GemLimit
from rules.decks.constraints.limits import CountLimit, MissingLists, OnlySets, Restrictions, SumLimit
from rules.decks.constraints.pools import PoolLimit
from rules.decks.constraints.rotation import Rotation
from rules.decks.constraints.sections import Champion, Sections, Sideboard


class FormatFact(NamedTuple):
    """A rule of a format.

    Attributes:
        label: what it limits.
        values: the limits, or the names of cards or sets.
        rule: number of the rule, or URL of the source; empty if there is none.
        is_known: False for a list that the rules mention but that is not available.
    """

    label: str
    values: Sequence[str]
    rule: str = ""
    is_known: bool = True


def format_facts(format_: Format, on: date) -> list[FormatFact]:
    """Return the rules of a format on a date, in the order of deck checks."""
    return [fact for constraint in format_.constraints for fact in _facts(constraint, on)]


@singledispatch
def _facts(constraint: object, on: date) -> Iterator[FormatFact]:  # noqa: ARG001 - rules without a number say nothing
    yield from ()


@_facts.register
def _size(constraint: Size, _on: date) -> Iterator[FormatFact]:
    values = {"least": constraint.minimum, "most": constraint.maximum}
    if constraint.maximum is None:
        text = _("at least %(least)d cards")
    elif constraint.maximum == constraint.minimum:
        text = _("exactly %(least)d cards")
    else:
        text = _("%(least)d to %(most)d cards")
    yield FormatFact(_("Deck"), [text % values], constraint.rule)


@_facts.register
def _copies(constraint: CopyLimit, _on: date) -> Iterator[FormatFact]:
    text = ngettext("at most %(limit)d per name", "at most %(limit)d per name", constraint.limit)
    yield FormatFact(_("Copies of a card"), [text % {"limit": constraint.limit}], constraint.rule)


@_facts.register
def _balance(constraint: FreeCardBalance, _on: date) -> Iterator[FormatFact]:
    text = ngettext(
        "one for each card of cost 1 of the same alignment",
        "one for every %(ratio)d cards of cost 1 of the same alignment",
        constraint.ratio,
    )
    yield FormatFact(_("Cards of cost 0"), [text % {"ratio": constraint.ratio}], constraint.rule)


@_facts.register
def _count(constraint: CountLimit, _on: date) -> Iterator[FormatFact]:
    text = _("at most %(limit)d in deck and sideboard") % {"limit": constraint.limit}
    yield FormatFact(constraint.noun.capitalize(), [text], constraint.rule)


@_facts.register
def _sum(constraint: SumLimit, _on: date) -> Iterator[FormatFact]:
    text = _("at most %(limit)d in total") % {"limit": constraint.limit}
    yield FormatFact(constraint.noun.capitalize(), [text], constraint.rule)


@_facts.register
def _sections(constraint: Sections, _on: date) -> Iterator[FormatFact]:
    for size in constraint.sizes:
        text = _("exactly %(least)d") if size.least == size.most else _("%(least)d to %(most)d")
        yield FormatFact(size.noun.capitalize(), [text % {"least": size.least, "most": size.most}], constraint.rule)


@_facts.register
def _group(constraint: OneGroup, _on: date) -> Iterator[FormatFact]:
    yield FormatFact(constraint.noun.capitalize(), [_("the same for all cards")], constraint.rule)


@_facts.register
def _decks(constraint: OneOfDecks, _on: date) -> Iterator[FormatFact]:
    yield FormatFact(_("One of these decks, unchanged"), [name for name, _cards in constraint.decks], constraint.rule)


@_facts.register
def _champion(constraint: Champion, _on: date) -> Iterator[FormatFact]:
    yield FormatFact(_("Champion"), [_("exactly %(least)d") % {"least": 1}], constraint.rule)


@_facts.register
def _gems(constraint: GemLimit, _on: date) -> Iterator[FormatFact]:
    text = ngettext("at most %(limit)d per name", "at most %(limit)d per name", constraint.limit)
    yield FormatFact(_("Copies of a gem"), [text % {"limit": constraint.limit}], constraint.rule)


@_facts.register
def _sideboard(constraint: Sideboard, _on: date) -> Iterator[FormatFact]:
    sizes = constraint.allowed
    if isinstance(sizes, range):
        text = _("%(least)d to %(most)d cards") % {"least": sizes[0], "most": sizes[-1]}
    else:
        text = _(" or ").join(str(size) for size in sizes)
    yield FormatFact(constraint.noun.capitalize(), [text], constraint.rule)


@_facts.register
def _no_sideboard(constraint: NoSideboard, _on: date) -> Iterator[FormatFact]:
    yield FormatFact(_("Sideboard"), [_("none")], constraint.rule)


@_facts.register
def _pool(constraint: PoolLimit, _on: date) -> Iterator[FormatFact]:
    yield FormatFact(_("Card pool"), [_("only cards of the player's own pool")], constraint.rule)


@_facts.register
def _sets(constraint: OnlySets, _on: date) -> Iterator[FormatFact]:
    yield FormatFact(_("Sets"), sorted(constraint.sets), constraint.rule)


@_facts.register
def _rotation(constraint: Rotation, on: date) -> Iterator[FormatFact]:
    period = next((period for period in constraint.periods if period.holds(on)), None)
    if period is None:
        yield FormatFact(_("Sets"), [], constraint.rule, is_known=False)
    else:
        yield FormatFact(_("Sets"), sorted(period.sets), period.source)


@_facts.register
def _bans(constraint: Bans, on: date) -> Iterator[FormatFact]:
    yield from _listed(_("Banned cards"), constraint.bans, on)


@_facts.register
def _restrictions(constraint: Restrictions, on: date) -> Iterator[FormatFact]:
    label = ngettext("Restricted to %(limit)d copy", "Restricted to %(limit)d copies", constraint.limit)
    yield from _listed(label % {"limit": constraint.limit}, constraint.restricted, on)


def _listed(label: str, bans: Sequence[Ban], on: date) -> Iterator[FormatFact]:
    """Yield the cards of a list that hold on the date, by source."""
    current = [ban for ban in bans if ban.holds(on)]
    for source in dict.fromkeys(ban.source for ban in current):
        names = [ban.card for ban in current if ban.source == source]
        yield FormatFact(label, sorted(names, key=name_sort_key), source)


@_facts.register
def _event_lists(constraint: EventLists, _on: date) -> Iterator[FormatFact]:
    if constraint.banned:
        yield FormatFact(_("Banned at this event"), sorted(constraint.banned, key=name_sort_key), constraint.rule)
    if constraint.restricted:
        names = sorted(constraint.restricted, key=name_sort_key)
        yield FormatFact(_("Restricted to one copy"), names, constraint.rule)


@_facts.register
def _missing(constraint: MissingLists, _on: date) -> Iterator[FormatFact]:
    yield FormatFact(constraint.what[:1].upper() + constraint.what[1:], [], constraint.rule, is_known=False)
