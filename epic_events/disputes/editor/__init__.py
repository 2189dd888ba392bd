"""A disputed play described by tapping: the record as a table top, and each tap as a change of the record's text.

The record is all that is kept between taps: what is shown is read from it, what is tapped is written into it.
Knows no game: what a position consists of is data of the game. May import `records` and the services of disputes.
"""
