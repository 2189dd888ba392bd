"""Every write about roles and invitations.

May import the models, permissions and locks of events, never pages or the API.
"""
