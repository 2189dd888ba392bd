"""Evidence: statements and photos, re-encoded and restricted."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute, Evidence
from epic_events.disputes.services import MAX_EVIDENCE, MAX_PHOTO_BYTES, add_evidence
from epic_events.events.models import StaffRole
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.infra.photos import MAX_EDGE, NotAPhotoError, reencode
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.disputes.test_pages import published, replayed, signed_in
from tests.epic_events.factories import make_event, make_staff, make_user

ORIENTATION, PLACE = 0x0112, 0x8825


def photo(size: tuple[int, int] = (60, 40), kind: str = "JPEG") -> bytes:
    """Return a rotated photo with GPS metadata."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[0x010F] = "Phone of Ana"
    exif.get_ifd(PLACE)[2] = (48.0, 12.0, 30.0)
    made = io.BytesIO()
    Image.new("RGB", size, "green").save(made, kind, exif=exif, comment=b"hidden words")
    return made.getvalue()


def test_reencode_photo_is_upright_resized_and_without_metadata() -> None:
    sent = photo()
    assert b"Phone of Ana" in sent
    made = reencode(sent)
    assert (made.width, made.height) == (40, 60)
    with Image.open(io.BytesIO(made.data)) as opened:
        assert (opened.format, dict(opened.getexif()), opened.info.get("comment")) == ("JPEG", {}, None)
    assert b"Phone of Ana" not in made.data
    large = reencode(photo((3000, 1000), "PNG"))
    assert max(large.width, large.height) == MAX_EDGE


@pytest.mark.parametrize("sent", [b"", b"no photo", photo()[:200], b"<svg xmlns='http://www.w3.org/2000/svg'/>"])
def test_reencode_invalid_photo_raises(sent: bytes) -> None:
    with pytest.raises(NotAPhotoError):
        reencode(sent)


def test_reencode_photo_with_too_many_pixels_raises() -> None:
    made = io.BytesIO()
    Image.new("1", (9_000, 9_000)).save(made, "PNG")
    with pytest.raises(NotAPhotoError, match="9000 x 9000 pixels"):
        reencode(made.getvalue())


@pytest.mark.django_db
def test_evidence_is_visible_to_readers_of_full_record_only(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    dispute = published(actor, event)
    desk = signed_in(actor)
    address = reverse("disputes:add_evidence", args=[dispute.slug])
    sent = {"who": "Ana", "statement": "I <b>said</b> so.", "photo": SimpleUploadedFile("../x.jpg", photo())}
    assert desk.post(address, sent)["Location"] == f"{dispute.get_absolute_url()}#evidence"
    page = desk.get(dispute.get_absolute_url()).content.decode()
    assert "I &lt;b&gt;said&lt;/b&gt; so." in page
    shown = reverse("disputes:photo", args=[dispute.slug, 1])
    assert f'src="{shown}"' in page
    answer = desk.get(shown)
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/jpeg", "private, no-store")
    assert b"Phone of Ana" not in answer.content
    assert client.get(shown).status_code in (302, 403)
    assert "so." not in client.get(dispute.get_absolute_url()).content.decode()
    deciding.release_record(make_staff(event, StaffRole.Role.HEAD_JUDGE), dispute)
    assert client.get(shown).status_code == 200


@pytest.mark.django_db
def test_add_evidence_invalid_or_above_limit_raises() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    with pytest.raises(UserError, match="Enter a statement or choose a photo"):
        add_evidence(actor, dispute, author="", statement=" ")
    with pytest.raises(UserError, match="photo cannot be used"):
        add_evidence(actor, dispute, author="", statement="", photo=b"x")
    with pytest.raises(NotAllowedError):
        add_evidence(make_user(), dispute, author="", statement="x")
    desk = signed_in(actor)
    heavy = SimpleUploadedFile("x.jpg", b"x" * (MAX_PHOTO_BYTES + 1))
    address = reverse("disputes:add_evidence", args=[dispute.slug])
    no_photo = SimpleUploadedFile("x.jpg", b"GIF89a")
    for sent, message in ((heavy, "the limit is 10.0"), (no_photo, "none of the three kinds")):
        answer = desk.post(address, {"photo": sent, "who": "Ana", "statement": "It was my turn."})
        page = answer.content.decode().replace("\xa0", " ")
        assert (answer.status_code, message in page, "It was my turn.</textarea>" in page) == (400, True, True)
        assert '<details class="no-print" open>' in page
    add_evidence(actor, dispute, author="Ana", statement="I was first.")
    refused = desk.post(reverse("disputes:decide", args=[dispute.slug]), {"text": ""})
    assert (refused.status_code, "I was first." in refused.content.decode()) == (400, True)
    for _ in range(MAX_EVIDENCE - 1):
        add_evidence(actor, dispute, author="Ben", statement="x")
    with pytest.raises(StateError, match="at most 12"):
        add_evidence(actor, dispute, author="Ben", statement="x")
    assert Evidence.objects.count() == MAX_EVIDENCE


@pytest.mark.django_db
def test_evidence_is_stored_with_dispute_or_not_at_all() -> None:
    event = make_event()
    desk = signed_in(judge(event))
    address = f"{reverse('disputes:new')}?event={event.slug}"
    described = desk.post(
        f"{reverse('disputes:describe')}?event={event.slug}", {"record": LEGAL, "statement": "So it was."}
    )
    page = described.content.decode()
    assert 'formenctype="multipart/form-data"' in page
    assert [name in page for name in ('name="who"', 'name="photo"', ">\nSo it was.</textarea>")] == [True] * 3
    sent = {"title": "Was it?", "record": LEGAL, "who": "Ana", "statement": "So it was."}
    for file, words in (
        (SimpleUploadedFile("x.jpg", b"<svg/>", "image/jpeg"), "This photo cannot be used: it is none of the three"),
        (SimpleUploadedFile("x.jpg", b"0" * (MAX_PHOTO_BYTES + 1)), "the limit is 10.0\xa0MB"),
    ):
        refused = desk.post(address, {**sent, "photo": file})
        assert refused.status_code == 400
        assert words in " ".join(refused.context["form"].errors["photo"])
        assert "So it was.</textarea>" in refused.content.decode()
    assert desk.post(address, {**sent, "statement": ""}).context["form"].errors["statement"]
    assert (Dispute.objects.count(), Evidence.objects.count()) == (0, 0)
    desk.post(address, {**sent, "record": "Nothing", "photo": SimpleUploadedFile("x.jpg", photo())})
    assert (Dispute.objects.count(), Evidence.objects.count()) == (0, 0)

    done = desk.post(address, {**sent, "photo": SimpleUploadedFile("x.jpg", photo())})
    assert done["Location"] == Dispute.objects.get().get_absolute_url()
    stored = Evidence.objects.get()
    assert (stored.dispute, stored.who, stored.statement, stored.width) == (
        Dispute.objects.get(),
        "Ana",
        "So it was.",
        40,
    )
    assert stored.photo is not None
    assert b"Phone of Ana" not in bytes(stored.photo)


@pytest.mark.django_db
def test_editor_what_if_and_new_version_omit_evidence() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    for more in ({}, {"from": "3"}):
        page = signed_in(actor).get(reverse("disputes:describe"), {"dispute": dispute.slug, **more})
        assert 'name="photo"' not in page.content.decode()
