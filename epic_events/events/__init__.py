"""Events, stages, staff roles, registration and check-in."""
