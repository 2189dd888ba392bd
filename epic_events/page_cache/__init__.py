"""What the views of every app share: refusals shown on the page, pages kept for all, parts of a page sent alone.

May import the journal and what the site runs on; views of every app import it, services never.
"""
