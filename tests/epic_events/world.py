"""A small site with one of everything, including secrets and all viewers."""

from dataclasses import dataclass
from datetime import date

from epic_events.accounts.models import SiteRole, User
from epic_events.decks import services as decks
from epic_events.decks.card_files import services as card_files
from epic_events.decks.models import DeckVersion
from epic_events.decks.pools import services as pools
from epic_events.disputes import services as disputes
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.events import services as events
from epic_events.events.models import Event, Invitation, Registration, StaffRole
from epic_events.integrations.webhooks import services as webhooks
from epic_events.integrations.webhooks.models import Webhook
from epic_events.judging.calls import services as calls
from epic_events.judging.clock import services as clocks
from epic_events.judging.clock.models import TimeExtension
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent as Decided
from epic_events.judging.deck_checks import services as checks
from epic_events.judging.models import Call, Case, DeckCheck, Penalty
from epic_events.judging.penalties import services as penalties
from epic_events.judging.rulings import services as rulings
from epic_events.judging.rulings.models import Ruling
from epic_events.judging.rulings.validation import RulingContent
from epic_events.pairings import services
from epic_events.pairings.models import Avoidance, Match, Repair, Round
from epic_events.pairings.repairs import services as repairing
from epic_events.pairings.repairs.services.seats import ChangeTableNumber
from epic_events.reference.documents import services as reference
from epic_events.reference.documents import uploads
from epic_events.reference.models import DocumentReading, DocumentVersion
from tests.epic_events.decks.card_files.files import FILE
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event, users_at

VIEWERS = (
    "anonymous",
    "stranger",
    "player",  # of the event; has dropped, so sits nowhere
    "seated",
    "opponent",
    "scorekeeper",
    "judge",
    "head_judge",
    "organiser",
    "other_organiser",
    "superuser",
)

SECRET_CARD_COMMENT = "zebrafish"  # in a decklist of the seated player
SECRET_POOL_COMMENT = "pademelon"  # in a pool of the seated player
SECRET_DECISION = "quokka"  # in a decision that is not published
SECRET_TITLE = "axolotl"  # of a dispute that is not published
SECRET_NOTE = "wombat"  # a judge's private note on a ruling
SECRET_RULING = "narwhal"  # the title of a ruling that is not published
SECRET_OFFICIAL_TEXT = "numbat"  # in an official text that is published for staff only
SECRET_APART = "capybara"  # why two players are not to be paired
SECRET_REPAIR = "dugong"  # why something was repaired in a draft
SECRET_CALL = "tarsier"  # why a judge is called to the seated player's table
SECRET_PENALTY = "kinkajou"  # what a judge noted with a penalty of the seated player
SECRET_EXTENSION = "okapi"  # why a table plays longer
SECRET_RULED = "binturong"  # what a judge decided at the seated player's table
SECRET_EVENT = "pangolin"  # the name of an event that is a draft


@dataclass(frozen=True)
class World:
    """What there is.

    Attributes:
        playing: an event whose first round is being played.
        between: an event whose first round is finished and whose second is a draft.
        hidden: an event that is a draft itself.
        ended: an event that is finished.
        card_file_event: an event of another game, whose organisers have brought in a card file.
        dealt: an event whose players build from pools.
        builder: the seated player's entry there, with a pool.
        table: where the seated player meets the opponent.
        draft_table: a table of the round that is a draft.
        repair: something that was put right in that draft.
        mine: the seated player's entry.
        walk_in: an entry without an account.
        site_role: the role of somebody else who publishes for the whole site.
        invitation: a role at the event being played that is offered to an address.
        longer: time that the table was given.
        apart: two entries of the event being played that are kept apart.
        call: a call for a judge to the seated player's table.
        penalty: of the seated player, given by the judge.
        check: of the seated player's deck, under way.
        hook: a program that is sent what happens at the event being played.
        case: what the judge decided at the seated player's table.
    """

    people: dict[str, User | None]
    playing: Event
    between: Event
    hidden: Event
    ended: Event
    card_file_event: Event
    dealt: Event
    builder: Registration
    table: Match
    draft: Round
    draft_table: Match
    mine: Registration
    walk_in: Registration
    deck: DeckVersion
    unpublished: Dispute
    published: Dispute
    ruling: Ruling
    official: DocumentVersion
    preview: DocumentVersion
    reading: DocumentReading
    apart: Avoidance
    call: Call
    penalty: Penalty
    case: Case
    check: DeckCheck
    repair: Repair
    site_role: SiteRole
    invitation: Invitation
    longer: TimeExtension
    hook: Webhook


def make_world() -> World:
    """Store the world."""
    playing, organiser = running_event(5, name="Spring Open", slug="spring-open", cut=4)
    player = make_user("Percy Player")
    dropped = make_registration(playing, user=player, status=Registration.Status.DROPPED)
    assert dropped.pk
    table = matches_of(published_round(playing, organiser))[0]
    seated, opponent = users_at(table)
    walk_in = events.add_player(organiser, playing, name="Walt Walk-in")
    staff = {
        "scorekeeper": make_staff(playing, StaffRole.Role.SCOREKEEPER),
        "judge": make_staff(playing, StaffRole.Role.JUDGE),
        "head_judge": make_staff(playing, StaffRole.Role.HEAD_JUDGE),
        "organiser": organiser,
    }
    between, _ = running_event(4, name="Summer Open", slug="summer-open")
    hidden = make_event(name=f"{SECRET_EVENT} cup", slug="hidden-cup", status=Event.Status.DRAFT)
    for event in (between, hidden):
        for role, user in staff.items():
            make_staff(event, role, user)
    played_round(between, organiser)
    draft = services.pair_round(organiser, between)
    move, why = ChangeTableNumber(matches_of(draft)[0].pk, 7), f"The {SECRET_REPAIR} stands there."
    seen = repairing.preview(organiser, between, move, reason=why)
    repair = repairing.repair(organiser, between, move, reason=why, fingerprint=seen.fingerprint)
    mine = table.seats.get(place=1).registration
    deck = decks.submit(organiser, mine, f"# {SECRET_CARD_COMMENT}\n{legal_text()}", reason="typed for the player")
    other_organiser = make_user("Oscar Other")
    make_event(organiser=other_organiser, slug="other-event")
    ended = make_event(name="Autumn Open", slug="autumn-open", status=Event.Status.FINISHED)
    output = make_event(name="Tales Open", slug="tales-open", game="epic-tcg", format="designed")
    for role, user in staff.items():
        make_staff(output, role, user)
    card_files.upload(organiser, output, FILE)
    dealt = make_event(name="Deal Open", slug="deal-open", format="sealed")
    for role, user in staff.items():
        make_staff(dealt, role, user)
    builder = make_registration(dealt, user=seated)
    make_registration(dealt, user=opponent)
    pools.save_pool(organiser, builder, f"# {SECRET_POOL_COMMENT}\n40 Kong\n")
    judge = staff["judge"]
    unpublished = disputes.open_dispute(judge, title=SECRET_TITLE, record=LEGAL, match=table)
    deciding.decide(judge, unpublished, Decided(SECRET_DECISION))
    published = disputes.open_dispute(judge, title="Was it legal?", record=LEGAL, event=playing)
    assert worker.run(published.pk)
    deciding.decide(judge, published, Decided("It was."))
    published = deciding.publish(judge, published)
    content = RulingContent(SECRET_RULING, "May it?", "It may.", rules=("5.2.1",), event=playing, note=SECRET_NOTE)
    ruling = rulings.create_ruling(judge, content)
    official = _official_text(organiser, f"4.4.6 The {SECRET_OFFICIAL_TEXT} blocks.")
    reference.publish(organiser, official, effective_on=date(2016, 3, 28))
    preview = _official_text(organiser, f"4.4.6 The {SECRET_OFFICIAL_TEXT} waits.")
    invitation = events.assign_role(
        organiser, playing, email="invited@example.com", role="scorekeeper", address=lambda path: path
    )
    assert isinstance(invitation, Invitation)
    people = {
        "anonymous": None,
        "stranger": make_user("Stan Stranger"),
        "player": player,
        "seated": seated,
        "opponent": opponent,
        **staff,
        "other_organiser": other_organiser,
        "superuser": make_user("Sue Super", is_superuser=True, is_staff=True),
    }
    return World(
        people=people,
        playing=playing,
        between=between,
        hidden=hidden,
        ended=ended,
        card_file_event=output,
        dealt=dealt,
        builder=builder,
        table=table,
        draft=draft,
        draft_table=matches_of(draft)[0],
        mine=mine,
        walk_in=walk_in,
        deck=deck,
        unpublished=unpublished,
        published=published,
        ruling=ruling,
        official=official,
        preview=preview,
        reading=uploads.queue_import(
            organiser, game="epic", profile="numbered", title="Sea", content=b"1.1 A narwhal."
        ),
        apart=services.add_avoidance(organiser, playing, mine, walk_in, strength="hard", reason=SECRET_APART),
        # Decided first: a decision finishes the call that waits at its table.
        case=decisions.decide(judge, table, Decided(f"The {SECRET_RULED} blocks.")).case,
        call=calls.call_judge(seated, table, reason=SECRET_CALL),
        penalty=penalties.give_penalty(judge, mine, infraction="slow-play", level="warning", note=SECRET_PENALTY),
        check=checks.begin_check(judge, mine, table),
        repair=repair,
        longer=clocks.extend_time(table, 4, f"A {SECRET_EXTENSION} sat on it.", organiser),
        hook=webhooks.create_webhook(organiser, playing, address="https://example.com/hook"),
        invitation=invitation,
        site_role=SiteRole.objects.create(user=make_user("Sid Sitejudge")),
    )


def _official_text(organiser: User, text: str) -> DocumentVersion:
    version, _new = reference.upload(organiser, game="epic", profile="epic-complete", title="", content=text.encode())
    return version
