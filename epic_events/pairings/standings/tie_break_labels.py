"""Display names and descriptions of tie-breakers, their options and their errors."""

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
    MAX_CHAIN_LENGTH,
    Chain,
    ChainError,
    ChainErrorCode,
    Form,
    TieBreak,
    preset_of,
)
from epic_events.pairings.methods.tie_breaks.values import Byes, Draws, Options

DASH = "\N{EN DASH}"


class TieBreakName(NamedTuple):
    """Names of a tie-breaker: column heading and full name."""

    short: str | Promise
    title: str | Promise


NAMES: Mapping[str, TieBreakName] = {
    "omw": TieBreakName(gettext_lazy("OMW%"), gettext_lazy("Opponents' match-win percentage (mean)")),
    "gw": TieBreakName(gettext_lazy("GW%"), gettext_lazy("The player's own game-win percentage")),
    "ogw": TieBreakName(gettext_lazy("OGW%"), gettext_lazy("Opponents' game-win percentage (mean)")),
    "mw": TieBreakName(gettext_lazy("MW%"), gettext_lazy("The player's own match-win percentage")),
    "oomw": TieBreakName(
        gettext_lazy("OOMW%"), gettext_lazy("Opponents' opponents' match-win percentage (mean over the opponents)")
    ),
    "head_to_head": TieBreakName(
        gettext_lazy("H2H"), gettext_lazy("Head-to-head, if all tied players have met each other")
    ),
    "cumulative": TieBreakName(
        gettext_lazy("CTB"),
        gettext_lazy(
            "Cumulative tie-breaker: after each round, a quarter of the previous value plus all match points so far"
        ),
    ),
    "ml": TieBreakName(gettext_lazy("ML%"), gettext_lazy("The player's own match-loss percentage (lower is better)")),
    "oml": TieBreakName(gettext_lazy("OML%"), gettext_lazy("Opponents' match-loss percentage (mean, lower is better)")),
    "ocumulative": TieBreakName(gettext_lazy("OCTB"), gettext_lazy("Opponents' cumulative tie-breaker (mean)")),
    "progressive": TieBreakName(
        gettext_lazy("Prog."), gettext_lazy("Progressive score: sum of the match points after each round")
    ),
    "sos": TieBreakName(
        gettext_lazy("SoS"), gettext_lazy("Strength of schedule: opponents' match points per round (mean)")
    ),
    "esos": TieBreakName(
        gettext_lazy("ESoS"),
        gettext_lazy("Extended strength of schedule: opponents' strength of schedule (mean)"),
    ),
    "wins": TieBreakName(gettext_lazy("Wins"), gettext_lazy("Number of matches won")),
    "health_difference": TieBreakName(
        gettext_lazy("Health ±"),
        gettext_lazy("Health difference: own minus opponent's health at the end of each match, summed"),
    ),
    "health": TieBreakName(gettext_lazy("Health"), gettext_lazy("Own health at the end of each match, summed")),
    "on_time": TieBreakName(
        gettext_lazy("On time"), gettext_lazy("Late entries rank below tied players who were on time")
    ),
    "lot": TieBreakName(gettext_lazy("Lot"), gettext_lazy("Random order drawn from a stored seed")),
}

PRESET_NAMES: Mapping[str, str | Promise] = {
    "epic": gettext_lazy("Default: OMW%, GW%, OGW% with a floor of 1/3, head-to-head, lot"),
    "magic-third": gettext_lazy("Magic as most platforms compute it: floor 1/3"),
    "magic-third-raw-gw": gettext_lazy("Magic, floor 1/3, own GW% without a floor"),
    "magic-third-byes-out": gettext_lazy("Magic, floor 1/3, opponents' byes do not count as match wins"),
    "magic-0.33": gettext_lazy("Magic as written in the rules: floor 0.33"),
    "magic-0.33-raw-gw": gettext_lazy("Magic, floor 0.33, own GW% without a floor"),
    "magic-0.33-byes-out": gettext_lazy("Magic, floor 0.33, opponents' byes do not count as match wins"),
    "pokemon": gettext_lazy("Pokémon: late entries last, opponents' and opponents' opponents' win percentage"),
    "flesh-and-blood": gettext_lazy("Flesh and Blood: cumulative tie-breaker, match losses"),
    "netrunner": gettext_lazy("Netrunner: strength of schedule"),
    "netrunner-2016": gettext_lazy("Netrunner 2016: head-to-head, then strength of schedule"),
    "health": gettext_lazy("Fan league: health difference, remaining health"),
}

OPTION_NAMES: Mapping[str, str | Promise] = {
    "floor": gettext_lazy("Minimum (floor)"),
    "ceiling": gettext_lazy("Maximum (ceiling)"),
    "dropped_ceiling": gettext_lazy("Maximum for dropped players"),
    "own_byes": gettext_lazy("The player's own byes"),
    "opponent_byes": gettext_lazy("Opponents' byes"),
    "draws": gettext_lazy("A draw counts as"),
}

BYE_WORDS: Mapping[Byes, str | Promise] = {Byes.IN: gettext_lazy("count"), Byes.OUT: gettext_lazy("do not count")}
DRAW_WORDS: Mapping[Draws, str | Promise] = {
    Draws.POINTS: gettext_lazy("its match points"),
    Draws.HALF: gettext_lazy("half a win"),
}


class DescribedTieBreak(NamedTuple):
    """A tie-breaker with its names and notes on its options."""

    link: TieBreak
    short: str
    title: str
    notes: list[str]


def describe_chain(chain: Chain) -> list[DescribedTieBreak]:
    """Return the tie-breakers of a chain with names and notes."""
    return [DescribedTieBreak(link, short(link), title(link), notes(link)) for link in chain]


def preset_name(chain: Chain) -> str:
    """Return the display name of the preset with this chain; empty for a custom chain."""
    preset = preset_of(chain)
    return str(PRESET_NAMES[preset]) if preset else ""


def tie_break_names_in_log(data: Mapping[str, object]) -> str:
    """Return the tie-breakers of an audit entry, in order."""
    after = data.get("after")
    names = [str(item.get("name")) for item in after if isinstance(item, dict)] if isinstance(after, list) else []
    return ", ".join(str(NAMES[name].short) if name in NAMES else name for name in names) or _("match points only")


def short(link: TieBreak) -> str:
    """Return the column heading of a tie-breaker."""
    return str(NAMES[link.name].short)


def title(link: TieBreak) -> str:
    """Return the full name of a tie-breaker."""
    return str(NAMES[link.name].title)


def format_percent(share: Fraction) -> str:
    """Return a fraction of 1 as a localised percentage with two decimals."""
    return str(number_format(round(float(share) * 100, 2), decimal_pos=2))


def format_number(value: Fraction) -> str:
    """Return a localised number with up to four decimals."""
    rounded = round(float(value), 4)
    digits = len(f"{rounded:.4f}".rstrip("0").partition(".")[2])
    return str(number_format(rounded, decimal_pos=digits))


def format_value(link: TieBreak, value: Fraction | None) -> str:
    """Return a value as displayed in its column.

    A dash if the tie-breaker does not apply.
    """
    if value is None:
        return DASH
    if link.kind.form is Form.PERCENT:
        return format_percent(value)
    if link.kind.form is Form.YES_NO:
        return _("yes") if value else _("no")
    if link.kind.form is Form.LOT:
        return pgettext("by lot", "drawn")
    return format_number(value)


def notes(link: TieBreak) -> list[str]:
    """Return sentences about the options of a tie-breaker that have an effect."""
    options, option_names = link.options, link.kind.option_names
    sentences = []
    if "floor" in option_names and options.floor:
        sentences.append(_("Each percentage counts as at least %(floor)s.") % {"floor": format_bound(options.floor)})
    if "ceiling" in option_names and options.ceiling < 1:
        sentences.append(
            _("Each percentage counts as at most %(ceiling)s.") % {"ceiling": format_bound(options.ceiling)}
        )
    if "dropped_ceiling" in option_names and options.dropped_ceiling < options.ceiling:
        sentences.append(
            _("Percentages of dropped players count as at most %(ceiling)s.")
            % {"ceiling": format_bound(options.dropped_ceiling)}
        )
    sentences += _of_byes(link.name, options, option_names)
    if "draws" in option_names and options.draws is Draws.HALF:
        sentences.append(_("A draw counts as half a win."))
    return sentences


def _of_byes(name: str, options: Options, option_names: tuple[str, ...]) -> list[str]:
    sentences = []
    if "opponent_byes" in option_names:
        if options.opponent_byes is Byes.OUT:
            sentences.append(_("Opponents' byes do not count in their record."))
        else:
            sentences.append(_("Opponents' byes count in their record as match wins."))
    if "own_byes" in option_names:
        own = name in {"mw", "gw", "ml", "wins"}
        if options.own_byes is Byes.OUT:
            sentences.append(_("The player's own byes do not count."))
        elif own:
            sentences.append(_("The player's own byes count as matches won by 2 games to 0."))
        else:
            sentences.append(_("Each of the player's own byes counts as an opponent with the minimum percentage."))
    elif name in {"oml", "ocumulative", "sos", "esos"}:
        sentences.append(_("The player's own byes do not count."))
    return sentences


def format_bound(value: Fraction) -> str:
    """Return a floor or ceiling as text: 1/3, 0.33."""
    if value.denominator == 1:
        return str(value)
    return str(value) if value.denominator in {2, 3, 4} else str(number_format(float(value)))


def error_message(error: ChainError) -> str:
    """Return the message for an invalid chain of tie-breakers."""
    name = str(NAMES[error.name].short) if error.name in NAMES else error.name
    option = str(OPTION_NAMES.get(error.option, error.option))
    sentences = {
        ChainErrorCode.SHAPE: _("Tie-breakers must be a list of names or of objects with a name and settings."),
        ChainErrorCode.NAME: _("Unknown tie-breaker “%(name)s”. Choose from: %(known)s."),
        ChainErrorCode.OPTION: _("%(name)s has no setting “%(option)s”."),
        ChainErrorCode.VALUE: _(
            "%(name)s, “%(option)s”: this value is not valid. Bounds are fractions from 0 to 1 such as 1/3 or 0.33, "
            "byes are “in” or “out”, draws are “points” or “half”."
        ),
        ChainErrorCode.TWICE: _("%(name)s is in the list twice. Remove one of them."),
        ChainErrorCode.LENGTH: _("Choose at most %(most)d tie-breakers."),
        ChainErrorCode.BOUNDS: _("%(name)s: the minimum is greater than the maximum."),
        ChainErrorCode.NOT_LAST: _("%(name)s must be the last tie-breaker: it leaves no players tied."),
    }
    return sentences[error.reason] % {
        "name": name,
        "option": option,
        "known": ", ".join(KINDS),
        "most": MAX_CHAIN_LENGTH,
    }


class ChainUserError(UserError):
    """An invalid chain of tie-breakers."""

    code = "tie_breaks"

    def __init__(self, error: ChainError) -> None:
        super().__init__(error_message(error), fields={"tie_breaks": error_message(error)})
