"""The dispute editor: shows a record as a table.

Each tap is a change of the record's text. Only the record's text is kept between requests. The editor has no game
rules: games define the fields of a position as data. May import ``records`` and the services of disputes.
"""
