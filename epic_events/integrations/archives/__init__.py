"""Event archives: export and import of a whole event as one JSON file.

Rows are numbered per table and refer to each other by these numbers; the file contains no database keys. Accounts and
data of the site (staff, audit log, repairs, disputes, rulings, notices, webhooks) are not included. May import every
app below ``web``; imported by the URLs of ``web``, the API and a management command.
"""
