"""Pages of the demo by role; ``{dispute}`` stands for the undecided dispute."""

from epic_events.events.models import Event, Registration
from epic_events.pairings.models import Match
from epic_events.web import demo

EVENT = f"/events/{demo.SLUG}"

ANYBODY = (
    "/",
    "/events/",
    f"{EVENT}/",
    f"{EVENT}/players/",
    f"{EVENT}/rounds/",
    f"{EVENT}/rounds/?by=name",
    f"{EVENT}/rounds/1/",
    f"{EVENT}/standings/",
    f"{EVENT}/standings/what-if/?preset=flesh-and-blood",
    f"{EVENT}/bracket/",
    f"{EVENT}/at-hand/",
    f"{EVENT}/scan/",
    "/events/winter-open/",
    "/events/club-night/standings/",
    "/events/club-night/result/",
    "/rules/",
    "/rules/?q=can+a+deploying+champion+attack",
    "/rules/?q=xyzzy",
    "/rules/epic-complete/",
    "/rules/epic-complete/4.4.6/",
    "/rules/epic-rulebook/",
    "/rules/epic-procedures/",
    "/rules/epic-procedures/11.2/",
    "/rules/glossary/",
    "/rules/interpretations/",
    "/cards/",
    "/cards/white-knight/",
    "/disputes/",
    "/accounts/login/",
    "/accounts/signup/",
    "/there-is-no-such-page/",
)
PLAYER = (
    "/",
    "/me/",
    "/accounts/access/",
    "/accounts/language/",
    f"{EVENT}/",
    f"{EVENT}/rounds/mine/",
    f"{EVENT}/deck/",
    "/events/winter-open/register/",
)
JUDGE = (
    "/disputes/",
    "/disputes/new/",
    "/disputes/describe/",
    "{dispute}?step=4",
    "{dispute}pdf/?step=4",
    "{dispute}record/",
)
ORGANISER = (
    "/",
    "/events/create/",
    f"{EVENT}/",
    f"{EVENT}/edit/",
    f"{EVENT}/players/",
    f"{EVENT}/staff/",
    f"{EVENT}/duplicate/",
    f"{EVENT}/players/paste/",
    f"{EVENT}/files/",
    f"{EVENT}/log/",
    f"{EVENT}/desk/",
    f"{EVENT}/desk/apart/",
    f"{EVENT}/desk/entry/",
    f"{EVENT}/desk/entry/block/",
    f"{EVENT}/desk/tables/",
    f"{EVENT}/desk/table-cards/?from=9&to=11",
    f"{EVENT}/stages/1/tie-breaks/?preset=pokemon",
    f"{EVENT}/decks/",
    f"{EVENT}/decks/many/",
)

MAIN = {
    "": ("/", f"{EVENT}/", f"{EVENT}/rounds/", f"{EVENT}/standings/", "/rules/", "/accounts/signup/"),
    "player": ("/me/", f"{EVENT}/rounds/mine/", f"{EVENT}/deck/", "/me/notices/", "/accounts/language/"),
    "organiser": (f"{EVENT}/desk/", f"{EVENT}/desk/entry/", f"{EVENT}/players/", f"{EVENT}/edit/"),
}
"""The pages by role that most people see."""


def pages_of(role: str, dispute: str) -> list[str]:
    """Return the URLs of the pages for a role, including those with database ids."""
    if role == "player":
        return list(PLAYER)
    if role == "judge":
        return [address.replace("{dispute}", dispute) for address in JUDGE]
    event = Event.objects.get(slug=demo.SLUG)
    if role == "organiser":
        entry = Registration.objects.filter(event=event).earliest("pk")
        settled = Match.objects.filter(round__stage__event=event).earliest("pk")
        own = [f"{EVENT}/players/{entry.pk}/", f"{EVENT}/decks/{entry.pk}/", f"{EVENT}/rounds/tables/{settled.pk}/"]
        own.append(f"{EVENT}/rounds/tables/{settled.pk}/why/")
        own += [f"{EVENT}/desk/slips/{settled.round_id}/", f"{EVENT}/desk/pack/{settled.round_id}/"]
        return [*ORGANISER, *own]
    published = event.disputes.get(published_at__isnull=False)
    ended = Registration.objects.filter(event__slug="club-night").earliest("pk")
    known = f"/players/{ended.player_id}/"
    return [*ANYBODY, known, published.get_absolute_url(), f"{published.get_absolute_url()}?step=1"]
