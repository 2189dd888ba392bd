"""What becomes of a form on its way: too large, its token too old, its sender's sign-in ended; nothing typed is lost.

``answering`` is what comes back in the end. May import the accounts and what all pages share; the portal's frame
and the settings import it.
"""
