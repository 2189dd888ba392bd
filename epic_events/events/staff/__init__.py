"""Staff of an event: roles, and invitations to people without an account.

May import the models, permissions and locks of events. Its pages and API may also import `views.shared` and what all
API endpoints of events share.
"""
