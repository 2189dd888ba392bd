"""Text derived from card data: rules text, facts, search fields, validation.

Imports cards, effects and formats; independent of games.
"""
