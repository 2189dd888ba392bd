"""Sources of the card facts, by their short names in the data files."""

from collections.abc import Mapping
from typing import Final

SOURCES: Final[Mapping[str, str]] = {
    "client of set 1": "https://github.com/dylannorthrup/hex (code/set001.sql at a114434)",
    "client of set 2": "https://github.com/dylannorthrup/hex (code/set002.sql at bc04986)",
    "deck builder": "https://github.com/Merlyn42/ozawa (HexTCGDeckBuilder/res/raw/hexcard*.json at 55f3748)",
    "compendium": "https://hexcompendium.com/index.php?title=Sets",
    "champion page": "https://www.hextcg.com/game/champion/",
    "champion wiki": "https://hextcg.fandom.com/wiki/Champions",
    "champion preview": "http://www.casualhex.co.uk/2013/06/24/champions-of-the-underworld/",
    "champions of set 2": "https://houshasen.wordpress.com/2014/08/20/",
}
"""URLs by short name."""
