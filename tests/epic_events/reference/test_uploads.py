"""Official texts: upload, publication, visibility, withdrawal."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.audit_log.append_only import AppendOnlyError
from epic_events.audit_log.models import Entry
from epic_events.events.models import StaffRole
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from epic_events.reference.documents import services, uploads
from epic_events.reference.documents.editions import get_official_text
from epic_events.reference.models import DocumentReading, DocumentStep, DocumentVersion, UploadedDocument
from epic_events.reference.permissions import get_version_or_404
from rules.games import GAMES
from tests.epic_events.factories import make_event, make_site_judge, make_staff, make_user
from tests.rules.rulebooks.importer.documents import NUMBERED

pytestmark = pytest.mark.django_db
COMPLETE = GAMES["epic"].rulebooks["epic-complete"]
TODAY = timezone.localdate

OFFICIAL = """\
THE RULES

Revised March 28th 2016

SECTION 1 - OVERVIEW

1.1 Every <b>narwhal</b> follows these rules.

SECTION 5 - KEYWORDS

5.2 Airborne

5.2.1 An airborne narwhal swims above others (see 1.1 and 5.9.9). *Example: Nora swims.*
"""
"""Ours, under two numbers of the Complete Rules."""


def whole() -> str:
    """Return a text with every rule number of the Complete Rules."""
    chapters = {rule.id for rule in COMPLETE.sections}
    lines = [
        f"SECTION {rule.number} - X"
        if rule.id in chapters
        else f"{rule.printed} Narwhal {rule.order} swims in the sea."
        for rule in COMPLETE.rules
    ]
    return "\n\n".join(lines)


@pytest.fixture
def organiser() -> User:
    user = make_user("Olga Organiser")
    make_event(organiser=user)
    return user


@pytest.fixture
def judge(organiser: User) -> User:
    return make_staff(StaffRole.objects.get(user=organiser).event, StaffRole.Role.JUDGE)


def uploaded(actor: User, text: str = OFFICIAL, profile: str = "epic-complete", title: str = "") -> DocumentVersion:
    version, _new = services.upload(actor, game="epic", profile=profile, title=title, content=text.encode())
    return version


def published(actor: User, text: str = OFFICIAL, **how: object) -> DocumentVersion:
    version = uploaded(actor, text)
    services.publish(actor, version, effective_on=how.pop("effective_on", TODAY()), **how)  # type: ignore[arg-type]
    return version


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_upload_creates_preview_with_units_and_warnings(organiser: User):
    version, new = services.upload(
        organiser, game="epic", profile="numbered", title="Pebbles", content=NUMBERED.encode()
    )
    assert new
    assert (version.number, version.status, version.rules, version.lines) == (1, "preview", 15, 47)
    assert version.source == NUMBERED
    assert version.units.count() == 22
    assert version.units.get(citation="1.1.2").passages[1]["kind"] == "example"
    assert {finding["kind"] for finding in version.findings} == {
        "TWICE", "SKIPPED", "MISNUMBERED", "REFERENCE", "INDEX",
    }  # fmt: skip
    (line,) = Entry.objects.filter(verb="document.uploaded")
    assert line.actor == organiser
    assert line.data == {"version": version.pk, "number": 1}


def test_upload_same_file_twice_is_idempotent(organiser: User):
    first = uploaded(organiser)
    again, new = services.upload(
        organiser, game="epic", profile="epic-complete", title="Other", content=OFFICIAL.replace("\n", "\r\n").encode()
    )
    assert (again.pk, new) == (first.pk, False)
    assert DocumentVersion.objects.count() == UploadedDocument.objects.count() == 1
    assert Entry.objects.filter(verb="document.uploaded").count() == 1


def test_upload_changed_file_creates_next_version(organiser: User):
    first, second = uploaded(organiser), uploaded(organiser, OFFICIAL.replace("above", "over"))
    assert (first.document, first.number, second.document, second.number) == (first.document, 1, first.document, 2)
    hashes = [version.units.get(citation="5.2.1").text_hash for version in (first, second)]
    assert hashes[0] != hashes[1]
    assert first.units.get(citation="1.1").text_hash == second.units.get(citation="1.1").text_hash


def test_upload_only_organisers_may(organiser: User, judge: User):
    for other in (make_user("Stan Stranger"), judge):
        with pytest.raises(NotAllowedError):
            uploaded(other)
    assert uploaded(make_user("Sue Super", is_superuser=True)).number == 1
    assert uploaded(organiser).number == 1


@pytest.mark.parametrize(
    ("content", "field"),
    [(b"", "file"), (b"\xff", "file"), (b"1.1 A\x00", "file"), (b"prose", "file"), (b"a" * 3_000_000, "file")],
    ids=["empty", "encoding", "nul", "prose", "large"],
)
def test_upload_unreadable_file_names_field(organiser: User, content: bytes, field: str):
    with pytest.raises(UserError) as raised:
        services.upload(organiser, game="epic", profile="epic-complete", title="", content=content)
    assert raised.value.fields.keys() == {field}
    assert not UploadedDocument.objects.exists()


def test_upload_new_document_needs_title_and_known_game(organiser: User):
    with pytest.raises(UserError) as raised:
        services.upload(organiser, game="epic", profile="markdown", title=" ", content=b"# A\n\ntext")
    assert raised.value.fields.keys() == {"title"}
    with pytest.raises(UserError) as raised:
        services.upload(organiser, game="go", profile="markdown", title="T", content=b"# A\n\ntext")
    assert raised.value.fields.keys() == {"game"}


def test_upload_above_limits_raises(organiser: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(services, "MAX_VERSIONS", 1)
    monkeypatch.setattr(services, "MAX_DOCUMENTS", 2)
    uploaded(organiser)
    with pytest.raises(StateError, match="versions"):
        uploaded(organiser, OFFICIAL + "more")
    uploaded(organiser, profile="numbered")
    with pytest.raises(StateError, match="documents"):
        uploaded(organiser, profile="numbered", title="Third")
    assert UploadedDocument.objects.count() == 2


def test_upload_above_version_limit_raises_before_parsing(organiser: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(services, "MAX_VERSIONS", 1)
    uploaded(organiser)
    with pytest.raises(StateError, match="versions"):
        uploaded(organiser, "No rule at all.")


def test_published_text_is_visible_to_staff_of_uploader(organiser: User, judge: User):
    version = published(organiser)
    assert DocumentVersion.objects.get(pk=version.pk).status == "published"
    rule = COMPLETE.get("5.2.1")
    for reader in (organiser, judge):
        official = get_official_text(reader, COMPLETE, [rule])
        assert official is not None
        assert official.step.version == version
        assert official.units["5.2.1"].passages[0]["text"].startswith("An airborne narwhal")
    for outsider in (None, make_user("Stan Stranger")):
        assert get_official_text(outsider, COMPLETE, [rule]) is None
        with pytest.raises(MissingError):
            get_version_or_404(outsider, version.pk)


def test_preview_text_is_visible_to_uploader_only(organiser: User, judge: User):
    version = uploaded(organiser)
    assert get_version_or_404(organiser, version.pk) == version
    with pytest.raises(MissingError):
        get_version_or_404(judge, version.pk)
    assert get_official_text(organiser, COMPLETE, [COMPLETE.get("5.2.1")]) is None


def test_publish_publicly_needs_permission_and_whole_copy(organiser: User):
    version = uploaded(make_site_judge(organiser), whole())
    with pytest.raises(UserError) as raised:
        services.publish(organiser, version, effective_on=TODAY(), for_everybody=True, permission="  ")
    assert raised.value.fields.keys() == {"permission"}
    services.publish(organiser, version, effective_on=TODAY(), for_everybody=True, permission="Rule 1.0 grants it.")
    assert get_version_or_404(None, version.pk) == version
    assert "Rule 1.0 grants it." in Client().get(version.get_absolute_url()).content.decode()
    official = get_official_text(None, COMPLETE, COMPLETE.units)
    assert official is not None
    assert len(official.units) == 277
    (line,) = Entry.objects.filter(verb="document.published")
    assert line.data["for_everybody"] is True


def test_publish_publicly_incomplete_copy_raises(organiser: User):
    version = uploaded(make_site_judge(organiser))
    with pytest.raises(UserError) as raised:
        services.publish(organiser, version, effective_on=TODAY(), for_everybody=True, permission="Mine.")
    assert raised.value.fields.keys() == {"for_everybody"}


def test_official_text_in_force_is_latest_effective_version(organiser: User):
    old = published(organiser, effective_on=TODAY() - timedelta(days=30))
    new = published(organiser, OFFICIAL.replace("above", "over"), effective_on=TODAY() - timedelta(days=3))
    published(organiser, OFFICIAL.replace("above", "under"), effective_on=TODAY() + timedelta(days=3))
    rules = [COMPLETE.get("5.2.1")]
    official = get_official_text(organiser, COMPLETE, rules)
    assert official is not None
    assert official.step.version == new
    services.unpublish(organiser, new, reason="Misread.")
    official = get_official_text(organiser, COMPLETE, rules)
    assert official is not None
    assert official.step.version == old


def test_publish_and_unpublish_append_steps(organiser: User):
    version = published(organiser)
    with pytest.raises(StateError):
        services.publish(organiser, version, effective_on=TODAY())
    services.publish(organiser, version, effective_on=TODAY() - timedelta(days=1))
    services.unpublish(organiser, version, reason="Superseded.")
    with pytest.raises(StateError):
        services.unpublish(organiser, version)
    services.publish(organiser, version, effective_on=TODAY())
    assert list(version.steps.values_list("number", "kind")) == [
        (1, "published"), (2, "published"), (3, "withdrawn"), (4, "published"),
    ]  # fmt: skip
    withdrawn = Entry.objects.get(verb="document.withdrawn")
    assert withdrawn.reason == "Superseded."


def test_publish_only_uploader_and_administrators_may(organiser: User, judge: User):
    version = published(organiser)
    for other in (judge, make_user("Stan Stranger")):
        with pytest.raises(NotAllowedError):
            services.publish(other, version, effective_on=TODAY())
        with pytest.raises(NotAllowedError):
            services.unpublish(other, version)
    services.unpublish(make_user("Sue Super", is_superuser=True), version)


def test_uploaded_text_rows_are_append_only(organiser: User):
    version = published(organiser)
    for row in (version, version.units.first(), version.steps.first()):
        assert row is not None
        with pytest.raises(AppendOnlyError):
            row.save()
        with pytest.raises(AppendOnlyError):
            row.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        DocumentStep.objects.create(version=version, number=2, kind="published", by=organiser)
    with pytest.raises(IntegrityError), transaction.atomic():
        DocumentStep.objects.create(
            version=version, number=2, kind="published", effective_on=TODAY(), for_everybody=True, by=organiser
        )


def test_rule_page_shows_official_text_escaped(organiser: User):
    published(organiser)
    response = client_of(organiser).get("/rules/epic-complete/5.2.1/")
    html = response.content.decode()
    assert "An airborne narwhal swims above others" in html
    assert 'title="Which games the rules cover">1.1</a>' in html
    assert '<span class="unresolved" title="This reference matches no rule.">5.9.9' in html
    assert "no-store" in response["Cache-Control"]
    overview = client_of(organiser).get("/rules/epic-complete/1.1/").content.decode()
    assert "&lt;b&gt;narwhal&lt;/b&gt;" in overview
    assert "<b>narwhal" not in overview


def test_rule_page_hides_official_text_from_others(organiser: User, client: Client):
    published(organiser)
    for reader in (client, client_of(make_user("Stan Stranger"))):
        response = reader.get("/rules/epic-complete/5.2.1/")
        assert "narwhal" not in response.content.decode()
        assert "Official text" not in response.content.decode()
        assert "no-store" not in response.get("Cache-Control", "")


def test_upload_pages_upload_publish_and_withdraw_text(organiser: User):
    client = client_of(organiser)
    assert "Upload" in client.get("/rules/uploads/").content.decode()
    file = SimpleUploadedFile("rules.txt", OFFICIAL.encode(), content_type="text/plain")
    form = {"document": "epic/epic-complete", "title": ""}
    response = client.post("/rules/uploads/new/", {**form, "file": file}, follow=True)
    reading = DocumentReading.objects.get()
    assert response.redirect_chain == [(reading.get_absolute_url(), 302)]
    assert "Waiting for a worker" in response.content.decode()
    uploads.run(reading.pk)
    response = client.get(reading.get_absolute_url(), follow=True)
    version = DocumentVersion.objects.get()
    assert response.redirect_chain == [(version.get_absolute_url(), 302)]
    html = response.content.decode()
    assert "Text imported as a preview" in html
    assert "“5.9.9” names no rule of this document." in html
    assert "274 rules of the Epic Complete Rules on this site are missing from the upload" in html
    assert 'value="2016-03-28"' in html
    sent = client.post("/rules/uploads/new/", {**form, "text": OFFICIAL})
    uploads.run(DocumentReading.objects.latest("pk").pk)
    again = client.get(sent.headers["Location"], follow=True).content.decode()
    assert "This file was uploaded before and has not changed" in again
    wrong = client.post(f"{version.get_absolute_url()}publish/", {"effective_on": "tomorrow"})
    assert wrong.status_code == 400
    right = client.post(f"{version.get_absolute_url()}publish/", {"effective_on": "2016-03-28"}, follow=True)
    assert "now shown next to ours" in right.content.decode()
    assert "narwhal" in client.get("/rules/epic-complete/5.2.1/").content.decode()
    gone = client.post(f"{version.get_absolute_url()}withdraw/", {"reason": "Old."}, follow=True)
    assert "no longer shown" in gone.content.decode()
    assert "narwhal" not in client.get("/rules/epic-complete/5.2.1/").content.decode()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Choose a file or paste the text."),
        ({"text": "1.1 A\x01 rule"}, "control character"),
        ({"text": "1.1 A rule", "document": "epic/nothing"}, "Select a valid choice"),
    ],
)
def test_upload_page_error_is_shown_in_form(organiser: User, sent: dict[str, str], words: str):
    response = client_of(organiser).post("/rules/uploads/new/", {"document": "epic/numbered", **sent})
    assert response.status_code == 400
    assert words in response.content.decode()


def test_upload_page_file_above_limit_is_rejected(organiser: User):
    file = SimpleUploadedFile("rules.txt", b"1.1 A rule\n" * 1_000_000)
    response = client_of(organiser).post("/rules/uploads/new/", {"document": "epic/numbered", "file": file})
    assert response.status_code == 400
    assert "the limit is 1.9\N{NO-BREAK SPACE}MB" in response.content.decode()


def test_official_text_pages_query_count_is_bounded(organiser: User, django_assert_max_num_queries):
    client = client_of(organiser)
    version = published(organiser, whole())
    for number in range(5):
        published(organiser, OFFICIAL + f"\n\n5.3 Loyalty {number}\n")
    for path, most in (("/rules/uploads/", 12), (version.get_absolute_url(), 12), ("/rules/epic-complete/5.2/", 12)):
        client.get(path)
        with django_assert_max_num_queries(most):
            client.get(path)


def test_documents_api_returns_readable_texts(organiser: User, client: Client):
    version = published(organiser)
    assert client.get("/api/v1/documents/").json() == []
    assert client.get(f"/api/v1/documents/{version.pk}/").status_code == 404
    mine = client_of(organiser)
    (row,) = mine.get("/api/v1/documents/").json()
    assert (row["title"], row["state"], row["rules"]) == ("Epic Complete Rules", "published", 3)
    document = mine.get(f"/api/v1/documents/{version.pk}/").json()
    (unit,) = [unit for unit in document["units"] if unit["rule"] == "5.2.1"]
    assert [passage["kind"] for passage in unit["passages"]] == ["paragraph", "example"]
    assert "REFERENCE" in {warning["kind"] for warning in document["warnings"]}
    assert len(document["lacking"]) == 274


@pytest.mark.shared
def test_printed_documents_are_shown_with_rules(organiser: User, shared_dir: Path):
    for start, profile in (("000", "epic-complete"), ("001", "epic-rulebook")):
        content = next((shared_dir / "seeds").glob(f"{start}*")).read_bytes()
        version, new = services.upload(organiser, game="epic", profile=profile, title="", content=content)
        assert new
        assert services.upload(organiser, game="epic", profile=profile, title="", content=content) == (version, False)
        services.publish(organiser, version, effective_on=TODAY())
        book = GAMES["epic"].rulebooks[profile]
        official = get_official_text(organiser, book, book.units)
        assert official is not None
        assert official.units.keys() == {rule.id for rule in book.units}
        client = client_of(organiser)
        assert client.get(version.get_absolute_url()).status_code == 200
        assert client.get(f"/rules/{book.slug}/{book.units[40].slug}/").status_code == 200
