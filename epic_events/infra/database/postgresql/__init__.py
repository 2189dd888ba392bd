"""PostgreSQL backend with a cheaper health check of reused connections."""
