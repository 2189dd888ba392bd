"""Sentences of judges about passes, draws and choices are read with their meaning."""

import pytest

from tests.rules.epic.notation.phrasings import outcome
from tests.rules.epic.notation.sentences import POSITIONS

READ = [
    ("first/main", "Anna passes the turn", ["Anna: end turn"]),
    ("first/main", "Anna says go", ["Anna: end turn"]),
    ("first/main", "Anna passes priority", ["Anna: pass"]),
    ("first/main", "Ben responds with nothing", ["Ben: pass"]),
    ("second/bonfire", "Anna ends her turn without attacking", ["Anna: end turn"]),
    ("second/bonfire", "Anna is done for the turn", ["Anna: end turn"]),
    ("second/bonfire", "That's it for Anna's turn", ["Anna: end turn"]),
    ("second/bonfire", "Anna: no attack, end of turn", ["Anna: end turn"]),
    ("second/reply", "Bo has nothing and the turn ends", ["Bo: pass"]),
    ("second/reply", "Bo has no response", ["Bo: pass"]),
    ("second/reply", "Bo passes back", ["Bo: pass"]),
    ("second/reply", "Bo passes and the turn ends", ["Bo: pass"]),
    ("second/dump", "Gus discards down to seven: Kong and Muse", ["Gus: discard Kong, Muse"]),
    ("second/dump", "Gus discards a Kong and a Muse", ["Gus: discard Kong, Muse"]),
    ("second/dump", "Gus keeps everything but the two Kongs", ["Gus: discard Kong, Kong"]),
    ("second/dump", "Gus gets rid of Bitten and Erase", ["Gus: discard Bitten, Erase"]),
    ("second/dump", "Gus puts Bitten and Erase into the discard pile", ["Gus: discard Bitten, Erase"]),
    ("second/dump", "Bitten and Erase get thrown away", ["Gus: discard Bitten, Erase"]),
    ("second/may", "Gatekeeper's tribute first, Gus pays", ["Gus: resolve Infernal Gatekeeper: tribute", "Gus: yes"]),
    (
        "second/may",
        "Gus resolves Gatekeeper's tribute and pays 1 health for a Demon",
        ["Gus: resolve Infernal Gatekeeper: tribute", "Gus: yes"],
    ),
    ("second/loyal", "Eva doesn't reveal anything", ["Eva: decline"]),
    (
        "second/loyal",
        "Eva uses loyalty with Wither and Apocalypse on Muse",
        ["Eva: reveal Wither, Apocalypse", "Eva: target Muse"],
    ),
    (
        "first/fealty",
        "Mist Guide Herald goes back to Anna's hand after Ben reveals Scholar and Vanishing",
        ["Ben: reveal Citadel Scholar, Vanishing", "Ben: target Mist Guide Herald"],
    ),
    ("first/main", "Anna just passes", ["Anna: pass"]),
    ("first/main", "Anna: end of turn", ["Anna: end turn"]),
    ("first/main", "Anna ends", ["Anna: end turn"]),
    ("second/reply", "Bo has no play", ["Bo: pass"]),
    ("second/reply", "Bo does nothing", ["Bo: pass"]),
    ("second/reply", "Bo is fine with that", ["Bo: pass"]),
    ("second/reply", "Bo lets it resolve", ["Bo: pass"]),
    ("second/reply", "Nothing from Bo, end of turn", ["Bo: pass"]),
]


@pytest.mark.parametrize(("position", "message", "lines"), READ, ids=[message for _, message, _ in READ])
def test_sentence_about_choices_is_read(position, message, lines):
    assert outcome(POSITIONS[position], [message]) == outcome(POSITIONS[position], lines)
