"""Every address of the site, asked by everybody who can stand in a different place towards it.

The table says for each address what a GET and a POST are answered with. An address that is not in it fails the test:
say who may do what there, then add it.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from epic_events.accounts.services import claim_token
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.world import (
    SECRET_APART,
    SECRET_CARD_COMMENT,
    SECRET_DECISION,
    SECRET_EVENT,
    SECRET_NOTE,
    SECRET_REPAIR,
    SECRET_RULING,
    SECRET_TITLE,
    SECRET_WORDING,
    VIEWERS,
    World,
    make_world,
)

pytestmark = pytest.mark.django_db

Body = dict[str, Any]
OUTSIDE = frozenset({"anonymous", "stranger", "player", "seated", "opponent", "other_organiser"})

# Columns: anonymous, stranger, player, seated, opponent, scorekeeper, judge, head judge, organiser, organiser of
# another event, superuser. 302 in the first column leads to the sign-in page.
TABLE = """
account_login                        GET  200 302 302 302 302 302 302 302 302 302 302
account_login                        POST 200 302 302 302 302 302 302 302 302 302 302
account_signup                       GET  200 302 302 302 302 302 302 302 302 302 302
account_signup                       POST 200 302 302 302 302 302 302 302 302 302 302
account_inactive                     GET  200 200 200 200 200 200 200 200 200 200 200
account_inactive                     POST 405 405 405 405 405 405 405 405 405 405 405
account_email                        GET  302 200 200 200 200 200 200 200 200 200 200
account_email                        POST 302 302 302 302 302 302 302 302 302 302 302
account_change_password              GET  302 200 200 200 200 200 200 200 200 200 200
account_change_password              POST 302 200 200 200 200 200 200 200 200 200 200
account_set_password                 GET  302 302 302 302 302 302 302 302 302 302 302
account_set_password                 POST 302 302 302 302 302 302 302 302 302 302 302
account_reset_password               GET  200 200 200 200 200 200 200 200 200 200 200
account_reset_password               POST 200 200 200 200 200 200 200 200 200 200 200
account_reset_password_done          GET  200 200 200 200 200 200 200 200 200 200 200
account_reset_password_done          POST 405 405 405 405 405 405 405 405 405 405 405
account_reset_password_from_key_done GET  200 200 200 200 200 200 200 200 200 200 200
account_reset_password_from_key_done POST 405 405 405 405 405 405 405 405 405 405 405
account_reauthenticate               GET  302 200 200 200 200 200 200 200 200 200 200
account_reauthenticate               POST 302 200 200 200 200 200 200 200 200 200 200
account_request_login_code           GET  200 302 302 302 302 302 302 302 302 302 302
account_request_login_code           POST 200 302 302 302 302 302 302 302 302 302 302
account_confirm_login_code           GET  302 302 302 302 302 302 302 302 302 302 302
account_confirm_login_code           POST 302 302 302 302 302 302 302 302 302 302 302
account_email_verification_sent      GET  200 200 200 200 200 200 200 200 200 200 200
account_email_verification_sent      POST 405 405 405 405 405 405 405 405 405 405 405
account_logout                       GET  302 200 200 200 200 200 200 200 200 200 200
account_logout                       POST 302 302 302 302 302 302 302 302 302 302 302
account_confirm_email                GET  200 200 200 200 200 200 200 200 200 200 200
account_confirm_email                POST 404 404 404 404 404 404 404 404 404 404 404
account_reset_password_from_key      GET  200 200 200 200 200 200 200 200 200 200 200
account_reset_password_from_key      POST 200 200 200 200 200 200 200 200 200 200 200
portal:home                          GET  200 200 200 200 200 200 200 200 200 200 200
portal:home                          POST 405 405 405 405 405 405 405 405 405 405 405
portal:me                            GET  302 200 200 200 200 200 200 200 200 200 200
portal:me                            POST 405 405 405 405 405 405 405 405 405 405 405
events:list                          GET  200 200 200 200 200 200 200 200 200 200 200
events:list                          POST 405 405 405 405 405 405 405 405 405 405 405
events:create                        GET  302 200 200 200 200 200 200 200 200 200 200
events:create                        POST 302 302 302 302 302 302 302 302 302 302 302
events:claim                         GET  302 200 200 200 200 200 200 200 200 200 200
events:claim                         POST 302 302 409 409 409 302 302 302 302 302 302
events:detail                        GET  200 200 200 200 200 200 200 200 200 200 200
events:detail                        POST 405 405 405 405 405 405 405 405 405 405 405
events:detail draft                  GET  404 404 404 404 404 200 200 200 200 404 200
events:detail draft                  POST 405 405 405 405 405 405 405 405 405 405 405
events:edit draft                    GET  302 404 404 404 404 403 403 403 200 404 200
events:edit draft                    POST 302 404 404 404 404 403 403 403 302 404 302
events:edit                          GET  302 403 403 403 403 403 403 403 200 403 200
events:edit                          POST 302 403 403 403 403 403 403 403 400 403 400
events:stages draft                  GET  302 404 404 404 404 403 403 403 200 404 200
events:stages draft                  POST 302 404 404 404 404 403 403 403 302 404 302
events:stages                        GET  302 403 403 403 403 403 403 403 200 403 200
events:stages                        POST 302 403 403 403 403 403 403 403 400 403 400
events:open draft                    GET  302 405 405 405 405 405 405 405 405 405 405
events:open draft                    POST 302 404 404 404 404 403 403 403 302 404 302
events:open                          GET  302 405 405 405 405 405 405 405 405 405 405
events:open                          POST 302 403 403 403 403 403 403 403 409 403 409
events:cancel                        GET  302 403 403 403 403 403 403 403 200 403 200
events:cancel                        POST 302 403 403 403 403 403 403 403 302 403 302
events:register                      GET  302 302 302 302 302 302 302 302 302 302 302
events:register                      POST 302 400 400 400 400 400 400 400 400 400 400
events:withdraw                      GET  302 404 409 200 200 404 404 404 404 404 404
events:withdraw                      POST 302 404 409 302 302 404 404 404 404 404 404
events:check_in                      GET  302 302 302 302 302 302 302 302 302 302 302
events:check_in                      POST 302 404 409 409 409 404 404 404 404 404 404
events:players                       GET  200 200 200 200 200 200 200 200 200 200 200
events:players                       POST 405 405 405 405 405 405 405 405 405 405 405
events:players draft                 GET  404 404 404 404 404 200 200 200 200 404 200
events:players draft                 POST 405 405 405 405 405 405 405 405 405 405 405
events:add_player                    GET  302 405 405 405 405 405 405 405 405 405 405
events:add_player                    POST 302 403 403 403 403 302 403 302 302 403 302
events:check_in_all                  GET  302 405 405 405 405 405 405 405 405 405 405
events:check_in_all                  POST 302 403 403 403 403 409 403 409 409 403 409
events:player                        GET  302 403 403 403 403 200 200 200 200 403 200
events:player                        POST 302 403 403 403 403 302 403 302 302 403 302
events:act check-in                  GET  302 405 405 405 405 405 405 405 405 405 405
events:act check-in                  POST 302 403 403 403 403 302 403 302 302 403 302
events:act undo-check-in             GET  302 405 405 405 405 405 405 405 405 405 405
events:act undo-check-in             POST 302 403 403 403 403 409 403 409 409 403 409
events:act admit                     GET  302 405 405 405 405 405 405 405 405 405 405
events:act admit                     POST 302 403 403 403 403 409 403 409 409 403 409
events:act withdraw                  GET  302 405 405 405 405 405 405 405 405 405 405
events:act withdraw                  POST 302 403 403 403 403 302 403 302 302 403 302
events:act reinstate                 GET  302 405 405 405 405 405 405 405 405 405 405
events:act reinstate                 POST 302 403 403 403 403 409 403 409 409 403 409
events:act no-such-thing             GET  302 405 405 405 405 405 405 405 405 405 405
events:act no-such-thing             POST 302 403 403 403 403 404 404 404 404 403 404
events:staff                         GET  302 403 403 403 403 200 200 200 200 403 200
events:staff                         POST 302 403 403 403 403 403 403 403 302 403 302
events:take_role                     GET  302 405 405 405 405 405 405 405 405 405 405
events:take_role                     POST 302 403 403 403 403 403 403 403 302 403 302
events:readings                      GET  200 200 200 200 200 200 200 200 200 200 200
events:readings                      POST 405 405 405 405 405 405 405 405 405 405 405
events:choose_readings               GET  302 405 405 405 405 405 405 405 405 405 405
events:choose_readings               POST 302 403 403 403 403 403 403 400 400 403 400
events:log                           GET  302 403 403 403 403 200 200 200 200 403 200
events:log                           POST 302 405 405 405 405 405 405 405 405 405 405
pairings:rounds                      GET  200 200 200 200 200 200 200 200 200 200 200
pairings:rounds                      POST 405 405 405 405 405 405 405 405 405 405 405
pairings:round                       GET  200 200 200 200 200 200 200 200 200 200 200
pairings:round                       POST 405 405 405 405 405 405 405 405 405 405 405
pairings:round draft                 GET  404 404 404 404 404 200 200 200 200 404 200
pairings:round draft                 POST 405 405 405 405 405 405 405 405 405 405 405
pairings:cut_round                   GET  404 404 404 404 404 404 404 404 404 404 404
pairings:cut_round                   POST 405 405 405 405 405 405 405 405 405 405 405
pairings:standings                   GET  200 200 200 200 200 200 200 200 200 200 200
pairings:standings                   POST 405 405 405 405 405 405 405 405 405 405 405
pairings:standings_after             GET  404 404 404 404 404 404 404 404 404 404 404
pairings:standings_after             POST 405 405 405 405 405 405 405 405 405 405 405
pairings:standings_after finished    GET  200 200 200 200 200 200 200 200 200 200 200
pairings:standings_after finished    POST 405 405 405 405 405 405 405 405 405 405 405
pairings:arithmetic                  GET  404 404 404 404 404 404 404 404 404 404 404
pairings:arithmetic                  POST 405 405 405 405 405 405 405 405 405 405 405
pairings:arithmetic finished         GET  200 200 200 200 200 200 200 200 200 200 200
pairings:arithmetic finished         POST 405 405 405 405 405 405 405 405 405 405 405
pairings:what_if                     GET  404 404 404 404 404 404 404 404 404 404 404
pairings:what_if                     POST 405 405 405 405 405 405 405 405 405 405 405
pairings:what_if finished            GET  200 200 200 200 200 200 200 200 200 200 200
pairings:what_if finished            POST 405 405 405 405 405 405 405 405 405 405 405
pairings:tie_breaks                  GET  302 403 403 403 403 403 403 403 200 403 200
pairings:tie_breaks                  POST 302 403 403 403 403 403 403 403 400 403 400
pairings:bracket                     GET  200 200 200 200 200 200 200 200 200 200 200
pairings:bracket                     POST 405 405 405 405 405 405 405 405 405 405 405
pairings:pods                        GET  200 200 200 200 200 200 200 200 200 200 200
pairings:pods                        POST 405 405 405 405 405 405 405 405 405 405 405
pairings:pods draft                  GET  404 404 404 404 404 200 200 200 200 404 200
pairings:pods draft                  POST 405 405 405 405 405 405 405 405 405 405 405
pairings:my_match                    GET  302 200 200 302 302 200 200 200 200 200 200
pairings:my_match                    POST 405 405 405 405 405 405 405 405 405 405 405
pairings:match                       GET  200 200 200 200 200 200 200 200 200 200 200
pairings:match                       POST 405 405 405 405 405 405 405 405 405 405 405
pairings:match draft                 GET  404 404 404 404 404 200 200 200 200 404 200
pairings:match draft                 POST 405 405 405 405 405 405 405 405 405 405 405
pairings:match of another event      GET  404 404 404 404 404 404 404 404 404 404 404
pairings:match of another event      POST 405 405 405 405 405 405 405 405 405 405 405
pairings:at_table                    GET  302 302 302 302 302 302 302 302 302 302 302
pairings:at_table                    POST 405 405 405 405 405 405 405 405 405 405 405
pairings:at_table between            GET  200 200 200 200 200 200 200 200 200 200 200
pairings:at_table between            POST 405 405 405 405 405 405 405 405 405 405 405
pairings:first_player                GET  405 405 405 405 405 405 405 405 405 405 405
pairings:first_player                POST 302 403 403 302 302 302 302 302 302 403 302
pairings:turn                        GET  405 405 405 405 405 405 405 405 405 405 405
pairings:turn                        POST 302 403 403 403 403 302 302 302 302 403 302
pairings:why                         GET  200 200 200 200 200 200 200 200 200 200 200
pairings:why                         POST 405 405 405 405 405 405 405 405 405 405 405
pairings:why draft                   GET  404 404 404 404 404 200 200 200 200 404 200
pairings:why draft                   POST 405 405 405 405 405 405 405 405 405 405 405
pairings:report                      GET  405 405 405 405 405 405 405 405 405 405 405
pairings:report                      POST 302 403 403 302 302 403 403 403 403 403 403
pairings:report draft                GET  405 405 405 405 405 405 405 405 405 405 405
pairings:report draft                POST 302 404 404 404 404 403 403 403 403 404 403
pairings:withdraw                    GET  405 405 405 405 405 405 405 405 405 405 405
pairings:withdraw                    POST 302 403 403 302 302 403 403 403 403 403 403
pairings:confirm                     GET  405 405 405 405 405 405 405 405 405 405 405
pairings:confirm                     POST 302 403 403 409 409 409 409 409 409 403 409
pairings:enter                       GET  405 405 405 405 405 405 405 405 405 405 405
pairings:enter                       POST 302 403 403 403 403 302 302 302 302 403 302
pairings:enter draft                 GET  405 405 405 405 405 405 405 405 405 405 405
pairings:enter draft                 POST 302 404 404 404 404 409 409 409 409 404 409
pairings:uphold                      GET  405 405 405 405 405 405 405 405 405 405 405
pairings:uphold                      POST 302 403 403 403 403 409 409 409 409 403 409
pairings:take_back                   GET  405 405 405 405 405 405 405 405 405 405 405
pairings:take_back                   POST 302 403 403 403 403 409 409 409 409 403 409
pairings:control                     GET  302 403 403 403 403 200 200 200 200 403 200
pairings:control                     POST 405 405 405 405 405 405 405 405 405 405 405
pairings:repairs                     GET  302 403 403 403 403 200 200 200 200 403 200
pairings:repairs                     POST 405 405 405 405 405 405 405 405 405 405 405
pairings:repair                      GET  302 403 403 403 403 404 404 404 404 403 404
pairings:repair                      POST 405 405 405 405 405 405 405 405 405 405 405
pairings:repair draft                GET  302 403 403 403 403 200 200 200 200 403 200
pairings:repair draft                POST 405 405 405 405 405 405 405 405 405 405 405
pairings:repair_new                  GET  302 403 403 403 403 200 403 200 200 403 200
pairings:repair_new                  POST 302 403 403 403 403 200 403 200 200 403 200
pairings:repair_new result           GET  302 403 403 403 403 200 403 200 200 403 200
pairings:repair_new result           POST 302 403 403 403 403 200 403 200 200 403 200
pairings:repair_new nothing          GET  302 403 403 403 403 404 403 404 404 403 404
pairings:repair_new nothing          POST 302 403 403 403 403 404 403 404 404 403 404
pairings:repair_new undo             GET  302 403 403 403 403 404 403 404 404 403 404
pairings:repair_new undo             POST 302 403 403 403 403 403 403 200 200 403 200
pairings:entry                       GET  302 403 403 403 403 200 200 200 200 403 200
pairings:entry                       POST 302 403 403 403 403 302 302 302 302 403 302
pairings:entry_block                 GET  405 405 405 405 405 405 405 405 405 405 405
pairings:entry_block                 POST 302 403 403 403 403 200 200 200 200 403 200
pairings:slips                       GET  302 403 403 403 403 200 200 200 200 403 200
pairings:slips                       POST 405 405 405 405 405 405 405 405 405 405 405
pairings:table_cards                 GET  302 403 403 403 403 200 200 200 200 403 200
pairings:table_cards                 POST 405 405 405 405 405 405 405 405 405 405 405
pairings:apart                       GET  302 403 403 403 403 200 403 200 200 403 200
pairings:apart                       POST 302 403 403 403 403 302 403 302 302 403 302
pairings:let_meet                    GET  302 405 405 405 405 405 405 405 405 405 405
pairings:let_meet                    POST 302 403 403 403 403 302 403 302 302 403 302
pairings:table_rules                 GET  302 403 403 403 403 403 403 403 200 403 200
pairings:table_rules                 POST 302 403 403 403 403 403 403 403 302 403 302
pairings:act pair                    GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act pair                    POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act pair-again              GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act pair-again              POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act publish                 GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act publish                 POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act discard                 GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act discard                 POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act finish-round            GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act finish-round            POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act call-time               GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act call-time               POST 302 403 403 403 403 302 302 302 302 403 302
pairings:act take-time-back          GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act take-time-back          POST 302 403 403 403 403 302 302 302 302 403 302
pairings:act seat-pods               GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act seat-pods               POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act publish-pods            GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act publish-pods            POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act discard-pods            GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act discard-pods            POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act start-cut               GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act start-cut               POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act finish-event            GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act finish-event            POST 302 403 403 403 403 302 403 302 302 403 302
pairings:act nothing                 GET  405 405 405 405 405 405 405 405 405 405 405
pairings:act nothing                 POST 302 404 404 404 404 404 404 404 404 404 404
decks:edit                           GET  302 404 302 302 302 404 404 404 404 404 404
decks:edit                           POST 302 404 400 400 400 404 404 404 404 404 404
decks:check                          GET  405 405 405 405 405 405 405 405 405 405 405
decks:check                          POST 200 200 200 200 200 200 200 200 200 200 200
decks:check draft                    GET  405 405 405 405 405 405 405 405 405 405 405
decks:check draft                    POST 404 404 404 404 404 200 200 200 200 404 200
decks:list                           GET  200 200 200 200 200 200 200 200 200 200 200
decks:list                           POST 405 405 405 405 405 405 405 405 405 405 405
decks:detail                         GET  403 403 403 200 403 200 200 200 200 403 200
decks:detail                         POST 405 405 405 405 405 405 405 405 405 405 405
decks:edit_for                       GET  302 403 403 403 403 200 200 200 200 403 200
decks:edit_for                       POST 302 403 403 403 403 302 302 302 302 403 302
decks:lock                           GET  302 405 405 405 405 405 405 405 405 405 405
decks:lock                           POST 302 403 403 403 403 302 302 302 302 403 302
rulings:list                         GET  200 200 200 200 200 200 200 200 200 200 200
rulings:list                         POST 405 405 405 405 405 405 405 405 405 405 405
rulings:tables                       GET  200 200 200 200 200 200 200 200 200 200 200
rulings:tables                       POST 405 405 405 405 405 405 405 405 405 405 405
rulings:new                          GET  302 403 403 403 403 403 200 200 200 200 200
rulings:new                          POST 302 403 403 403 403 403 302 302 302 302 302
rulings:similar                      GET  200 200 200 200 200 200 200 200 200 200 200
rulings:similar                      POST 405 405 405 405 405 405 405 405 405 405 405
rulings:feed                         GET  200 200 200 200 200 200 200 200 200 200 200
rulings:feed                         POST 405 405 405 405 405 405 405 405 405 405 405
rulings:detail                       GET  404 404 404 404 404 404 200 200 200 404 200
rulings:detail                       POST 405 405 405 405 405 405 405 405 405 405 405
rulings:edit                         GET  302 404 404 404 404 404 200 200 200 404 200
rulings:edit                         POST 302 404 404 404 404 404 302 302 302 404 302
rulings:publish                      GET  302 405 405 405 405 405 405 405 405 405 405
rulings:publish                      POST 302 404 404 404 404 404 302 302 302 404 302
rulings:confirm                      GET  302 405 405 405 405 405 405 405 405 405 405
rulings:confirm                      POST 302 404 404 404 404 404 409 409 409 404 409
rulings:supersede                    GET  302 405 405 405 405 405 405 405 405 405 405
rulings:supersede                    POST 302 404 404 404 404 404 400 400 400 404 400
api:rulings                          GET  200 200 200 200 200 200 200 200 200 200 200
api:rulings                          POST 401 403 403 403 403 403 201 201 201 403 201
api:ruling                           GET  404 404 404 404 404 404 200 200 200 404 200
api:ruling                           POST 405 405 405 405 405 405 405 405 405 405 405
api:ruling-publish                   GET  401 405 405 405 405 405 405 405 405 405 405
api:ruling-publish                   POST 401 404 404 404 404 404 200 200 200 404 200
disputes:list                        GET  200 200 200 200 200 200 200 200 200 200 200
disputes:list                        POST 405 405 405 405 405 405 405 405 405 405 405
disputes:of_event                    GET  200 200 200 200 200 200 200 200 200 200 200
disputes:of_event                    POST 405 405 405 405 405 405 405 405 405 405 405
disputes:of_event draft              GET  404 404 404 404 404 200 200 200 200 404 200
disputes:of_event draft              POST 405 405 405 405 405 405 405 405 405 405 405
disputes:new                         GET  302 403 403 403 403 403 200 200 200 200 200
disputes:new                         POST 302 403 403 403 403 403 302 302 302 302 302
disputes:check                       GET  302 405 405 405 405 405 405 405 405 405 405
disputes:check                       POST 302 403 403 403 403 403 200 200 200 200 200
disputes:detail unpublished          GET  404 404 404 404 404 200 200 200 200 404 200
disputes:detail unpublished          POST 405 405 405 405 405 405 405 405 405 405 405
disputes:state unpublished           GET  404 404 404 404 404 200 200 200 200 404 200
disputes:state unpublished           POST 405 405 405 405 405 405 405 405 405 405 405
disputes:record unpublished          GET  302 404 404 404 404 403 200 200 200 404 200
disputes:record unpublished          POST 302 404 404 404 404 403 302 302 302 404 302
disputes:again unpublished           GET  302 405 405 405 405 405 405 405 405 405 405
disputes:again unpublished           POST 302 404 404 404 404 403 302 302 302 404 302
disputes:decide unpublished          GET  302 405 405 405 405 405 405 405 405 405 405
disputes:decide unpublished          POST 302 404 404 404 404 403 302 302 302 404 302
disputes:publish unpublished         GET  302 405 405 405 405 405 405 405 405 405 405
disputes:publish unpublished         POST 302 404 404 404 404 403 302 302 302 404 302
disputes:release unpublished         GET  302 405 405 405 405 405 405 405 405 405 405
disputes:release unpublished         POST 302 404 404 404 404 403 403 302 302 404 302
api:dispute unpublished              GET  404 404 404 404 404 200 200 200 200 404 200
api:dispute unpublished              POST 405 405 405 405 405 405 405 405 405 405 405
api:dispute-record unpublished       GET  401 405 405 405 405 405 405 405 405 405 405
api:dispute-record unpublished       POST 401 404 404 404 404 403 200 200 200 404 200
api:dispute-decision unpublished     GET  401 405 405 405 405 405 405 405 405 405 405
api:dispute-decision unpublished     POST 401 404 404 404 404 403 200 200 200 404 200
disputes:detail published            GET  200 200 200 200 200 200 200 200 200 200 200
disputes:detail published            POST 405 405 405 405 405 405 405 405 405 405 405
disputes:state published             GET  200 200 200 200 200 200 200 200 200 200 200
disputes:state published             POST 405 405 405 405 405 405 405 405 405 405 405
disputes:record published            GET  302 403 403 403 403 403 200 200 200 403 200
disputes:record published            POST 302 403 403 403 403 403 400 400 400 403 400
disputes:again published             GET  302 405 405 405 405 405 405 405 405 405 405
disputes:again published             POST 302 403 403 403 403 403 302 302 302 403 302
disputes:decide published            GET  302 405 405 405 405 405 405 405 405 405 405
disputes:decide published            POST 302 403 403 403 403 403 400 400 400 403 400
disputes:publish published           GET  302 405 405 405 405 405 405 405 405 405 405
disputes:publish published           POST 302 403 403 403 403 403 302 302 302 403 302
disputes:release published           GET  302 405 405 405 405 405 405 405 405 405 405
disputes:release published           POST 302 403 403 403 403 403 403 302 302 403 302
api:dispute published                GET  200 200 200 200 200 200 200 200 200 200 200
api:dispute published                POST 405 405 405 405 405 405 405 405 405 405 405
api:dispute-record published         GET  401 405 405 405 405 405 405 405 405 405 405
api:dispute-record published         POST 401 403 403 403 403 403 409 409 409 403 409
api:dispute-decision published       GET  401 405 405 405 405 405 405 405 405 405 405
api:dispute-decision published       POST 401 403 403 403 403 403 409 409 409 403 409
reference:search                     GET  200 200 200 200 200 200 200 200 200 200 200
reference:search                     POST 405 405 405 405 405 405 405 405 405 405 405
reference:glossary                   GET  200 200 200 200 200 200 200 200 200 200 200
reference:glossary                   POST 405 405 405 405 405 405 405 405 405 405 405
reference:versions                   GET  200 200 200 200 200 200 200 200 200 200 200
reference:versions                   POST 405 405 405 405 405 405 405 405 405 405 405
reference:history                    GET  200 200 200 200 200 200 200 200 200 200 200
reference:history                    POST 405 405 405 405 405 405 405 405 405 405 405
reference:whole                      GET  200 200 200 200 200 200 200 200 200 200 200
reference:whole                      POST 405 405 405 405 405 405 405 405 405 405 405
reference:tables                     GET  200 200 200 200 200 200 200 200 200 200 200
reference:tables                     POST 405 405 405 405 405 405 405 405 405 405 405
reference:offline                    GET  200 200 200 200 200 200 200 200 200 200 200
reference:offline                    POST 405 405 405 405 405 405 405 405 405 405 405
reference:kept                       GET  200 200 200 200 200 200 200 200 200 200 200
reference:kept                       POST 405 405 405 405 405 405 405 405 405 405 405
reference:manifest                   GET  200 200 200 200 200 200 200 200 200 200 200
reference:manifest                   POST 405 405 405 405 405 405 405 405 405 405 405
reference:service_worker             GET  200 200 200 200 200 200 200 200 200 200 200
reference:service_worker             POST 405 405 405 405 405 405 405 405 405 405 405
reference:coverage                   GET  200 200 200 200 200 200 200 200 200 200 200
reference:coverage                   POST 405 405 405 405 405 405 405 405 405 405 405
reference:interpretations            GET  200 200 200 200 200 200 200 200 200 200 200
reference:interpretations            POST 405 405 405 405 405 405 405 405 405 405 405
reference:uploads                    GET  302 200 200 200 200 200 200 200 200 200 200
reference:uploads                    POST 302 405 405 405 405 405 405 405 405 405 405
reference:upload_new                 GET  302 403 403 403 403 403 403 403 200 200 200
reference:upload_new                 POST 302 403 403 403 403 403 403 403 302 302 302
reference:upload published           GET  404 404 404 404 404 200 200 200 200 404 200
reference:upload published           POST 405 405 405 405 405 405 405 405 405 405 405
reference:publish published          GET  302 405 405 405 405 405 405 405 405 405 405
reference:publish published          POST 302 404 404 404 404 403 403 403 302 404 302
reference:withdraw published         GET  302 405 405 405 405 405 405 405 405 405 405
reference:withdraw published         POST 302 404 404 404 404 403 403 403 302 404 302
api:document published               GET  404 404 404 404 404 200 200 200 200 404 200
api:document published               POST 405 405 405 405 405 405 405 405 405 405 405
reference:upload preview             GET  404 404 404 404 404 404 404 404 200 404 200
reference:upload preview             POST 405 405 405 405 405 405 405 405 405 405 405
reference:publish preview            GET  302 405 405 405 405 405 405 405 405 405 405
reference:publish preview            POST 302 404 404 404 404 404 404 404 302 404 302
reference:withdraw preview           GET  302 405 405 405 405 405 405 405 405 405 405
reference:withdraw preview           POST 302 404 404 404 404 404 404 404 409 404 409
api:document preview                 GET  404 404 404 404 404 404 404 404 200 404 200
api:document preview                 POST 405 405 405 405 405 405 405 405 405 405 405
api:documents                        GET  200 200 200 200 200 200 200 200 200 200 200
api:documents                        POST 405 405 405 405 405 405 405 405 405 405 405
reference:document                   GET  200 200 200 200 200 200 200 200 200 200 200
reference:document                   POST 405 405 405 405 405 405 405 405 405 405 405
reference:rule                       GET  200 200 200 200 200 200 200 200 200 200 200
reference:rule                       POST 405 405 405 405 405 405 405 405 405 405 405
reference:cards                      GET  200 200 200 200 200 200 200 200 200 200 200
reference:cards                      POST 405 405 405 405 405 405 405 405 405 405 405
reference:card                       GET  200 200 200 200 200 200 200 200 200 200 200
reference:card                       POST 405 405 405 405 405 405 405 405 405 405 405
api:root                             GET  200 200 200 200 200 200 200 200 200 200 200
api:root                             POST 405 405 405 405 405 405 405 405 405 405 405
api:schema                           GET  200 200 200 200 200 200 200 200 200 200 200
api:schema                           POST 405 405 405 405 405 405 405 405 405 405 405
api:docs                             GET  200 200 200 200 200 200 200 200 200 200 200
api:docs                             POST 405 405 405 405 405 405 405 405 405 405 405
api:token                            GET  405 405 405 405 405 405 405 405 405 405 405
api:token                            POST 401 401 401 401 401 401 401 401 401 401 401
api:own-token                        GET  401 405 405 405 405 405 405 405 405 405 405
api:own-token                        POST 401 200 200 200 200 200 200 200 200 200 200
api:events                           GET  200 200 200 200 200 200 200 200 200 200 200
api:events                           POST 405 405 405 405 405 405 405 405 405 405 405
api:event                            GET  200 200 200 200 200 200 200 200 200 200 200
api:event                            POST 405 405 405 405 405 405 405 405 405 405 405
api:event draft                      GET  404 404 404 404 404 200 200 200 200 404 200
api:event draft                      POST 405 405 405 405 405 405 405 405 405 405 405
api:repairs                          GET  401 403 403 403 403 200 200 200 200 403 200
api:repairs                          POST 401 403 403 403 403 409 403 409 409 403 409
api:repair-preview                   GET  401 405 405 405 405 405 405 405 405 405 405
api:repair-preview                   POST 401 403 403 403 403 200 403 200 200 403 200
api:registrations                    GET  200 200 200 200 200 200 200 200 200 200 200
api:registrations                    POST 405 405 405 405 405 405 405 405 405 405 405
api:registrations draft              GET  404 404 404 404 404 200 200 200 200 404 200
api:registrations draft              POST 405 405 405 405 405 405 405 405 405 405 405
api:stages                           GET  200 200 200 200 200 200 200 200 200 200 200
api:stages                           POST 401 403 403 403 403 403 403 403 400 403 400
api:stages draft                     GET  404 404 404 404 404 200 200 200 200 404 200
api:stages draft                     POST 401 404 404 404 404 403 403 403 400 404 400
api:pods                             GET  200 200 200 200 200 200 200 200 200 200 200
api:pods                             POST 405 405 405 405 405 405 405 405 405 405 405
api:pods draft                       GET  404 404 404 404 404 200 200 200 200 404 200
api:pods draft                       POST 405 405 405 405 405 405 405 405 405 405 405
api:bracket                          GET  200 200 200 200 200 200 200 200 200 200 200
api:bracket                          POST 405 405 405 405 405 405 405 405 405 405 405
api:bracket draft                    GET  404 404 404 404 404 200 200 200 200 404 200
api:bracket draft                    POST 405 405 405 405 405 405 405 405 405 405 405
api:rounds                           GET  200 200 200 200 200 200 200 200 200 200 200
api:rounds                           POST 405 405 405 405 405 405 405 405 405 405 405
api:rounds draft                     GET  404 404 404 404 404 200 200 200 200 404 200
api:rounds draft                     POST 405 405 405 405 405 405 405 405 405 405 405
api:matches                          GET  200 200 200 200 200 200 200 200 200 200 200
api:matches                          POST 405 405 405 405 405 405 405 405 405 405 405
api:matches draft                    GET  404 404 404 404 404 200 200 200 200 404 200
api:matches draft                    POST 405 405 405 405 405 405 405 405 405 405 405
api:standings                        GET  200 200 200 200 200 200 200 200 200 200 200
api:standings                        POST 405 405 405 405 405 405 405 405 405 405 405
api:standings draft                  GET  404 404 404 404 404 200 200 200 200 404 200
api:standings draft                  POST 405 405 405 405 405 405 405 405 405 405 405
api:standing                         GET  404 404 404 404 404 404 404 404 404 404 404
api:standing                         POST 405 405 405 405 405 405 405 405 405 405 405
api:standing finished                GET  200 200 200 200 200 200 200 200 200 200 200
api:standing finished                POST 405 405 405 405 405 405 405 405 405 405 405
api:tie-breaks                       GET  200 200 200 200 200 200 200 200 200 200 200
api:tie-breaks                       POST 401 405 405 405 405 405 405 405 405 405 405
api:decklists                        GET  200 200 200 200 200 200 200 200 200 200 200
api:decklists                        POST 401 403 403 409 403 201 201 201 201 403 201
api:decklists draft                  GET  404 404 404 404 404 200 200 200 200 404 200
api:decklists draft                  POST 401 404 404 404 404 403 403 403 403 404 403
api:decklist                         GET  404 404 404 200 404 200 200 200 200 404 200
api:decklist                         POST 405 405 405 405 405 405 405 405 405 405 405
api:deck-check                       GET  405 405 405 405 405 405 405 405 405 405 405
api:deck-check                       POST 200 200 200 200 200 200 200 200 200 200 200
api:match                            GET  200 200 200 200 200 200 200 200 200 200 200
api:match                            POST 405 405 405 405 405 405 405 405 405 405 405
api:match draft                      GET  404 404 404 404 404 200 200 200 200 404 200
api:match draft                      POST 405 405 405 405 405 405 405 405 405 405 405
api:kept-apart                       GET  401 403 403 403 403 200 403 200 200 403 200
api:kept-apart                       POST 401 403 403 403 403 201 403 201 201 403 201
api:let-meet                         GET  401 405 405 405 405 405 405 405 405 405 405
api:let-meet                         POST 401 405 405 405 405 405 405 405 405 405 405
api:why                              GET  200 200 200 200 200 200 200 200 200 200 200
api:why                              POST 405 405 405 405 405 405 405 405 405 405 405
api:why draft                        GET  404 404 404 404 404 200 200 200 200 404 200
api:why draft                        POST 405 405 405 405 405 405 405 405 405 405 405
api:result                           GET  401 405 405 405 405 405 405 405 405 405 405
api:result                           POST 401 403 403 200 200 200 200 200 200 403 200
api:result draft                     GET  401 405 405 405 405 405 405 405 405 405 405
api:result draft                     POST 401 404 404 404 404 409 409 409 409 404 409
api:confirm                          GET  401 405 405 405 405 405 405 405 405 405 405
api:confirm                          POST 401 403 403 409 409 409 409 409 409 403 409
api:take-back                        GET  401 405 405 405 405 405 405 405 405 405 405
api:take-back                        POST 401 403 403 200 200 409 409 409 409 403 409
api:round-time                       GET  401 405 405 405 405 405 405 405 405 405 405
api:round-time                       POST 401 403 403 403 403 200 200 200 200 403 200
api:round-time draft                 GET  401 405 405 405 405 405 405 405 405 405 405
api:round-time draft                 POST 401 404 404 404 404 409 409 409 409 404 409
api:round-results                    GET  401 405 405 405 405 405 405 405 405 405 405
api:round-results                    POST 401 403 403 403 403 200 200 200 200 403 200
api:rules                            GET  200 200 200 200 200 200 200 200 200 200 200
api:rules                            POST 405 405 405 405 405 405 405 405 405 405 405
api:rulebook                         GET  200 200 200 200 200 200 200 200 200 200 200
api:rulebook                         POST 405 405 405 405 405 405 405 405 405 405 405
api:rule                             GET  200 200 200 200 200 200 200 200 200 200 200
api:rule                             POST 405 405 405 405 405 405 405 405 405 405 405
api:rule-search                      GET  400 400 400 400 400 400 400 400 400 400 400
api:rule-search                      POST 405 405 405 405 405 405 405 405 405 405 405
api:cards                            GET  200 200 200 200 200 200 200 200 200 200 200
api:cards                            POST 405 405 405 405 405 405 405 405 405 405 405
api:card-completion                  GET  200 200 200 200 200 200 200 200 200 200 200
api:card-completion                  POST 405 405 405 405 405 405 405 405 405 405 405
api:card                             GET  200 200 200 200 200 200 200 200 200 200 200
api:card                             POST 405 405 405 405 405 405 405 405 405 405 405
api:disputes                         GET  200 200 200 200 200 200 200 200 200 200 200
api:disputes                         POST 401 403 403 403 403 403 201 201 201 403 201
api:nowhere                          GET  404 404 404 404 404 404 404 404 404 404 404
api:nowhere                          POST 404 404 404 404 404 404 404 404 404 404 404
"""


def requests_of(world: World) -> dict[str, tuple[str, Body, Body]]:
    """Return by name what is asked: the path, the body of a POST, and how it is sent."""
    made: dict[str, tuple[str, Body, Body]] = {}

    def ask(name: str, /, *args: object, like: str = "", **body: Any) -> None:
        kind = {"content_type": "application/json"} if name.startswith("api:") else {}
        made[f"{name} {like}".strip()] = (reverse(name, args=args), body, kind)

    slug, between, hidden = world.playing.slug, world.between.slug, world.hidden.slug
    plan = {
        "name": "New", "starts_at": "2030-05-01T10:00", "time_zone": "UTC", "check_in_minutes": "60",
        "format": "epic:full-constructed", "rules_version": "RB-2017", "best_of": "1", "minutes": "40", "cut": "0",
        "cut_best_of": "1", "deck_visibility": "after",
    }  # fmt: skip
    running = {**plan, "name": "Renamed"}
    for name in ("login", "signup", "inactive", "email", "change_password", "set_password", "reset_password",
                 "reset_password_done", "reset_password_from_key_done", "reauthenticate", "request_login_code",
                 "confirm_login_code", "email_verification_sent", "logout"):  # fmt: skip
        ask(f"account_{name}")
    ask("account_confirm_email", "no-such-key")
    ask("account_reset_password_from_key", "1", "no-such-key")
    ask("portal:home")
    ask("portal:me")
    ask("events:list")
    ask("events:create", **plan)
    ask("events:claim", claim_token(world.walk_in.player))
    ask("events:detail", slug)
    ask("events:detail", hidden, like="draft")
    ask("events:edit", hidden, like="draft", **plan)
    ask("events:edit", slug, **running)
    stage = {"count": "1", "stage-1-id": str(world.hidden.stages.get().pk), "stage-1-kind": "swiss"}
    ask("events:stages", hidden, like="draft", **stage, **{"stage-1-best_of": "1", "stage-1-minutes": "40"})
    ask("events:stages", slug, count="0")
    ask("events:open", hidden, like="draft")
    ask("events:open", slug)
    ask("events:cancel", slug, reason="The hall burnt down.")
    ask("events:register", slug, name="X", consent="on")
    ask("events:withdraw", slug)
    ask("events:check_in", slug)
    ask("events:players", slug)
    ask("events:players", hidden, like="draft")
    ask("events:add_player", slug, name="New Player")
    ask("events:check_in_all", slug)
    ask("events:player", slug, world.mine.pk, name="Renamed", fixed_table="", awarded_byes="0")
    for action in ("check-in", "undo-check-in", "admit", "withdraw", "reinstate", "no-such-thing"):
        ask("events:act", slug, world.mine.pk, action, like=action)
    ask("events:staff", slug, email=str(getattr(world.people["stranger"], "email", "")), role="judge")
    ask("events:take_role", slug, world.playing.staff.get(role="judge").pk)
    ask("events:readings", slug)
    ask("events:choose_readings", slug)
    ask("events:log", slug)
    ask("pairings:rounds", slug)
    ask("pairings:round", slug, 1)
    ask("pairings:round", between, 2, like="draft")
    ask("pairings:cut_round", slug, 1)
    ask("pairings:standings", slug)
    ask("pairings:standings_after", slug, 1)
    ask("pairings:standings_after", between, 1, like="finished")
    ask("pairings:arithmetic", slug, 1, 1)
    ask("pairings:arithmetic", between, 1, world.draft_table.seats.all()[0].registration_id, like="finished")
    ask("pairings:what_if", slug)
    ask("pairings:what_if", between, like="finished")
    ask("pairings:tie_breaks", slug, 1)
    ask("pairings:bracket", slug)
    ask("pairings:pods", slug)
    ask("pairings:pods", hidden, like="draft")
    ask("pairings:my_match", slug)
    ask("pairings:match", slug, world.table.pk)
    ask("pairings:match", between, world.draft_table.pk, like="draft")
    ask("pairings:match", between, world.table.pk, like="of another event")
    ask("pairings:at_table", slug, world.table.table)
    ask("pairings:at_table", between, 1, like="between")
    ask("pairings:first_player", slug, world.table.pk, place="1")
    ask("pairings:turn", slug, world.table.pk, place="1")
    ask("pairings:why", slug, world.table.pk)
    ask("pairings:why", between, world.draft_table.pk, like="draft")
    ask("pairings:report", slug, world.table.pk, score="1-0-0-played")
    ask("pairings:report", between, world.draft_table.pk, like="draft", score="1-0-0-played")
    ask("pairings:withdraw", slug, world.table.pk)
    ask("pairings:confirm", slug, world.table.pk)
    ask("pairings:enter", slug, world.table.pk, first="1", second="0", drawn="0", kind="played")
    ask("pairings:enter", between, world.draft_table.pk, like="draft", first="1", second="0", drawn="0", kind="played")
    ask("pairings:uphold", slug, world.table.pk, report="1", reason="Both say so.")
    ask("pairings:take_back", slug, world.table.pk, reason="Wrong table.")
    ask("pairings:control", slug)
    ask("pairings:repairs", slug)
    ask("pairings:repair", slug, world.repair.pk)
    ask("pairings:repair", between, world.repair.pk, like="draft")
    ask("pairings:repair_new", slug, "has_left", entry=world.mine.pk, reason="Gone.")
    ask("pairings:repair_new", between, "result", like="result", reason="Gone.")
    for kind, like in (("nothing", "nothing"), ("undo", "undo")):
        ask("pairings:repair_new", between, kind, like=like, repair=world.repair.pk, reason="It was right.")
    ask("pairings:entry", slug, round=world.table.round_id, line="1 1", reason="")
    ask("pairings:entry_block", slug, round=world.table.round_id, lines="1 1\n2 2", reason="", save="", wrong="0")
    ask("pairings:slips", slug, world.table.round_id)
    ask("pairings:table_cards", slug)
    opponent = world.table.seats.get(place=2).registration
    apart: Body = {"strength": "soft", "reason": "team"}
    ask("pairings:apart", slug, first=world.mine.name, second=opponent.name, **apart)
    ask("pairings:let_meet", slug, world.apart.pk)
    ask("pairings:table_rules", slug, stage="1", play_first="random", records_health="")
    for action in ("pair", "pair-again", "publish", "discard", "finish-round", "call-time", "take-time-back",
                   "seat-pods", "publish-pods", "discard-pods", "start-cut", "finish-event", "nothing"):  # fmt: skip
        ask("pairings:act", between, action, like=action, round=world.draft.pk)
    ask("decks:edit", slug, text="3 Kong")
    ask("decks:check", slug, text="3 Kong")
    ask("decks:check", hidden, like="draft", text="3 Kong")
    ask("decks:list", slug)
    ask("decks:detail", slug, world.mine.pk)
    ask("decks:edit_for", slug, world.mine.pk, text="3 Kong")
    ask("decks:lock", slug, world.mine.pk, locked="1")
    ask("rulings:list")
    ask("rulings:tables", "epic")
    ask("rulings:new", title="T", question="Q?", answer="A.", status="provisional")
    ask("rulings:similar")
    ask("rulings:feed")
    ruling = world.ruling.slug
    ask("rulings:detail", ruling)
    ask("rulings:edit", ruling, title="T", question="Q?", answer="A.", status="provisional")
    ask("rulings:publish", ruling)
    ask("rulings:confirm", ruling)
    ask("rulings:supersede", ruling, successor="none", reason="R")
    ask("api:rulings", title="T", question="Q?", answer="A.", event=slug)
    ask("api:ruling", ruling)
    ask("api:ruling-publish", ruling)
    ask("disputes:list")
    ask("disputes:of_event", slug)
    ask("disputes:of_event", hidden, like="draft")
    ask("disputes:new", title="New", record=LEGAL)
    ask("disputes:check", record=LEGAL)
    secret, known = world.unpublished.slug, world.published.slug
    for like, dispute in (("unpublished", secret), ("published", known)):
        ask("disputes:detail", dispute, like=like)
        ask("disputes:state", dispute, like=like)
        ask("disputes:record", dispute, like=like, record=LEGAL)
        ask("disputes:again", dispute, like=like)
        ask("disputes:decide", dispute, like=like, decision="So.")
        ask("disputes:publish", dispute, like=like)
        ask("disputes:release", dispute, like=like)
        ask("api:dispute", dispute, like=like)
        ask("api:dispute-record", dispute, like=like, record=LEGAL)
        ask("api:dispute-decision", dispute, like=like, decision="So.")
    ask("reference:search")
    ask("reference:glossary")
    ask("reference:versions", "epic-complete")
    ask("reference:history", "epic-complete", "4.4.6")
    ask("reference:whole", "epic-complete")
    ask("reference:tables", "epic-complete")
    ask("reference:offline")
    ask("reference:kept", "epic")
    ask("reference:manifest")
    ask("reference:service_worker")
    ask("reference:coverage")
    ask("reference:interpretations")
    ask("reference:uploads")
    ask("reference:upload_new", game="epic", profile="numbered", title="New", text="1.1 A rule.")
    for like, version in (("published", world.official), ("preview", world.preview)):
        ask("reference:upload", version.pk, like=like)
        ask("reference:publish", version.pk, like=like, effective_on="2020-01-01")
        ask("reference:withdraw", version.pk, like=like)
        ask("api:document", version.pk, like=like)
    ask("api:documents")
    ask("reference:document", "epic-complete")
    ask("reference:rule", "epic-complete", "4.4.6")
    ask("reference:cards")
    ask("reference:card", "kong")
    ask("api:root")
    ask("api:schema")
    ask("api:docs")
    ask("api:token", email="nobody@example.com", password="wrong password")
    ask("api:own-token")
    ask("api:events")
    ask("api:event", slug)
    ask("api:event", hidden, like="draft")
    gone: Body = {"kind": "has_left", "parameters": {"entry": world.mine.pk}, "reason": "Gone."}
    ask("api:repairs", slug, fingerprint="of nothing", **gone)
    ask("api:repair-preview", slug, **gone)
    for name in ("registrations", "stages", "pods", "bracket", "rounds", "matches", "standings"):
        ask(f"api:{name}", slug)
        ask(f"api:{name}", hidden, like="draft")
    ask("api:standing", slug, 1)
    ask("api:standing", between, world.draft_table.seats.all()[0].registration_id, like="finished")
    ask("api:tie-breaks", slug, 1)
    ask("api:decklists", slug, text="3 Kong", registration=world.mine.pk)
    ask("api:decklists", hidden, like="draft", text="3 Kong")
    ask("api:decklist", world.deck.pk)
    ask("api:deck-check", text="3 Kong", format="full-constructed")
    ask("api:match", world.table.pk)
    ask("api:match", world.draft_table.pk, like="draft")
    ask("api:kept-apart", slug, first=world.mine.pk, second=opponent.pk, **apart)
    ask("api:let-meet", world.apart.pk)
    ask("api:why", world.table.pk)
    ask("api:why", world.draft_table.pk, like="draft")
    ask("api:result", world.table.pk, game_wins=[1, 0])
    ask("api:result", world.draft_table.pk, like="draft", game_wins=[1, 0])
    ask("api:confirm", world.table.pk)
    ask("api:take-back", world.table.pk)
    ask("api:round-time", world.table.round_id)
    ask("api:round-time", world.draft.pk, like="draft")
    ask("api:round-results", world.table.round_id, lines="1 1")
    ask("api:rules")
    ask("api:rulebook", "epic-complete")
    ask("api:rule", "epic-complete", "4.4.6")
    ask("api:rule-search", "epic-complete")
    ask("api:cards")
    made["api:card-completion"] = ("/api/v1/cards/complete/?q=a", {}, {})
    ask("api:card", "kong")
    ask("api:disputes", title="New", record=LEGAL, event=slug)
    made["api:nowhere"] = ("/api/v1/nowhere/", {}, {"content_type": "application/json"})
    return made


def addresses() -> Iterator[str]:
    """The names of all addresses of the site."""

    def below(resolver: URLResolver, namespace: str) -> Iterator[str]:
        for one in resolver.url_patterns:
            if isinstance(one, URLResolver):
                yield from below(one, f"{namespace}{one.namespace}:" if one.namespace else namespace)
            else:
                yield f"{namespace}{one.name}"

    return below(get_resolver(), "")


class Everybody:
    """All viewers in their browsers; what a request changes is undone after it."""

    def __init__(self, world: World) -> None:
        self._clients = {who: Client() for who in VIEWERS}
        self._sessions = {}
        for who, user in world.people.items():
            if user is not None:
                self._clients[who].force_login(user)
                self._sessions[who] = self._clients[who].cookies["sessionid"].value

    def ask(self, who: str, method: str, path: str, body: Body, how: Body, query: Body | None = None) -> Any:
        cache.clear()
        client = self._clients[who]
        undo = transaction.savepoint()
        answer = client.get(path, query or {}) if method == "GET" else client.post(path, body, **how)
        transaction.savepoint_rollback(undo)
        if who in self._sessions:  # signing out takes the cookie away
            client.cookies["sessionid"] = self._sessions[who]
        return answer


def test_every_address_stands_in_the_table():
    named = {row[:36].split()[0] for row in TABLE.strip().splitlines()}
    assert named == set(addresses())


def test_every_address_answers_everybody_as_the_table_says():
    world = make_world()
    everybody = Everybody(world)
    asked = requests_of(world)
    answered = [
        f"{name:36} {method:4} "
        + " ".join(str(everybody.ask(who, method, *asked[name]).status_code) for who in VIEWERS)
        for name in asked
        for method in ("GET", "POST")
    ]
    assert answered == TABLE.strip().splitlines()


def secrets_of(world: World, who: str) -> dict[str, str]:
    """What must stand in no answer to this viewer, by what it is."""
    secrets = {"decision": SECRET_DECISION, "salt": world.playing.salt}
    secrets |= {"note": SECRET_NOTE, "ruling": SECRET_RULING}
    secrets["claim link"] = claim_token(world.walk_in.player).partition(":")[0] + ":"
    if who == "scorekeeper":
        return {name: secrets[name] for name in ("decision", "salt", "note", "ruling")}
    secrets |= {"dispute": SECRET_TITLE, "slug of a dispute": world.unpublished.slug, "event": SECRET_EVENT}
    secrets |= {"reason of a repair": SECRET_REPAIR}
    secrets |= {"draft table": f"tables/{world.draft_table.pk}/", "draft seed": str(world.draft.seed)}
    secrets |= {"official wording": SECRET_WORDING}
    secrets |= {"why two are kept apart": SECRET_APART}
    if who != "seated":
        secrets |= {"decklist": SECRET_CARD_COMMENT, "receipt": world.deck.fingerprint}
    others = {other: user.email for other, user in world.people.items() if user is not None and other != who}
    return secrets | {f"address of {other}": email for other, email in others.items()}


@pytest.mark.parametrize("who", sorted({*OUTSIDE, "scorekeeper"}))
def test_no_answer_holds_what_its_reader_may_not_know(who):
    world = make_world()
    everybody = Everybody(world)
    secrets = secrets_of(world, who)
    told = []
    for name, (path, body, how) in requests_of(world).items():
        sent = " ".join([path, *map(str, body.values())])
        for method in ("GET", "POST"):
            answer = everybody.ask(who, method, path, body, how)
            whole = answer.content.decode() + "".join(f"{key}: {value}\n" for key, value in answer.headers.items())
            whole = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", whole)
            told += [(name, method, what) for what, secret in secrets.items() if secret in whole and secret not in sent]
    assert told == []
