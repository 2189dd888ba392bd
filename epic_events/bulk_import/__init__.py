"""Import of pasted or uploaded text: tables, JSON, their form, and preview tokens.

Imports ``infra`` only; knows nothing of the objects that are created.
"""
