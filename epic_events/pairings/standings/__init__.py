"""Standings after a round: the order, how each value comes about, and the tie-breakers they rest on.

May import `results` and what lies below it; knows neither cuts nor pods.
"""
