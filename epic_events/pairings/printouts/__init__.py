"""What is printed for a round: slips for the tables, and cards with a code that leads to them.

May import every room below; nothing but the app's own front may import it.
"""
