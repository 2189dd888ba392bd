"""Pictures that organisers upload in place of the drawn cover."""

import io
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from epic_events.audit_log.models import Entry
from epic_events.events.models import Event, EventPicture, StaffRole
from epic_events.events.services import remove_picture, upload_picture
from epic_events.events.services.pictures import MAX_EDGE, MAX_PICTURE_BYTES
from epic_events.infra.errors import NotAllowedError, UserError
from epic_events.integrations.archives.services import export_event, import_archive
from tests.epic_events.factories import make_event, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
RED = (200, 30, 30)


def picture(width: int = 1200, height: int = 400, kind: str = "PNG", **saved: Any) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), RED).save(buffer, kind, **saved)
    return buffer.getvalue()


@dataclass
class Hall:
    """An event with a client of its organiser."""

    event: Event
    organiser: Client

    def upload(self, content: bytes, name: str = "hall.png") -> Any:
        return self.organiser.post("/events/cup/picture/", {"picture": SimpleUploadedFile(name, content)})


@pytest.fixture
def hall() -> Hall:
    event = make_event(slug="cup", livery="plum")
    client = Client()
    client.force_login(make_staff(event, StaffRole.Role.ORGANISER))
    return Hall(event, client)


def test_upload_replaces_cover_and_poster_for_everyone(hall: Hall) -> None:
    drawn = hall.event.picture_url("cover")
    assert hall.upload(picture()).status_code == 302
    hall.event.refresh_from_db()
    address = hall.event.picture_url("cover")
    assert address == hall.event.picture_url("poster") == f"/events/cup/picture/{hall.event.picture}.jpg"
    assert hall.event.picture_url("back").startswith("/pictures/")
    page = Client().get("/events/cup/").content.decode()
    assert (address in page, drawn in page) == (True, False)
    response = Client().get(address)
    assert (response["Content-Type"], response["Cache-Control"]) == (
        "image/jpeg",
        "public, max-age=31536000, immutable",
    )
    assert Image.open(io.BytesIO(response.content)).size == (1200, 400)
    assert Entry.objects.get(verb="event.changed").data["fields"] == ["picture"]


def test_upload_is_reencoded_without_metadata_and_limited_in_size(hall: Hall) -> None:
    exif = Image.Exif()
    exif[0x010E] = "Home address"
    content = picture(4000, 2000, "JPEG", exif=exif.tobytes())
    assert b"Home address" in content
    hall.upload(content)
    stored = EventPicture.objects.get()
    assert b"Home address" not in bytes(stored.data)
    assert (stored.width, stored.height) == (MAX_EDGE, MAX_EDGE // 2)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<svg onload='alert(1)'/>", "This picture cannot be used"),
        (picture(599, 300), "The picture is too small: it is 599 pixels wide, the minimum is 600."),
        (b"x" * (MAX_PICTURE_BYTES + 1), "The file is too large"),
        (b"", "The submitted file is empty."),
    ],
    ids=["no picture", "small", "large", "empty"],
)
def test_upload_that_is_no_picture_is_refused(hall: Hall, content: bytes, message: str) -> None:
    response = hall.upload(content)
    assert (response.status_code, message in response.content.decode()) == (400, True)
    assert EventPicture.objects.count() == 0


def test_remove_restores_the_drawn_cover(hall: Hall) -> None:
    drawn = hall.event.picture_url("cover")
    hall.upload(picture())
    hall.event.refresh_from_db()
    address = hall.event.picture_url("cover")
    assert hall.organiser.post("/events/cup/picture/", {"remove": "1"}).status_code == 302
    hall.event.refresh_from_db()
    assert hall.event.picture_url("cover") == drawn
    assert Client().get(address).status_code == 404
    assert EventPicture.objects.count() == 0


def test_only_organisers_change_the_picture(hall: Hall) -> None:
    for user in (make_user(), make_staff(hall.event, StaffRole.Role.HEAD_JUDGE)):
        with pytest.raises(NotAllowedError):
            upload_picture(user, hall.event, picture())
        with pytest.raises(NotAllowedError):
            remove_picture(user, hall.event)


def test_picture_of_a_draft_is_visible_to_its_staff_only(hall: Hall) -> None:
    hall.upload(picture())
    Event.objects.update(status="draft")
    address = Event.objects.get().picture_url("cover")
    assert Client().get(address).status_code == 404
    assert hall.organiser.get(address)["Cache-Control"] == "private, max-age=31536000, immutable"


def test_preview_image_shows_the_uploaded_picture(hall: Hall) -> None:
    hall.upload(picture())
    image = Image.open(io.BytesIO(Client().get("/events/cup/preview.png").content)).convert("RGB")
    pixel = image.crop((300, 100, 301, 101)).tobytes()
    assert [abs(value - wanted) <= 4 for value, wanted in zip(pixel, RED, strict=True)] == [True, True, True]


def test_archive_leaves_the_picture_out(hall: Hall) -> None:
    hall.upload(picture())
    again = import_archive(None, export_event(None, Event.objects.get()), slug="again")
    assert (again.picture, again.picture_url("cover").startswith("/pictures/")) == ("", True)


def test_upload_same_picture_again_changes_nothing(hall: Hall) -> None:
    hall.upload(picture())
    hall.upload(picture())
    assert Entry.objects.filter(verb="event.changed").count() == 1


def test_service_refuses_other_formats(hall: Hall) -> None:
    organiser = make_staff(hall.event, StaffRole.Role.ORGANISER)
    with pytest.raises(UserError):
        upload_picture(organiser, hall.event, picture(kind="GIF"))
