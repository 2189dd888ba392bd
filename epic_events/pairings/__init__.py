"""Rounds, results and standings of an event, in rooms by topic.

From the ground up: `methods` (pure), `results`, `standings`, `cut`, `pods`, `rounds`, and on top `repairs`, `printing`
and `imports`; a room imports only from those below it, which import-linter checks. Between `methods` and `results`
stands what all rooms share: `models`, `permissions`, `reads` of stages and rounds, `round_names`, `reasons`, `locking`
and `lifecycle`. Above the rooms `services` names every write for other apps, and `panels` and `urls` put all of it into
the site.
"""
