"""The printout (PDF) of a dispute.

May import everything of disputes except its pages.
"""
