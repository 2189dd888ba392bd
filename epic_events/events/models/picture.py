"""Model of pictures that organisers upload for their events."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.events.models.event import Event


class EventPicture(models.Model):
    """An uploaded picture, used in place of the drawn cover.

    Apart from its event, so that pages do not load it.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="uploaded_picture")
    data = models.BinaryField(help_text=_("JPEG re-encoded from the uploaded file."))
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    uploaded_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.event_id}"
