"""Database backend for PostgreSQL with a cheaper health check of reused connections."""
