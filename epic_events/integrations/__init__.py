"""What connects an event with other programs: notices, webhooks, calendars, embeds, exports, archives."""
