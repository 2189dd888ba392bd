"""API tokens: creation, scopes, and authentication of requests.

Imports ``accounts``; every other part of the API may import it.
"""
