"""An adjustable clock for processes of the site, by way of their PYTHONPATH."""
