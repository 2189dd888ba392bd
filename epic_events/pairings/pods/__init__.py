"""Pods: seating, publishing and discarding.

May import `cut`, which begins their stage, and the packages below it.
"""
