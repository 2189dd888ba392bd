"""Drawn pictures: reproducible, well-formed, with a plain area for text."""

import hashlib
import re
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from epic_events.artwork.addresses import motif_of
from epic_events.artwork.drawing.palette import LIVERIES, livery_of_name, palette, srgb
from epic_events.artwork.drawing.pictures import BANDS, DRAWINGS, REVISION
from epic_events.artwork.drawing.random_numbers import RandomNumbers, fnv1a
from epic_events.artwork.drawing.tiles import SHAPES
from rules.games import GAMES
from rules.pattern import PLAIN, Pattern
from tests.conftest import ROOT
from tests.epic_events.artwork.contrast import contrast

SVG = "{http://www.w3.org/2000/svg}"
NAMES = st.text(max_size=200)
PICTURES = st.sampled_from(sorted(DRAWINGS))
KNOWN_GAMES = st.sampled_from([*GAMES, "chess"])
LIVERY_NAMES = st.sampled_from(["", *LIVERIES])
GOLDEN = {1: "0545ee290107fa06329e8daa7462ba54c798eb36bcea3645140102ad6260a1ae"}
"""SHA-256 of all pictures of some events by revision."""


def draw(kind: str, name: str, game: str = "epic", livery: str = "") -> str:
    return DRAWINGS[kind](motif_of(name, game, livery))


def digest() -> str:
    """Return a hash of all pictures of events with different names, in all games and liveries."""
    total = hashlib.sha256()
    for kind in DRAWINGS:
        for name, game, livery in zip(["", "Open", "漢字", "🎲"] * 3, [*GAMES, "chess"] * 3, LIVERIES, strict=False):
            total.update(draw(kind, name, game, livery).encode())
    return total.hexdigest()


def test_pictures_of_a_revision_never_change() -> None:
    assert digest() == GOLDEN[REVISION]


def test_pictures_are_equal_in_another_process() -> None:
    code = "from tests.epic_events.artwork.test_drawing import digest; print(digest())"
    environment = {"PYTHONHASHSEED": "7", "DJANGO_SETTINGS_MODULE": "epic_events.settings"}
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert run.stdout.decode().strip() == digest()


@given(PICTURES, NAMES, KNOWN_GAMES, LIVERY_NAMES)
@example("cover", "", "epic", "")
@example("back", "\ud800", "hex", "rose")
@example("share", "漢字 🎲 </svg><script>", "champions", "moss")
@example("poster", "x" * 200, "epic-tcg", "")
def test_picture_of_any_name_is_well_formed_and_reproducible(kind: str, name: str, game: str, livery: str) -> None:
    drawn = draw(kind, name, game, livery)
    assert draw(kind, name, game, livery) == drawn
    tree = ET.fromstring(drawn)
    assert {element.tag.removeprefix(SVG) for element in tree.iter()} <= {"svg", "path", "rect", "circle", "g"}
    assert [element.text for element in tree.iter() if element.text] == []
    assert len(tree.findall(f".//{SVG}path")) <= 6
    width, height = tree.attrib["width"], tree.attrib["height"]
    assert tree.attrib["viewBox"] == f"0 0 {width} {height}"


def corners(path: str) -> list[tuple[float, float]]:
    """Return the end points of the commands M, L and A of tiles and of the commands H of triangles."""
    points: list[tuple[float, float]] = []
    for letter, words in re.findall(r"([MLAHZ])([^MLAHZ]*)", path):
        numbers = [float(word) for word in words.split()]
        if letter == "H":
            points.append((numbers[0], points[-1][1]))
        elif letter != "Z":
            points.append((numbers[-2], numbers[-1]))
    return points


@given(NAMES, KNOWN_GAMES)
def test_cover_is_plain_where_its_text_stands(name: str, game: str) -> None:
    ground, *tones = ET.fromstring(draw("cover", name, game)).iter(f"{SVG}path")
    assert ground.attrib["d"] == "M0 0H1240V240H0Z"
    assert min((x for tone in tones for x, _y in corners(tone.attrib["d"])), default=1240) >= 0.385 * 1240


@given(NAMES, KNOWN_GAMES)
def test_share_picture_is_plain_below_its_pattern(name: str, game: str) -> None:
    _ground, *tones = ET.fromstring(draw("share", name, game)).iter(f"{SVG}path")
    assert max(y for tone in tones for _x, y in corners(tone.attrib["d"])) <= BANDS["share"].tiled_height


@given(NAMES, KNOWN_GAMES)
def test_screen_is_plain_below_the_clock(name: str, game: str) -> None:
    _ground, *tones = ET.fromstring(draw("screen", name, game)).iter(f"{SVG}path")
    xs = [x for tone in tones for x, _y in corners(tone.attrib["d"])]
    assert min(xs) >= 0.22 * 1920
    assert max(xs) <= 0.78 * 1920


@pytest.mark.parametrize("livery", LIVERIES)
def test_text_on_a_cover_has_contrast(livery: str) -> None:
    colours = palette(livery)
    assert contrast("#ffffff", colours.ground) >= 14
    assert contrast(colours.light, colours.ground) >= 10
    assert contrast(colours.light, colours.shade) >= 7


def test_liveries_have_different_colours() -> None:
    assert len({palette(livery) for livery in LIVERIES}) == len(LIVERIES) == 10


@given(NAMES)
@example("")
def test_livery_of_any_name_is_a_livery(name: str) -> None:
    assert livery_of_name(name) in LIVERIES


def test_every_livery_is_the_default_of_some_name() -> None:
    assert {livery_of_name(f"Event {number}") for number in range(200)} == set(LIVERIES)


def test_events_differ_in_name_and_game() -> None:
    pictures = {draw("back", name, game, "steel") for name in ("Cup", "cup", "Cup 2") for game in GAMES}
    assert len(pictures) == 12


@pytest.mark.parametrize("pattern", [PLAIN, *(game.pattern for game in GAMES.values())])
def test_patterns_name_known_tiles(pattern: Pattern) -> None:
    assert set(pattern.tiles) <= set(SHAPES)


def test_fnv1a_known_values() -> None:
    assert [fnv1a(text) for text in ("", "a", "foobar")] == [0x811C9DC5, 0xE40C292C, 0xBF9CF968]


@given(st.integers(1, 2**32 - 1))
def test_random_numbers_are_in_range(seed: int) -> None:
    numbers = RandomNumbers(seed)
    assert all(0 <= numbers.number() < 1 for _ in range(50))
    assert {numbers.below(4) for _ in range(50)} <= {0, 1, 2, 3}
    assert numbers.choice({"a": 1, "b": 0}) == "a"


def test_srgb_known_colours() -> None:
    assert srgb(1, 0, 0) == "#ffffff"
    assert srgb(0, 0, 0) == "#000000"
    assert srgb(0.627955, 0.257683, 29.2339) == "#ff0000"
    assert srgb(0.27, 0.085, 238) == "#002a40"
