"""Texts and display values of repairs.

Staff get full details, everyone else short notes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.events.models import Event, Registration, Stage
from epic_events.infra.names import isolated, within_sentence
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.models import Match, Repair, Round
from epic_events.pairings.round_names import name_of

TITLES: Mapping[str, str | Promise] = {
    "result": gettext_lazy("A result is wrong"),
    "reinstate": gettext_lazy("A player was dropped by mistake"),
    "no_show": gettext_lazy("A player left but was paired"),
    "exchange": gettext_lazy("Two players sat at each other's tables"),
    "by_hand": gettext_lazy("A pairing or bye must be set manually"),
    "table": gettext_lazy("A match has the wrong table number"),
    "unpublish": gettext_lazy("A round was paired or published too early"),
    "reopen": gettext_lazy("The event was finished too early"),
    "undo": gettext_lazy("Undo of a repair"),
}
"""Titles by kind, as problems that staff recognise."""


def get_title(kind: str) -> str:
    """Return the title of a kind of repair, or its identifier if it is unknown."""
    return str(TITLES.get(kind, kind))


DESCRIPTIONS: Mapping[str, str | Promise] = {
    "result": gettext_lazy("Correct a result of this or an earlier round, including one that decided the cut."),
    "exchange": gettext_lazy("Swap two players between tables and enter what was really played."),
    "by_hand": gettext_lazy("Pair two players or assign a bye at tables that have no result yet."),
    "reinstate": gettext_lazy("Reinstate the player, with a table in the current round if needed."),
    "no_show": gettext_lazy("No-show: drop the player; the opponent wins the match."),
    "unpublish": gettext_lazy("Unpublish or discard the round, or pair it again and keep the results played so far."),
    "table": gettext_lazy("Change the table number. A match already at that table moves."),
    "reopen": gettext_lazy("Reopen the event, for example to correct a result."),
}
"""Descriptions by kind, in the order of the wizard."""


MAX_SHOWN = 50
"""Changed rows of the standings that a page lists."""


@dataclass(frozen=True)
class ShownMove:
    """A changed row of the standings."""

    name: str
    rank_before: int | None
    rank_after: int | None
    points_before: int | None
    points_after: int | None


@dataclass(frozen=True)
class ShownTable:
    """A table before and after the repair, as text. Empty if it does not exist."""

    before: str
    after: str
    discards_result: bool


@dataclass(frozen=True)
class ShownRound:
    """A changed round, with its status before and after if that changed."""

    title: str
    status: str
    tables: list[ShownTable]


@dataclass(frozen=True)
class RepairSummary:
    """The changes of a repair as display values.

    Attributes:
        moves: changed rows of the standings, limited to `MAX_SHOWN`.
        moved: the number of changed rows.
        ties: the number of rows where only tie-breakers change.
        rounds: changed rounds.
        entries: names of changed registrations, each with its change.
        line_up: names that enter the cut, names that leave it, and the new order.
        seeded: the same for a cut that is already seeded.
        played_on: rounds that stay as played, with the players whose points were different then.
        status: the change of the event status.
    """

    moves: list[ShownMove]
    moved: int
    ties: int
    rounds: list[ShownRound]
    entries: list[tuple[str, str]]
    line_up: tuple[list[str], list[str], list[str]] | None
    seeded: tuple[list[str], list[str], list[str]] | None
    played_on: list[tuple[str, str]]
    status: str

    @property
    def nothing(self) -> bool:
        """True if nothing visible changes."""
        return not any((self.moves, self.ties, self.rounds, self.entries, self.line_up, self.seeded, self.status))


def summarise(event: Event, summary: Mapping[str, Any]) -> RepairSummary:
    """Return the changes of a repair with current names. Two queries.

    Args:
        event: the event.
        summary: the stored changes, see ``Difference.as_json``.
    """
    stages = {stage.order: stage for stage in event.stages.all()}
    for stage in stages.values():
        stage.event = event
    names = dict(event.registrations.values_list("pk", "name"))
    statuses = dict(Event.Status.choices)
    status = summary.get("status")
    return RepairSummary(
        moves=[_move(move, names) for move in summary["moves"][:MAX_SHOWN]],
        moved=summary["moved"],
        ties=summary["ties"],
        rounds=[_round(round_, stages, names) for round_ in summary["rounds"]],
        entries=[(names.get(entry["entry"], ""), _entry(entry)) for entry in summary["entries"]],
        line_up=_cut_changes(summary["line_up"], names),
        seeded=_cut_changes(summary["seeded"], names),
        played_on=[
            (
                round_title(stages, played["name"]),
                ", ".join(isolated(names.get(pk, "")) for pk in played["entries"][:MAX_SHOWN]),
            )
            for played in summary["played_on"]
        ],
        status=" → ".join(str(statuses.get(word, word)) for word in status) if status else "",
    )


def _move(move: Mapping[str, Any], names: Mapping[int, str]) -> ShownMove:
    return ShownMove(
        names.get(move["entry"], ""),
        move["rank_before"],
        move["rank_after"],
        move["points_before"],
        move["points_after"],
    )


def round_title(stages: Mapping[int, Stage], name: Iterable[int]) -> str:
    """Return the name of a round, or its number if its stage no longer exists.

    Args:
        stages: the stages of the event by order.
        name: order of the stage and number of the round.
    """
    order, number = name
    return name_of(stages[order], number) if order in stages else str(number)


def _round(round_: Mapping[str, Any], stages: Mapping[int, Stage], names: Mapping[int, str]) -> ShownRound:
    before, after = round_["status_before"], round_["status_after"]
    labels = {**dict(Round.Status.choices), Round.Status.DRAFT: _("Not published"), "": _("Does not exist")}
    return ShownRound(
        round_title(stages, round_["name"]),
        f"{labels[before]} → {labels[after]}" if before != after else "",
        [
            ShownTable(
                _table(change["before"], names),
                _table(change["after"], names),
                change["after"] is None and bool(change["before"]) and _is_final(change["before"]),
            )
            for change in round_["tables"]
        ],
    )


def _is_final(table: Mapping[str, Any]) -> bool:
    return table["status"] == Match.Status.CONFIRMED and len(table["players"]) > 1


def _table(table: Mapping[str, Any] | None, names: Mapping[int, str]) -> str:
    if table is None:
        return ""
    players = [isolated(names.get(pk, "")) for pk in table["players"]]
    if len(players) == 1:
        return _("%(name)s: bye") % {"name": players[0]}
    games = [*table["games"], table["drawn"]] if table["drawn"] else table["games"]
    kinds = dict(Match.ResultKind.choices)
    score = DASH.join(map(str, games)) if _is_final(table) else _("no result")
    if _is_final(table) and table["result"] not in ("", Match.ResultKind.PLAYED):
        score = f"{score}, {within_sentence(kinds.get(table['result'], table['result']))}"
    return _("Table %(table)s: %(players)s (%(score)s)") % {
        "table": table["table"],
        "players": f" {DASH} ".join(players),
        "score": score,
    }


def _entry(entry: Mapping[str, Any]) -> str:
    labels = dict(Registration.Status.choices)
    words = []
    if entry["status_before"] != entry["status_after"]:
        words.append(f"{labels.get(entry['status_before'])} → {labels.get(entry['status_after'])}")
    if entry["rounds_before"] != entry["rounds_after"]:
        words.append(
            _("rounds %(before)s → %(after)s")
            % {"before": _rounds(entry["rounds_before"]), "after": _rounds(entry["rounds_after"])}
        )
    return ", ".join(words)


def _rounds(stretches: str) -> str:
    """Format ranges of rounds. Omit the stage if there is only one."""
    parts = [part.partition(":") for part in stretches.split()]
    several = len({stage for stage, _colon, _rounds in parts}) > 1
    ranges = [f"{stage}: {rounds}" if several else rounds for stage, _colon, rounds in parts]
    return ", ".join(words.replace("-", DASH) for words in ranges) or _("none")


def _cut_changes(
    pair: tuple[list[int], list[int]] | None, names: Mapping[int, str]
) -> tuple[list[str], list[str], list[str]] | None:
    """Return the names that enter, the names that leave, and the new line-up."""
    if pair is None:
        return None
    before, after = pair
    return (
        [names.get(pk, "") for pk in after if pk not in before],
        [names.get(pk, "") for pk in before if pk not in after],
        [names.get(pk, "") for pk in after],
    )


STANDINGS = frozenset({"result", "exchange", "no_show", "reinstate", "unpublish"})
"""Kinds that can change standings."""


def public_notes(
    event: Event, rounds: Iterable[tuple[int, int]], *, of_standings: bool = False
) -> list[tuple[Repair, str]]:
    """Return the public notes about current repairs. At most two queries.

    Args:
        event: the event.
        rounds: the rounds to include, as order of the stage and number.
        of_standings: include only repairs that may have changed standings, and name their round.
    """
    round_names = {tuple(name) for name in rounds}
    standing = Repair.objects.of_event(event).standing().defer("changes", "summary").order_by("pk")
    notes = [
        repair
        for repair in standing
        if round_names & {tuple(name) for name in repair.concerns} and (repair.kind in STANDINGS or not of_standings)
    ]
    keys = [repair.parameters["match"] for repair in notes if "match" in repair.parameters]
    tables = dict(Match.objects.filter(pk__in=keys).values_list("pk", "table")) if keys else {}
    template_text = _("Round %(number)s: %(note)s")
    return [
        (
            repair,
            template_text % {"number": repair.concerns[0][1], "note": _note(repair, tables)}
            if of_standings
            else _note(repair, tables),
        )
        for repair in notes
    ]


def _note(repair: Repair, tables: Mapping[int, int | None]) -> str:
    number = tables.get(repair.parameters.get("match", 0))
    if repair.kind == "result":
        return _("The result of table %(table)s was corrected.") % {"table": number or DASH}
    if repair.kind == "table":
        return _("A match was moved to table %(table)s.") % {"table": number or DASH}
    return {
        "reinstate": _("A player who had been dropped by mistake was added to this round."),
        "no_show": _("A match was awarded because the opponent did not show up."),
        "exchange": _("Two players swapped tables."),
        "by_hand": _("A pairing was set manually. The reason is shown next to it."),
        "unpublish": _("The round was unpublished and published again."),
    }.get(repair.kind, _("A repair was made."))
