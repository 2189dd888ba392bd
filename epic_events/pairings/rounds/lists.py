"""The pairings list of a round: by table or name, paginated and searchable."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import F, Q
from django.http import HttpRequest, QueryDict

from epic_events.infra.cached_values import cached
from epic_events.infra.collation import name_sort_key
from epic_events.infra.limits import check_length
from epic_events.pairings.models import Round, Seat
from epic_events.pairings.results.table_rows import NameList, TableList, TableLoader

Found = TypeVar("Found")

TABLES_PER_PAGE: Final = 100
NAMES_PER_PAGE: Final = 200
MAX_FOUND: Final = 100
MAX_SEARCH_LENGTH: Final = 80


@dataclass(frozen=True)
class ListQuery:
    """The query parameters of a pairings list.

    Attributes:
        by_name: one line per player instead of per table.
        page: the page number, from 1.
        whole: show all entries on one page, for example for printing.
        words: the search text, a table number or part of a name. Empty for no search.
    """

    by_name: bool = False
    page: int = 1
    whole: bool = False
    words: str = ""

    @property
    def query(self) -> str:
        """The URL query string of these parameters."""
        params = QueryDict(mutable=True)
        params["by"] = "name" if self.by_name else "table"
        if self.words:
            params["q"] = self.words
        if self.whole:
            params["all"] = "1"
        elif self.page > 1:
            params["page"] = str(self.page)
        return params.urlencode()

    @property
    def other_order_query(self) -> str:
        """The URL query string of the list in the other order."""
        return replace(self, by_name=not self.by_name, page=1).query


def parse_list_query(request: HttpRequest) -> ListQuery:
    """Parse the query parameters of a request. An invalid page number means page 1.

    Raises:
        TooLargeError: the search text has more than 80 characters.
    """
    number = request.GET.get("page", "")
    words = check_length(request.GET.get("q", ""), MAX_SEARCH_LENGTH, "q").replace("\0", "").strip()
    return ListQuery(
        by_name=request.GET.get("by") == "name",
        page=max(1, int(number)) if number.isdecimal() and len(number) < 6 else 1,
        whole=request.GET.get("all") == "1",
        words=words,
    )


@dataclass(frozen=True)
class RoundList:
    """The displayed part of a pairings list.

    Attributes:
        round: the round.
        asked: the query parameters.
        lasting: version token that ignores results. The order of the list is cached under it. Empty disables the
        cache.
    """

    round: Round
    asked: ListQuery
    lasting: str = ""

    @cached_property
    def rows(self) -> TableList | None:
        """The tables on the page, byes last. `None` if the list is by name."""
        if self.asked.by_name:
            return None
        chosen = list(self.page.object_list)
        return TableList(TableLoader(self.round, chosen), chosen)

    @cached_property
    def page(self) -> Page[int]:
        """The page, with keys of matches or of seats."""
        size = max(1, len(self._keys)) if self.asked.whole or self.asked.words else self._page_size
        return Paginator(self._keys, size).get_page(self.asked.page)

    @property
    def is_long(self) -> bool:
        """True if the list does not fit on one page or is searched."""
        return bool(self.asked.words) or self.asked.whole or self.page.has_other_pages()

    @property
    def _page_size(self) -> int:
        return NAMES_PER_PAGE if self.asked.by_name else TABLES_PER_PAGE

    def _ordered(self, read: Callable[[], Found]) -> Found:
        """Return the cached value of `read` unless the list is searched."""
        if self.asked.words or not self.lasting:
            return read()
        return cached(("order", self.round.pk, self.asked.by_name), self.lasting, read)

    @cached_property
    def _keys(self) -> list[int]:
        """The keys of all listed entries: seats if by name, otherwise matches."""
        return [seat for seat, _match in self._seats] if self.asked.by_name else self._ordered(self._read_tables)

    def _read_tables(self) -> list[int]:
        tables = self.round.matches.order_by(F("table").asc(nulls_last=True), "pk")
        if words := self.asked.words:
            condition = Q(pk__in=[match for match, name in self._names if words.casefold() in name.casefold()])
            tables = tables.filter(condition | Q(table=int(words)) if _is_number(words) else condition)
        return list(tables.values_list("pk", flat=True)[: MAX_FOUND if words else None])

    @cached_property
    def _names(self) -> list[tuple[int, str]]:
        return list(Seat.objects.filter(round=self.round).order_by().values_list("match_id", "registration__name"))

    @cached_property
    def _seats(self) -> list[tuple[int, int]]:
        """The listed seats with their matches, by player name."""
        return self._ordered(self._read_seats)

    def _read_seats(self) -> list[tuple[int, int]]:
        fields = ("registration__name", "registration_id", "pk", "match_id", "match__table")
        seats = Seat.objects.filter(round=self.round).order_by().values_list(*fields)
        words = self.asked.words
        chosen = sorted(
            (name_sort_key(name), entry, seat, match)
            for name, entry, seat, match, table in seats
            if not words or words.casefold() in name.casefold() or words == str(table)
        )
        return [(seat, match) for _name, _entry, seat, match in chosen[: MAX_FOUND if words else None]]

    @cached_property
    def names(self) -> NameList | None:
        """One line per player on the page. `None` if the list is by table."""
        if not self.asked.by_name:
            return None
        matches = dict(self._seats)
        return NameList(self.round, [(seat, matches[seat]) for seat in self.page.object_list])


def _is_number(words: str) -> bool:
    return words.isdecimal() and len(words) < 10
