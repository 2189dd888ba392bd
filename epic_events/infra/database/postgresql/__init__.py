"""Django's PostgreSQL, but for how a connection that is used again and again is found to be good still."""
