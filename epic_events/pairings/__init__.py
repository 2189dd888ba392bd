"""Rounds, pairings, results and standings of an event.

Layers from bottom to top: `methods` (pure functions), `results`, `standings`, `cut`, `pods`, `rounds`, and on top
`repairs`, `printouts` and `imports`. A package imports only from packages below it; import-linter checks this. Shared
by all packages are `models`, `selectors`, `round_names`, `reasons` and `lifecycle`. On top, `services` exports every
write for other apps, and `extensions` and `urls` connect the app with the site.
"""
