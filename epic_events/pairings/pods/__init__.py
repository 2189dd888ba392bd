"""Pods: who sits where, seated, published and taken back.

May import `cut`, where their stage begins, and what lies below it.
"""
