"""Formats of dates, times and numbers by language.

Django's formats are the fallback.
"""
