"""Game of a reference page.

It is the requested one, else the last viewed one, else the default.
"""

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
"""Name of the query parameter and of the cookie for the game."""
COOKIE_MAX_AGE = 365 * 24 * 3600
"""Seconds."""


def get_game_by_slug(slug: str) -> Game:
    """Return the game with this slug.

    Raises:
        MissingError: there is no such game; the message lists the available games.
    """
    if slug not in GAMES:
        slugs = ", ".join(GAMES)
        raise MissingError(
            _("There is no game “%(game)s”. Available games: %(known)s.") % {"game": slug[:80], "known": slugs}
        )
    return GAMES[slug]


def usual_game() -> Game:
    """Return the default game."""
    return next(iter(GAMES.values()))


def preferred_game(request: HttpRequest) -> Game:
    """Return the game last viewed in this browser, else the default game."""
    return GAMES.get(request.COOKIES.get(PARAMETER, "")) or usual_game()


def with_game(
    view: Callable[Concatenate[HttpRequest, Game, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Pass the game from ``?game=`` to a view, else the one last viewed.

    A requested game is stored in a cookie. An unknown game raises ``MissingError``.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        slug = request.GET.get(PARAMETER, "")
        game = get_game_by_slug(slug) if slug else preferred_game(request)
        response = view(request, game, *args, **kwargs)
        if slug and request.COOKIES.get(PARAMETER) != slug:
            response.set_cookie(
                PARAMETER, slug, max_age=COOKIE_MAX_AGE, samesite="Lax", httponly=True, secure=request.is_secure()
            )
        patch_vary_headers(response, ("Cookie",))
        return response

    return cast("Callable[Concatenate[HttpRequest, P], HttpResponse]", wrapper)
