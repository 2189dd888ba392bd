"""Warhammer Age of Sigmar: Champions: its document, open points, cards and deck formats."""
