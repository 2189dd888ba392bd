"""Tests of all forms: repeated, outdated, bulk, hostile, refused."""
