"""Authentication: sign-up, sign-in, sessions, API tokens and their revocation."""
