"""Sends the notices of the outbox, with retries and increasing delays."""

from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.confirmation import is_confirmed
from epic_events.accounts.languages import in_language_of
from epic_events.integrations.notices import push, push_keys
from epic_events.integrations.notices.messages import Message, message_of
from epic_events.integrations.notices.models import Device, Kind, Notice, Way
from epic_events.integrations.notices.services import EVERYTHING, unsubscribe_link
from epic_events.jobs import outbox
from epic_events.jobs.models import OutboxStatus

BUDGET: Final = 20.0  # seconds that one call works; the rest is left for the next one
LEASE: Final = timedelta(minutes=5)
"""Time after which another worker takes over a notice. The mail keeps its Message-ID, so that mail programs show it
once."""


def send_due() -> int:
    """Send due notices until none is left or the time budget is used.

    Can run concurrently.

    Returns:
        Number of processed notices.
    """
    return outbox.send_due(lease_next, _send_in_language, BUDGET)


def lease_next() -> list[Notice]:
    """Lease the next due notice, with all others of the same daily mail."""
    return outbox.lease(Notice.objects.select_related("user", "event", "device"), LEASE, _batch)


def _batch(first: Notice, due: QuerySet[Notice]) -> QuerySet[Notice]:
    """Return the notices of one mail.

    They are all due ones of the user's daily mail, or the first one alone.
    """
    return due.filter(user=first.user_id, daily=True) if first.daily else due.filter(pk=first.pk)


def _send_in_language(leased: list[Notice]) -> None:
    with in_language_of(leased[0].user):
        _send(leased)


def _send(batch: Sequence[Notice]) -> None:
    sendable = [(one, words) for one in batch if (words := _words(one)) is not None]
    still = {one.pk for one, _each in sendable}
    outbox.finish([one for one in batch if one.pk not in still], OutboxStatus.NOT_NEEDED)
    if not sendable:
        return
    notices = [one for one, _each in sendable]
    try:
        if notices[0].way == Way.MAIL:
            _mail(sendable)
        else:
            _push(notices[0], sendable[0][1])
    except push.GoneError:
        Device.objects.filter(notices=notices[0].pk).delete()  # deletes its notices as well
    except (OSError, SMTPException, push.RejectedError) as error:
        for one in notices:
            outbox.retry_later(one, str(error) or type(error).__name__)
    else:
        outbox.finish(notices, OutboxStatus.SENT)


def _words(notice: Notice) -> Message | None:
    """Return the text to send; None if it is obsolete or the user is unreachable."""
    user = notice.user
    if not user.is_active or (notice.way == Way.MAIL and not is_confirmed(user)):
        return None
    return message_of(notice)


def _push(notice: Notice, words: Message) -> None:
    device, key = notice.device, push_keys.load_key()
    if device is None:
        raise push.GoneError
    if not key:
        raise push.RejectedError("The site has no push key.")
    push.send(device, words, key=key, topic=notice.key.rpartition(":")[0])


def _mail(sendable: Sequence[tuple[Notice, Message]]) -> None:
    """Send a mail with one notice, or with all notices of a daily mail.

    Raises:
        OSError, SMTPException: the mail server failed.
    """
    first, words = sendable[0]
    kind = EVERYTHING if first.daily else first.kind
    end = unsubscribe_link(first.user_id, kind)
    many = ngettext("%(n)d notification", "%(n)d notifications", len(sendable)) % {"n": len(sendable)}
    subject = many if first.daily else words.title
    parts = [f"{one.title}\n\n{one.text}\n\n{one.address}" for _each, one in sendable]
    subject_line = (
        _("all notification e-mails")
        if first.daily
        else _("e-mails of the type “%(kind)s”") % {"kind": Kind(kind).label}
    )
    foot = _("To unsubscribe from %(what)s, open: %(link)s") % {"what": subject_line, "link": end}
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
