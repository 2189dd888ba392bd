"""Stage plan of an event: validation, form, labels and storage.

May import the models, permissions and locks of events. Its page and API may also import `views.shared` and what all
API
endpoints of events share.
"""
