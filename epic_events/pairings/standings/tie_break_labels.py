"""Tie-breakers, their settings and their mistakes in words: for columns, for explanations, for messages."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from epic_events.infra.errors import UserError
from epic_events.pairings.methods.tie_breaks.chain import (
    KINDS,
    LONGEST_CHAIN,
    Chain,
    ChainError,
    Form,
    Mistake,
    TieBreak,
)
from epic_events.pairings.methods.tie_breaks.options import Byes, Draws, Options
from epic_events.pairings.methods.tie_breaks.presets import preset_of

DASH = "\N{EN DASH}"


class Naming(NamedTuple):
    """How a tie-breaker is called: the head of its column, and what it is."""

    short: str | Promise
    title: str | Promise


NAMES: Mapping[str, Naming] = {
    "omw": Naming(gettext_lazy("OMW%"), gettext_lazy("Mean match-win percentage of the opponents")),
    "gw": Naming(gettext_lazy("GW%"), gettext_lazy("The player's own game-win percentage")),
    "ogw": Naming(gettext_lazy("OGW%"), gettext_lazy("Mean game-win percentage of the opponents")),
    "mw": Naming(gettext_lazy("MW%"), gettext_lazy("The player's own match-win percentage")),
    "oomw": Naming(
        gettext_lazy("OOMW%"), gettext_lazy("Mean match-win percentage of the opponents' opponents, per opponent")
    ),
    "head_to_head": Naming(gettext_lazy("H2H"), gettext_lazy("Head-to-head if all tied players met each other")),
    "cumulative": Naming(
        gettext_lazy("CTB"),
        gettext_lazy("Cumulative tie-break: after each round a quarter of it, and all points so far"),
    ),
    "ml": Naming(gettext_lazy("ML%"), gettext_lazy("The player's own match-loss percentage, less is better")),
    "oml": Naming(gettext_lazy("OML%"), gettext_lazy("Mean match-loss percentage of the opponents, less is better")),
    "ocumulative": Naming(gettext_lazy("OCTB"), gettext_lazy("Mean cumulative tie-break of the opponents")),
    "progressive": Naming(gettext_lazy("Prog."), gettext_lazy("Sum of the match points after each round")),
    "sos": Naming(
        gettext_lazy("SoS"), gettext_lazy("Strength of schedule: mean of the opponents' match points a round")
    ),
    "esos": Naming(
        gettext_lazy("ESoS"),
        gettext_lazy("Extended strength of schedule: mean of the opponents' strengths of schedule"),
    ),
    "wins": Naming(gettext_lazy("Wins"), gettext_lazy("Number of matches won")),
    "health_difference": Naming(
        gettext_lazy("Health ±"),
        gettext_lazy("Sum of the player's own health at the end of matches less the opponent's"),
    ),
    "health": Naming(gettext_lazy("Health"), gettext_lazy("Sum of the player's own health at the end of matches")),
    "on_time": Naming(gettext_lazy("On time"), gettext_lazy("Players who came late rank below their equals")),
    "lot": Naming(gettext_lazy("Lot"), gettext_lazy("Drawn by lot from a stored seed")),
}

PRESET_NAMES: Mapping[str, str | Promise] = {
    "epic": gettext_lazy("The usual here: OMW%, GW%, OGW% with a floor of 1/3, head-to-head, lot"),
    "magic-third": gettext_lazy("Magic as platforms compute it: floor 1/3"),
    "magic-third-raw-gw": gettext_lazy("Magic, floor 1/3, own GW% without a floor"),
    "magic-third-byes-out": gettext_lazy("Magic, floor 1/3, opponents' byes left out of their match wins"),
    "magic-0.33": gettext_lazy("Magic as the rule is written: floor 0.33"),
    "magic-0.33-raw-gw": gettext_lazy("Magic, floor 0.33, own GW% without a floor"),
    "magic-0.33-byes-out": gettext_lazy("Magic, floor 0.33, opponents' byes left out of their match wins"),
    "pokemon": gettext_lazy("Pokémon: late entries below, opponents' and their opponents' win percentage"),
    "flesh-and-blood": gettext_lazy("Flesh and Blood: cumulative tie-break, match losses"),
    "netrunner": gettext_lazy("Netrunner: strength of schedule"),
    "netrunner-2016": gettext_lazy("Netrunner 2016: head-to-head, then strength of schedule"),
    "health": gettext_lazy("Fan league: health difference, health left"),
}

OPTION_NAMES: Mapping[str, str | Promise] = {
    "floor": gettext_lazy("Counts at least"),
    "ceiling": gettext_lazy("Counts at most"),
    "dropped_ceiling": gettext_lazy("Counts at most, of players who dropped"),
    "own_byes": gettext_lazy("The player's own byes"),
    "opponent_byes": gettext_lazy("Byes of opponents"),
    "draws": gettext_lazy("A draw counts"),
}

BYE_WORDS: Mapping[Byes, str | Promise] = {Byes.IN: gettext_lazy("count"), Byes.OUT: gettext_lazy("are left out")}
DRAW_WORDS: Mapping[Draws, str | Promise] = {
    Draws.POINTS: gettext_lazy("its match points"),
    Draws.HALF: gettext_lazy("half a win"),
}


class ShownLink(NamedTuple):
    """A tie-breaker of a chain in words."""

    link: TieBreak
    short: str
    title: str
    said: list[str]


def shown_chain(chain: Chain) -> list[ShownLink]:
    """Return a chain in words, in its order."""
    return [ShownLink(link, short(link), title(link), said(link)) for link in chain]


def preset_name(chain: Chain) -> str:
    """Return how the preset is called whose chain this is; empty for a chain of the event's own."""
    found = preset_of(chain)
    return str(PRESET_NAMES[found]) if found else ""


def names_in_log(data: Mapping[str, object]) -> str:
    """Return the tie-breakers of a line of the log, in order."""
    after = data.get("after")
    names = [str(item.get("name")) for item in after if isinstance(item, dict)] if isinstance(after, list) else []
    return ", ".join(str(NAMES[name].short) if name in NAMES else name for name in names) or _("match points only")


def short(link: TieBreak) -> str:
    """Return the head of a tie-breaker's column."""
    return str(NAMES[link.name].short)


def title(link: TieBreak) -> str:
    """Return what a tie-breaker is."""
    return str(NAMES[link.name].title)


def percent(share: Fraction) -> str:
    """Return a share of 1 as a percentage with two digits, in the reader's way of writing numbers."""
    return str(number_format(round(float(share) * 100, 2), decimal_pos=2))


def number(value: Fraction) -> str:
    """Return a number with up to four digits behind the point, in the reader's way of writing numbers."""
    rounded = round(float(value), 4)
    digits = len(f"{rounded:.4f}".rstrip("0").partition(".")[2])
    return str(number_format(rounded, decimal_pos=digits))


def written(link: TieBreak, value: Fraction | None) -> str:
    """Return a value as its column shows it; a dash where the tie-breaker says nothing about the player."""
    if value is None:
        return DASH
    if link.kind.form is Form.PERCENT:
        return percent(value)
    if link.kind.form is Form.YES_NO:
        return _("yes") if value else _("no")
    if link.kind.form is Form.LOT:
        return pgettext("by lot", "drawn")
    return number(value)


def said(link: TieBreak) -> list[str]:
    """Return the settings of a tie-breaker in sentences, those that change nothing left out."""
    options, knows = link.options, link.kind.knows
    sentences = []
    if "floor" in knows and options.floor:
        sentences.append(_("Each share counts at least %(floor)s.") % {"floor": fraction(options.floor)})
    if "ceiling" in knows and options.ceiling < 1:
        sentences.append(_("Each share counts at most %(ceiling)s.") % {"ceiling": fraction(options.ceiling)})
    if "dropped_ceiling" in knows and options.dropped_ceiling < options.ceiling:
        sentences.append(
            _("Shares of players who dropped count at most %(ceiling)s.")
            % {"ceiling": fraction(options.dropped_ceiling)}
        )
    sentences += _of_byes(link.name, options, knows)
    if "draws" in knows and options.draws is Draws.HALF:
        sentences.append(_("A draw counts as half a win."))
    return sentences


def _of_byes(name: str, options: Options, knows: tuple[str, ...]) -> list[str]:
    sentences = []
    if "opponent_byes" in knows:
        if options.opponent_byes is Byes.OUT:
            sentences.append(_("Byes of opponents are left out of their record."))
        else:
            sentences.append(_("Byes of opponents count in their record like matches won."))
    if "own_byes" in knows:
        own = name in {"mw", "gw", "ml", "wins"}
        if options.own_byes is Byes.OUT:
            sentences.append(_("The player's own byes are left out."))
        elif own:
            sentences.append(_("The player's own byes count like matches won by 2 games to 0."))
        else:
            sentences.append(_("Each of the player's own byes counts as an opponent at the floor."))
    elif name in {"oml", "ocumulative", "sos", "esos"}:
        sentences.append(_("The player's own byes are left out."))
    return sentences


def fraction(value: Fraction) -> str:
    """Return a bound as people write it: 1/3, 0.33, 25 %."""
    if value.denominator == 1:
        return str(value)
    return str(value) if value.denominator in {2, 3, 4} else str(number_format(float(value)))


def problem(error: ChainError) -> str:
    """Return the sentence that tells an organiser what is wrong with a chain."""
    name = str(NAMES[error.name].short) if error.name in NAMES else error.name
    option = str(OPTION_NAMES.get(error.option, error.option))
    sentences = {
        Mistake.SHAPE: _("Tie-breaks are a list; each is a name, or an object with a name and settings."),
        Mistake.NAME: _("There is no tie-breaker “%(name)s”. There are: %(known)s."),
        Mistake.OPTION: _("%(name)s has no setting “%(option)s”."),
        Mistake.VALUE: _(
            "%(name)s, “%(option)s”: this cannot be read. Bounds are fractions from 0 to 1, like 1/3 or 0.33; byes are"
            " in or out; draws are points or half."
        ),
        Mistake.TWICE: _("%(name)s stands twice: a second time it tells nobody apart."),
        Mistake.LENGTH: _("At most %(most)d tie-breakers fit in a chain."),
        Mistake.BOUNDS: _("%(name)s: what counts at least is more than what counts at most."),
        Mistake.NOT_LAST: _("%(name)s comes last: nobody is level behind it."),
    }
    return sentences[error.mistake] % {
        "name": name,
        "option": option,
        "known": ", ".join(KINDS),
        "most": LONGEST_CHAIN,
    }


class ChainUserError(UserError):
    """A chain of tie-breakers that cannot be used."""

    code = "tie_breaks"

    def __init__(self, error: ChainError) -> None:
        super().__init__(problem(error), fields={"tie_breaks": problem(error)})
