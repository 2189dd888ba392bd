"""Tests of the readers of pasted and uploaded text."""
