"""Import of pasted or uploaded text: tables, JSON, their form, and preview tokens.

Imports ``infra`` only and does not depend on the created objects.
"""
