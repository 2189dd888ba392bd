"""Sends the notices of the outbox, with retries and increasing delays."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPException
from time import monotonic
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.confirmation import is_confirmed
from epic_events.accounts.language.services import written_for
from epic_events.infra.http_client import retry_delay
from epic_events.integrations.notices import push
from epic_events.integrations.notices.kinds import Kind, Way
from epic_events.integrations.notices.links import EVERYTHING, link_to_end
from epic_events.integrations.notices.messages import Words, words_of
from epic_events.integrations.notices.models import MOST_TRIES, Device, Notice

logger = logging.getLogger(__name__)
BUDGET: Final = 20.0  # seconds that one call works; the rest is left for the next one
LEASE: Final = timedelta(minutes=5)
"""When a notice whose worker was lost is taken by another one. Its mail has the same number then: programs show it
once."""
KEPT: Final = timedelta(days=30)
_Status = Notice.Status


def send_due() -> int:
    """Send due notices until none is left or the time budget is used.

    Can run concurrently.

    Returns:
        Number of processed notices.
    """
    dealt, end = 0, monotonic() + BUDGET
    while monotonic() < end and (taken := _take()):
        with written_for(taken[0].user):
            _send(taken)
        dealt += len(taken)
    return dealt


def forget_old() -> int:
    """Delete notices that were completed 30 days ago; return their number."""
    gone, _each = Notice.objects.filter(ended_at__lt=timezone.now() - KEPT).delete()
    return gone


def _take() -> list[Notice]:
    """Lease the next due notice, with all others of the same daily mail."""
    with transaction.atomic():
        lost = Notice.objects.due().filter(tries__gte=MOST_TRIES)
        lost.update(status=_Status.FAILED, ended_at=timezone.now(), problem="Its workers were lost.")
        due = (
            Notice.objects.due()
            .select_for_update(skip_locked=True, of=("self",))
            .select_related("user", "event", "device")
        )
        first = due.first()
        if first is None:
            return []
        taken = list(due.filter(user=first.user_id, daily=True)) if first.daily else [first]
        keys = [one.pk for one in taken]
        Notice.objects.filter(pk__in=keys).update(due_at=timezone.now() + LEASE, tries=F("tries") + 1)
        for one in taken:
            one.tries += 1
    return taken


def _send(taken: Sequence[Notice]) -> None:
    told = [(one, words) for one in taken if (words := _words(one)) is not None]
    still = {one.pk for one, _each in told}
    _end([one for one in taken if one.pk not in still], _Status.NOT_NEEDED)
    if not told:
        return
    notices = [one for one, _each in told]
    try:
        if notices[0].way == Way.MAIL:
            _mail(told)
        else:
            _push(notices[0], told[0][1])
    except push.GoneError:
        Device.objects.filter(notices=notices[0].pk).delete()  # and what was to be sent to it
    except (OSError, SMTPException, push.RefusedError) as error:
        _later(notices, str(error) or type(error).__name__)
    else:
        _end(notices, _Status.SENT)


def _words(notice: Notice) -> Words | None:
    """Return the text to send; None if it is obsolete or the user is unreachable."""
    user = notice.user
    if not user.is_active or (notice.way == Way.MAIL and not is_confirmed(user)):
        return None
    return words_of(notice)


def _push(notice: Notice, words: Words) -> None:
    device = notice.device
    if device is None or not push.is_there():
        raise push.GoneError
    push.send(device, words, topic=notice.key.rpartition(":")[0])


def _mail(told: Sequence[tuple[Notice, Words]]) -> None:
    """Send a mail with one notice, or with all notices of a daily mail.

    Raises:
        OSError, SMTPException: the mail server failed.
    """
    first, words = told[0]
    kind = EVERYTHING if first.daily else first.kind
    end = link_to_end(first.user_id, kind)
    many = ngettext("%(n)d notification", "%(n)d notifications", len(told)) % {"n": len(told)}
    subject = many if first.daily else words.title
    parts = [f"{one.title}\n\n{one.text}\n\n{one.address}" for _each, one in told]
    what = (
        _("all notification e-mails")
        if first.daily
        else _("e-mails of the type “%(kind)s”") % {"kind": Kind(kind).label}
    )
    foot = _("To unsubscribe from %(what)s, open: %(link)s") % {"what": what, "link": end}
    body = "\n\n---\n\n".join(parts) + f"\n\n-- \n{settings.SITE_NAME}\n{foot}\n"
    host = settings.SITE_ADDRESS.partition("://")[2].partition(":")[0]
    headers = {
        "Message-ID": f"<notice-{first.pk}@{host}>",
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",  # RFC 8058
        "Auto-Submitted": "auto-generated",
    }
    subject = f"[{settings.SITE_NAME}] {' '.join(subject.split())}"
    EmailMessage(subject, body, None, [first.user.email], headers=headers).send()


def _end(notices: Sequence[Notice], status: str) -> None:
    if notices:
        keys = [one.pk for one in notices]
        Notice.objects.filter(pk__in=keys).update(status=status, ended_at=timezone.now(), problem="")


def _later(notices: Sequence[Notice], problem: str) -> None:
    """Schedule the next attempt, or give up after the last one."""
    now = timezone.now()
    for one in notices:
        logger.warning("Notice %s was not sent, try %s: %s", one.pk, one.tries, problem)
        row = Notice.objects.filter(pk=one.pk)
        if one.tries >= MOST_TRIES:
            row.update(status=_Status.FAILED, ended_at=now, problem=problem[:200])
        else:
            row.update(due_at=now + retry_delay(one.tries), problem=problem[:200])
