"""Statistics of searches without results and the rules opened next.

No users are stored. They show site administrators which terms the search lacks. The stored data is limited: letters
only, a maximum of new queries per day and per visitor, and a retention period.
"""

import logging
import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from django.core import signing
from django.db import DatabaseError, transaction
from django.db.models import F, Max, Sum
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from epic_events.accounts.rate_limits import RateLimitError, client_key, limit_rate
from epic_events.reference.models import OpenedInstead, UnansweredQuestion
from epic_events.reference.rules import selectors
from rules.rulebooks import Rule, Rulebook
from rules.search.words import words

MAX_COUNTED_PER_HOUR = 30
"""Maximum number of counted queries per visitor and hour."""
MAX_NEW_PER_DAY = 200
"""Maximum number of new queries stored per day; known queries are still counted."""
RETENTION_DAYS = 90
MAX_SHOWN = 100
MAX_WORDS = 12
MAX_WORD_LENGTH = 20  # letters
SECONDS_TO_OPEN = 600
_COOKIE = "unanswered"
_ADDRESS = re.compile(r"\S*(?:@|://|www\.)\S*", re.IGNORECASE)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opened:
    """A rule that was opened after a search without results.

    Attributes:
        book: the document of the rule.
        rule: the rule.
        times: number of times.
    """

    book: Rulebook
    rule: Rule
    times: int


@dataclass(frozen=True)
class UnansweredRow:
    """A search without results.

    Attributes:
        book: the searched document.
        question: the normalised query.
        times: number of searches in the retention period.
        last: date of the last search.
        opened: rules opened next, most frequent first.
    """

    book: Rulebook
    question: str
    times: int
    last: date
    opened: tuple[Opened, ...]


def normalise_question(text: str) -> str:
    """Return the words of a query in lower case, without numbers and addresses."""
    plain = [word.plain for word in words(_ADDRESS.sub(" ", text))]
    stored_words = [word for word in plain if word.isalpha() and len(word) <= MAX_WORD_LENGTH][:MAX_WORDS]
    return " ".join(stored_words)[: UnansweredQuestion.MAX_LENGTH].strip()


def record_unanswered(request: HttpRequest, response: HttpResponseBase, book: Rulebook, query: str) -> None:
    """Count a search without results.

    A cookie is set to attribute the rule opened next. Errors are logged, not raised, so that the search still
    responds.
    """
    question = normalise_question(query)
    if not question or not _may_count(request):
        return
    try:
        with transaction.atomic():
            counted = _increment(book.slug, question, timezone.localdate())
    except DatabaseError:
        logger.warning("A question that found nothing was not counted.", exc_info=True)
        return
    if counted:
        value = [book.slug, question, timezone.localdate().isoformat()]
        response.set_cookie(
            _COOKIE,
            signing.dumps(value, salt=_COOKIE),
            max_age=SECONDS_TO_OPEN,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )


def record_opened_rule(request: HttpRequest, response: HttpResponseBase, book: Rulebook, rule: Rule) -> None:
    """Count the first rule opened after a search without results."""
    cookie = request.COOKIES.get(_COOKIE)
    if cookie is None:
        return
    response.delete_cookie(_COOKIE, samesite="Lax")
    try:
        slug, question, day = signing.loads(cookie, salt=_COOKIE, max_age=SECONDS_TO_OPEN)
    except signing.BadSignature:
        return
    if not _may_count(request):
        return
    try:
        with transaction.atomic():
            row = UnansweredQuestion.objects.filter(rulebook=slug, question=question, day=day).first()
            if row is not None:
                opened, _new = OpenedInstead.objects.get_or_create(question=row, rulebook=book.slug, citation=rule.id)
                OpenedInstead.objects.filter(pk=opened.pk).update(times=F("times") + 1)
    except DatabaseError:
        logger.warning("What was opened after a question was not counted.", exc_info=True)


def unanswered_questions() -> list[UnansweredRow]:
    """Return the searches without results, most frequent first; two queries."""
    since = timezone.localdate() - timedelta(days=RETENTION_DAYS)
    books = selectors.rulebooks()
    unanswered = UnansweredQuestion.objects.filter(day__gte=since, rulebook__in=books).values("rulebook", "question")
    most = list(
        unanswered.annotate(total=Sum("times"), last=Max("day")).order_by("-total", "-last", "question")[:MAX_SHOWN]
    )
    opened: defaultdict[tuple[str, str], list[Opened]] = defaultdict(list)
    rows = OpenedInstead.objects.filter(
        question__day__gte=since, question__question__in=[row["question"] for row in most]
    )
    opened_rules = rows.values("question__rulebook", "question__question", "rulebook", "citation").annotate(
        total=Sum("times")
    )
    for row in opened_rules.order_by("-total", "citation"):
        book = books.get(row["rulebook"])
        rule = book.find(row["citation"])[:1] if book is not None else ()
        if book is not None and rule:
            opened[row["question__rulebook"], row["question__question"]].append(Opened(book, rule[0], row["total"]))
    return [
        UnansweredRow(
            books[row["rulebook"]],
            row["question"],
            row["total"],
            row["last"],
            tuple(opened[row["rulebook"], row["question"]]),
        )
        for row in most
    ]


def delete_old_questions() -> int:
    """Delete searches older than the retention period; return their number."""
    before = timezone.localdate() - timedelta(days=RETENTION_DAYS)
    with transaction.atomic():
        old = list(UnansweredQuestion.objects.filter(day__lt=before).values_list("pk", flat=True)[:10_000])
        UnansweredQuestion.objects.filter(pk__in=old).delete()
    return len(old)


def _increment(slug: str, question: str, day: date) -> bool:
    """Count a query; return False if the limit of new queries per day is reached."""
    counter = UnansweredQuestion.objects.filter(rulebook=slug, question=question, day=day)
    if counter.update(times=F("times") + 1):
        return True
    if UnansweredQuestion.objects.filter(day=day).count() >= MAX_NEW_PER_DAY:
        return False
    UnansweredQuestion.objects.get_or_create(rulebook=slug, question=question, day=day)
    return bool(counter.update(times=F("times") + 1))


def _may_count(request: HttpRequest) -> bool:
    try:
        limit_rate("unanswered", client_key(request), limit=MAX_COUNTED_PER_HOUR, seconds=3600)
    except RateLimitError:
        return False
    return True
