"""Golden playthroughs: whole games written out, one for each format and each way to play.

python -m tests.rules.epic.golden          rewrite them from the answers they hold, after a change that was meant
python -m tests.rules.epic.golden --play   play other games, where the answers themselves are no longer possible
"""
