"""A clock for processes of the site that can be put forward and back; this folder stands on their PYTHONPATH."""
