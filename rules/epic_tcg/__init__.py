"""The Epic TCG of 2009: rules, known cards, formats.

It is not the Epic Card Game of 2015.
"""
