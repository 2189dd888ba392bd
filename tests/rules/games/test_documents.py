"""Documents of every game: complete, with valid references, and found by search."""

from collections import Counter

from rules.games import Game
from rules.rulebooks import Kind, Rulebook, resolve_reference
from rules.search import rulebook_index
from rules.search.words import content_words
from tests.rules.games.arranged import EVERY_BOOK, EVERY_GAME, citations
from tests.rules.rulebooks.copied_texts import texts_of


@EVERY_BOOK
def test_units_all_have_text(game: Game, book: Rulebook) -> None:
    assert game.rulebooks[book.slug] is book
    assert book.units
    assert [rule.id for rule in book.units if not rule.heading] == []
    silent = [rule.id for rule in book.units if not rule.text and (rule.kind is Kind.RULE or not book.children(rule))]
    assert silent == []


@EVERY_BOOK
def test_slugs_and_citations_are_unique(game: Game, book: Rulebook) -> None:
    for rule in book.rules:
        assert book.get(rule.id) is book.by_slug(rule.slug) is rule
        assert rule.id in book
        assert rule in book.find(rule.id)
        others = [other.slug for other in game.rulebooks.values() if other is not book and rule.id in other]
        assert others == [], rule.id
    assert "nothing" not in book


@EVERY_BOOK
def test_cross_references_all_resolve(game: Game, book: Rulebook) -> None:
    references = [reference for _where, text in texts_of(book) for reference in book.references(text)]
    lost = [reference.words for reference in references if resolve_reference(game.rulebooks, book, reference) is None]
    assert lost == []
    assert len(references) > 5


@EVERY_BOOK
def test_glossary_and_search_words_name_existing_rules(game: Game, book: Rulebook) -> None:
    named = {rule for term in book.glossary for rule in term.rules} | set(book.asked)
    assert named - {rule.id for rule in book.rules} == set()
    assert [term.name for term in book.glossary if not term.rules or not term.meaning] == []
    names = Counter(term.name.casefold() for term in book.glossary)
    synonyms = Counter(synonym for synonym, _ in book.synonyms)
    assert [word for word, count in (*names.items(), *synonyms.items()) if count > 1] == []
    assert {term for _, term in book.synonyms} <= {term.name for term in book.glossary}


@EVERY_BOOK
def test_document_search_finds_units_by_number_and_words(game: Game, book: Rulebook) -> None:
    index = rulebook_index(book)
    for rule in book.units:
        for asked in {rule.id, rule.number, rule.printed} - {""} if rule.number else ():
            named = {hit.id for hit in index.search(asked).hits if hit.named}
            assert rule.id in named, (rule.id, asked)
    terms = [term for term in book.glossary if content_words(term.name)]
    found = {term.name: {hit.id for hit in index.search(term.name).hits} for term in terms}
    assert [term.name for term in terms if found[term.name].isdisjoint(term.rules)] == []


@EVERY_BOOK
def test_document_search_by_printed_title_finds_its_units(game: Game, book: Rulebook) -> None:
    index = rulebook_index(book)
    titled = [rule for rule in book.units if rule.kind is not Kind.RULE and content_words(rule.heading)]
    missed = []
    for rule in titled:
        meant = {unit.id for same in titled if same.heading == rule.heading for unit in book.subtree(same)}
        if not meant & {hit.id for hit in index.search(rule.heading).hits}:
            missed.append((rule.id, rule.heading))
    assert missed == []


@EVERY_GAME
def test_interpretations_and_rules_are_linked_in_both_directions(game: Game) -> None:
    known = citations(game)
    noted = {
        (note.interpretation, rule.id)
        for book in game.rulebooks.values()
        for rule in book.rules
        for note in rule.notes
        if note.interpretation
    }
    about = {(entry.id, rule) for entry in game.interpretations.values() for rule in entry.rules}
    assert {(point, rule) for point, rule in about if rule not in known} == set()
    assert {(point, rule) for point, rule in noted if point not in game.interpretations} == set()
    tournaments = {book.slug: book for book in game.rulebooks.values() if book.procedure}
    of_play = {(point, rule) for point, rule in noted if not any(rule in book for book in tournaments.values())}
    assert of_play - about == set()


@EVERY_GAME
def test_interpretations_are_complete(game: Game) -> None:
    for slug, entry in game.interpretations.items():
        assert entry.id == slug
        assert entry.problem
        assert entry.reason
        assert len(set(entry.options)) == len(entry.options) >= 1
        assert dict(entry.version_options).keys() <= set(game.versions)
        assert all(0 <= index < len(entry.options) for _version, index in entry.version_options)
    assert set(game.procedure) <= set(game.interpretations)


@EVERY_GAME
def test_disagreements_of_documents_are_all_listed(game: Game) -> None:
    questions = {question.slug: question for book in game.rulebooks.values() for question in book.disagreements}
    for question in questions.values():
        assert set(question.interpretations) <= set(game.interpretations)
        for message in question.statements:
            book = game.rulebooks[message.rulebook]
            assert all(question in book.disagreements_of(book.get(rule)) for rule in message.rules)


@EVERY_GAME
def test_rulings_cite_existing_rules_and_cards(game: Game) -> None:
    known = citations(game)
    for slug, ruling in game.precedents.items():
        assert ruling.id == slug
        assert set(ruling.rules) <= known
        assert [game.cards.card(name).name for name in ruling.cards] == list(ruling.cards)
