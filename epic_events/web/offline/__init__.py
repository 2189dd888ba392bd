"""What a phone keeps of the round being played for when there is no signal, and the page that scans a slip's code.

May import every app below the portal; the portal's addresses import it.
"""
