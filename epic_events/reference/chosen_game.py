"""Which game a page of the reference is about: the one asked for, else the one looked at last, else the first."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from epic_events.infra.errors import MissingError
from rules.games import GAMES, Game

P = ParamSpec("P")

PARAMETER = "game"
"""The word of the address that names a game, and of the cookie that remembers it."""
COOKIE_MAX_AGE = 365 * 24 * 3600
"""Seconds."""


def get_game_by_slug(slug: str) -> Game:
    """Return a game by its slug.

    Raises:
        MissingError: this site knows no such game; the sentence lists those there are.
    """
    if slug not in GAMES:
        known = ", ".join(GAMES)
        raise MissingError(
            _("There is no game “%(game)s”. Available games: %(known)s.") % {"game": slug[:80], "known": known}
        )
    return GAMES[slug]


def usual_game() -> Game:
    """Return the game meant where nobody names one."""
    return next(iter(GAMES.values()))


def preferred_game(request: HttpRequest) -> Game:
    """Return the game that this browser looked at last, else the usual one."""
    return GAMES.get(request.COOKIES.get(PARAMETER, "")) or usual_game()


def with_game(
    view: Callable[Concatenate[HttpRequest, Game, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Hand a view the game that its address asks for with ``?game=``, else the one looked at last.

    What is asked for is remembered by the browser. An address with a game that this site does not know is not found.
    """

    @wraps(view)
    def viewed(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        asked = request.GET.get(PARAMETER, "")
        game = get_game_by_slug(asked) if asked else preferred_game(request)
        response = view(request, game, *args, **kwargs)
        if asked and request.COOKIES.get(PARAMETER) != asked:
            response.set_cookie(
                PARAMETER, asked, max_age=COOKIE_MAX_AGE, samesite="Lax", httponly=True, secure=request.is_secure()
            )
        patch_vary_headers(response, ("Cookie",))
        return response

    return cast("Callable[Concatenate[HttpRequest, P], HttpResponse]", viewed)
