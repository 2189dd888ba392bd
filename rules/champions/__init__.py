"""Warhammer Age of Sigmar: Champions: rules, interpretations, cards and formats."""
