"""The card of a table: everything that a judge needs of one table on one page.

May import everything of the floor below it: calls, penalties.
"""
