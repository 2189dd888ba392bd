"""The words that code, messages and documentation of this project avoid, and the check that they do."""
