"""Made-up documents with the irregularities of printed ones."""

from pathlib import Path

FIXTURE = Path(__file__).resolve().parents[4] / "fixtures" / "rules" / "pebbles.txt"

NUMBERED = FIXTURE.read_text(encoding="utf-8")

MARKDOWN = """\
# Pebbles

A game for two.

# **Setup**

Every player takes ten pebbles and
a bag.

## Pebbles *(small ones)*

- round
- light

They are
put into

the bag.

```
# not a heading
```

# Play

See [the page](http://pebbles.example/play). A throw costs a pebble.

*Note: nobody counts.*

## Pebbles

Thrown pebbles stay where they are.

## Pebbles

And once more.
"""
