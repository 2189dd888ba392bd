"""Import of a finished event from a file of results.

May import every package below; only the app's `services` and commands may import it.
"""
