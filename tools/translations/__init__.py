"""Translatable strings of the site and their catalogues."""
