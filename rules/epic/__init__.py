"""The Epic Card Game: cards, formats, rules documents and the engine.

Packages, from top to bottom of the import contract in pyproject.toml:

======================= ==============================================================================================
``view``                what a viewer may see of a game
``justifications``      why legal actions are legal
``notation``            records: lines, names, positions
``engine``              the interface for the library: new game, check, apply, copy, force
``game_loop``           rules tables, validation, legal actions, chance
``actions``             each action type: shape, violations, effect, legal actions, canonical form
``explanations``        why no decision asks for an action
``frame_handlers``      handlers of stack frames and phases
``turn``                setup, Start, Main and End Phase
``instructions``        execution of each instruction of a card text
``plays``               powers, costs, ally and loyalty, free plays, timing
``battle``              attack, block, damage step
``multiplayer``         rules of multiplayer games
``selection``           evaluation of selectors, picks
``sentences``           a sentence for each log event
``board``               champion values, zones, damage, gold, triggers
``players``             seats, initiative, departures, winning
``state``               the state of a game, its log, copies and JSON
``own_cards``           card files of organisers
``text``                texts rendered from card data, search fields
``cards``               every card as data
``effects``             the vocabulary of card texts
``interpretations``     decisions where the rules are silent; ``interpretation_options`` are those a game uses
``rulebooks``           the documents; ``precedents`` are rulings
======================= ==============================================================================================
"""
