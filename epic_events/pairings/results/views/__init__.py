"""Views of tables and result entry. They call services and contain no rules."""
