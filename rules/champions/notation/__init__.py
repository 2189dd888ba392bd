"""Record notation of Champions: writing and parsing of actions and positions."""
