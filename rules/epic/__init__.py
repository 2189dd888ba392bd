"""Epic Card Game: its cards, formats, rules documents and the engine that plays it.

Where to look, from what stands on everything to what everything stands on; the order is a contract in pyproject.toml:

=================== ==================================================================================================
``view``            what somebody may see of a game
``notation``        how a game is written: lines, names, positions
``engine``          what the library takes from here: begin, check, apply, copy, force
``process``         the loop, the checker, legal answers, chance: what asks the rows of the verbs
``verbs``           each verb of answers as one row: its shape, faults, effect, legal answers, canonical form
``claims``          why what somebody claims never came up
``frames``          what waits on the stack: what goes on with it and takes its answers; likewise the phases
``turn``            set-up, Start, Main and End Phase
``instructions``    what is done for each instruction of a card's text
``plays``           powers, costs, ally and loyalty, free plays, what comes too late or too early
``battle``          attack, block, damage step
``multiplayer``     what only several players need of effects
``picking``         what an instruction applies to, and asking for it
``board``           champions as they are, zones, damage, gold, triggers, which of cards alike is meant
``players``         seats, initiative, leaving, winning
``state``           the facts of a game, its log, copies and JSON
``own_cards``       an organiser's card file: what it adds to the cards
``text``            what is read of a card
``cards``           every card as data
``effects``         the vocabulary of a card's text
``interpretations`` where the rules are silent; ``readings`` are those a game is played with
``rulebooks``       the documents; ``precedents`` are rulings
=================== ==================================================================================================
"""
