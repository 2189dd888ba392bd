"""What people paste, or read from a file, as a whole: tables, JSON, the form that takes either, what was shown of it.

May import the errors, names, sizes and pages of the site, and nothing of what is made of the text.
"""
