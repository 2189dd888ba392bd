"""Unbreakable names of eighty characters for everything that users name."""

from django.db import transaction

from epic_events.accounts.models import Player, User
from epic_events.audit_log import version_tokens
from epic_events.decks.models import DeckCard
from epic_events.disputes.models import Dispute
from epic_events.events.models import Event, Registration, Stage
from epic_events.judging.rulings.models import Ruling

LETTERS = 80


def long(start: str, letters: int = LETTERS) -> str:
    """Return a word of ``letters`` wide letters that begins with ``start``."""
    return (start + "W" * letters)[:letters]


@transaction.atomic
def give_long_names() -> None:
    """Rename everything, keeping equal names equal, and clear the page cache."""
    for person in (*User.objects.all(), *Player.objects.all(), *Registration.objects.all()):
        type(person).objects.filter(pk=person.pk).update(name=long(person.name.replace(" ", "")))
    for event in Event.objects.all():
        Event.objects.filter(pk=event.pk).update(name=long(event.name.replace(" ", "")), place=long("Hall"))
    for stage in Stage.objects.all():
        Stage.objects.filter(pk=stage.pk).update(name=long(f"Stage{stage.order}", 60))
    for dispute in Dispute.objects.all():
        Dispute.objects.filter(pk=dispute.pk).update(title=long(f"Dispute{dispute.pk}"))
    for ruling in Ruling.objects.all():
        Ruling.objects.filter(pk=ruling.pk).update(title=long(f"Ruling{ruling.pk}"))
    for card in DeckCard.objects.all():
        DeckCard.objects.filter(pk=card.pk).update(name=long(f"Card{card.pk}"))
    version_tokens.renew([(None, "renamed"), *((event.pk, "renamed") for event in Event.objects.all())])
