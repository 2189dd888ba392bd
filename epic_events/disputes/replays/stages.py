"""The stages of a replay, for who waits for it."""

from enum import IntEnum

from django.utils.translation import gettext_lazy as _


class Stage(IntEnum):
    """What a worker is at, in order."""

    READING = 0
    PLAYING = 1
    BOARDS = 2
    OTHERWISE = 3
    STORING = 4


WORDS = {
    Stage.READING: _("reading the record"),
    Stage.PLAYING: _("playing it through"),
    Stage.BOARDS: _("drawing the board after each step"),
    Stage.OTHERWISE: _("asking other readings, printings and versions of the rules"),
    Stage.STORING: _("keeping the verdict"),
}
