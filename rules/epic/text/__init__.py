"""Text derived from card data: rules text, facts, search fields, data checks.

Imports cards, effects and formats; independent of games.
"""
