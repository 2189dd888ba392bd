"""What leaves an event as a file: each of its tables as CSV and JSON, found by the name of the file.

May import every app below the portal; the portal's addresses and panels import it.
"""
