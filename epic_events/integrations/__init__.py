"""Webhooks, notices, calendars, embeds, exports, archives and link previews."""
