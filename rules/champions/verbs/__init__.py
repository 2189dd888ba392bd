"""The verbs of Champions, a row each; they stand on the process."""
