"""Documents of which only the titles of their units are printed in order: reading them, and the lists themselves."""
