/* Ranks rules like the server: same tables, same steps, integers only (rules/search/query.py and rules/search/index.py
   explain them). A test compares both for the same queries. */

const MOST_CHARACTERS = 600;
const MOST_WORDS = 48;
const FULL = 100;
const SYNONYM_KEEPS = 60;
const FIGURE = 40;
const WORTH_COMPARING = 2;
const LETTERS_COUNT = 2;
const WORDS_COUNT = 1;
const BITS = 2039;
const ALIKE = 1000;
const FACTOR = 31;
const EXACT = 1_000_000;
const VALUE_SIGN = "x";
const SHARES = [7, 3, 3, 3, 3];
const UNKNOWN = -1;
const WHOLE = -1;
const SHORTEST_ROOT = 3;
const SHORTEST_BEGINNING = 4;
const SHORTEST_REPAIRED = 4;
const EDITS = 4;
const EDITS_WHEN_SHORT = 5;

const WORD = /[0-9]+(?:\.[0-9]+)+[a-z]?|[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
const APOSTROPHE = /n['’]t$|['’](?:s|re|ve|ll|d|m)?$|['’]/g;
const BRITISH = /^(def|off)ence(s?)$|^(col|fav|hon|neighb)our/;
const NUMBER = /(?<![0-9.])[0-9]+(?:\.[0-9]+)+[a-z]?(?:\[[0-9]\])?(?![0-9.]*[0-9])/gi;
const WHOLE_NUMBER =
  /^\s*(?:rules?|section|§+|#)?\s*((?:[a-z]{1,4}:)?[0-9]{1,4}[a-z]?(?:\[[0-9]\])?|\[[0-9]{1,4}\])\s*\.?\s*$/i;
const LETTERS = /^\p{L}+$/u;
const FIGURES = /^\p{Nd}+$/u;

const STRIPPED = ["s", "es", "d", "ed", "ing", "er", "ers", "ly", "ment", "able", "ation", "ions", "ion"];
const ADDED = ["", "e", "s", "es", "ed", "ing", "er", "ers", "ly", "ated", "ation", "ion"];
const ADDED_TO_THE_WORD = ["s", "es", "ed", "ing", "er"];
const TURNED = [["ies", "y"], ["ied", "y"], ["y", "ies"], ["y", "ied"]];

/** Return a word in lower case, without accents and possessive endings, in American spelling. */
const fold = (word) => {
  const plain = word.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(APOSTROPHE, "");
  const match = BRITISH.exec(plain);
  if (!match) return plain;
  return match[1] ? `${match[1]}ense${match[2]}` : `${match[3]}or${plain.slice(match[0].length)}`;
};

/** Return the words of a text in order, with their positions. */
const words = (text) =>
  [...text.matchAll(WORD)]
    .map((match) => ({ plain: fold(match[0]), start: match.index, end: match.index + match[0].length }))
    .filter((word) => word.plain !== "");

const forms = function* (plain) {
  for (const ending of ADDED_TO_THE_WORD) yield plain + ending;
  for (const [ending, other] of TURNED) {
    if (plain.endsWith(ending) && plain.length > SHORTEST_ROOT) yield plain.slice(0, -ending.length) + other;
  }
  for (const stripped of STRIPPED) {
    const root = plain.slice(0, plain.length - stripped.length);
    if (!plain.endsWith(stripped) || root.length < SHORTEST_ROOT) continue;
    for (const ending of ADDED) yield root + ending;
    if (root.at(-1) === root.at(-2)) yield root.slice(0, -1);
  }
};

/** Return the edit distance of two words (optimal string alignment). */
const edits = (one, other) => {
  let before = [];
  let last = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    [before, last, row] = [last, row, [i]];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        row[j] = Math.min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[other.length];
};

/** Return the character n-grams of a text, given as its words, as a set of hashed bits (text_similarity.py). */
const signature = (plain) => {
  const letters = [...` ${plain.join(" ")} `].map((letter) => letter.codePointAt(0));
  const bits = new Set();
  for (let at = 0; at + 3 < letters.length; at += 1) {
    const run = letters.slice(at, at + 4).reduce((sum, letter) => sum * FACTOR + letter);
    bits.add(run % BITS);
    if (at + 4 < letters.length) bits.add((run * FACTOR + letters[at + 4]) % BITS);
  }
  return bits;
};

/** Return the weighted mean similarity of the most similar texts, in thousandths. */
const likeness = (asked, ways) => {
  const squares = [];
  for (const way of ways) {
    let shared = 0;
    for (const bit of asked) if (way.has(bit)) shared += 1;
    if (way.size > 0) squares.push(Math.floor((shared * shared * EXACT) / way.size));
  }
  if (asked.size === 0 || squares.length === 0) return 0;
  squares.sort((one, other) => other - one);
  let [alike, shares] = [0, 0];
  for (const [at, share] of SHARES.slice(0, squares.length).entries()) {
    alike += share * Math.floor(Math.sqrt(Math.floor(squares[at] / asked.size)));
    shares += share;
  }
  return Math.floor(alike / shares);
};

/** Prepare the tables from the server for lookups. */
export const unpack = (shipped) => {
  const list = shipped.words === "" ? [] : shipped.words.split(" ");
  const postings = shipped.postings.map((flat) => {
    const posts = [];
    for (let at = 0, entry = 0; at < flat.length; at += 2) {
      entry += flat[at];
      posts.push([entry, flat[at + 1]]);
    }
    return posts;
  });
  const phrases = new Map(
    shipped.phrases.map(([phrase, synonyms, paraphrases, inContext]) => [
      phrase.join(" "),
      { synonyms, paraphrases, inContext },
    ]),
  );
  return {
    stems: new Map(list.map((word, at) => [word, shipped.stems[at]])),
    spellings: list.filter((word) => word.length > SHORTEST_ROOT && LETTERS.test(word)),
    functionWords: new Set(shipped.functionWords.split(" ")),
    askingWords: new Set(shipped.askingWords.split(" ")),
    definingWords: new Set(shipped.definingWords.split(" ")),
    everyday: new Set(shipped.everyday.split(" ")),
    shorthand: new Map(Object.entries(shipped.shorthand)),
    phrases,
    longestPhrase: Math.max(0, ...shipped.phrases.map(([phrase]) => phrase.length)),
    names: new Map(shipped.names.map(([name, documents]) => [name.join(" "), documents])),
    spelled: new Map(Object.entries(shipped.spelled)),
    numbers: new Map(Object.entries(shipped.numbers)),
    entries: shipped.entries,
    postings,
    orders: shipped.orders,
    ways: shipped.ways,
    signatures: new Map(),
  };
};

const isFunctionWord = (tables, plain) =>
  tables.functionWords.has(plain) || ([...plain].length === 1 && plain !== VALUE_SIGN && !/^\p{Nd}$/u.test(plain));

const stemOf = (tables, plain) => {
  const stem = tables.stems.get(plain);
  if (stem !== undefined) return stem;
  for (const form of forms(plain)) if (tables.stems.has(form)) return tables.stems.get(form);
  return undefined;
};

const mayBeMeantOtherwise = (tables, plain) =>
  [...plain].length >= SHORTEST_REPAIRED &&
  LETTERS.test(plain) &&
  !tables.everyday.has(plain) &&
  !isFunctionWord(tables, plain);

/** Return the correction of an unknown word: least edits for its length, then most frequent; same first letter. */
const repaired = (tables, plain) => {
  const length = [...plain].length;
  if (!mayBeMeantOtherwise(tables, plain)) return undefined;
  const letters = length > SHORTEST_REPAIRED ? EDITS : EDITS_WHEN_SHORT;
  let best;
  let least = Infinity;
  for (const word of tables.spellings) {
    const longer = Math.max(length, word.length);
    if (word[0] !== plain[0] || letters * Math.abs(length - word.length) > longer) continue;
    const distance = edits([...plain], word);
    const share = Math.floor((1000 * distance) / longer);
    if (letters * distance <= longer && share < least) [best, least] = [word, share];
  }
  return best;
};

/** Return the most frequent word that starts with an unknown one, or with it without a final "s". */
const completed = (tables, plain) => {
  if (!mayBeMeantOtherwise(tables, plain)) return undefined;
  for (const beginning of [plain, plain.replace(/s$/, "")]) {
    if ([...beginning].length < SHORTEST_BEGINNING) continue;
    const word = tables.spellings.find((one) => one.startsWith(beginning));
    if (word !== undefined) return word;
  }
  return undefined;
};

const known = (tables, plain, changes) => {
  const stem = stemOf(tables, plain);
  if (stem !== undefined) return { plain, stem };
  let [meant, reason] = [repaired(tables, plain), "spelling"];
  if (meant === undefined) [meant, reason] = [completed(tables, plain), "beginning"];
  if (meant === undefined) return { plain, stem: UNKNOWN };
  changes.push({ asked: plain, used: meant, reason });
  return { plain: meant, stem: tables.stems.get(meant) };
};

/** Return the meaning of a phrase in the context of the other words of the query. */
const fitting = (readings, present) => {
  const fit = readings.inContext.find(([beside]) => beside.some((stem) => present.has(stem)));
  return fit ? { synonyms: [], paraphrases: [[fit[1], fit[2]]], otherwise: true } : readings;
};

/** @returns {Generator<[any[], {synonyms: any[], paraphrases: any[], inContext: any[]}]>} */
const pieces = function* (tables, asked) {
  for (let at = 0; at < asked.length; ) {
    let phrase = [asked[at]];
    let readings = { synonyms: [], paraphrases: [], inContext: [] };
    for (let length = Math.min(tables.longestPhrase, asked.length - at); length > 0; length -= 1) {
      const tried = asked.slice(at, at + length);
      const meanings = tables.phrases.get(tried.map((word) => word.stem).join(" "));
      if (meanings) {
        [phrase, readings] = [tried, meanings];
        break;
      }
    }
    yield [phrase, readings];
    at += phrase.length;
  }
};

/** Parse a query: numbers, weights of stems, its subject, and the changed words. */
export const read = (tables, question) => {
  const text = [...question].slice(0, MOST_CHARACTERS).join("");
  const whole = WHOLE_NUMBER.exec(text);
  const numbers = whole ? [whole[1].toLowerCase()] : [...text.matchAll(NUMBER)].map((match) => match[0].toLowerCase());
  const changes = [];
  const asked = words(text)
    .slice(0, MOST_WORDS)
    .flatMap((word) => (tables.shorthand.get(word.plain) ?? word.plain).split(" ").filter(Boolean))
    .map((plain) => known(tables, plain, changes));
  const present = new Set(asked.map((word) => word.stem));
  const weights = new Map();
  const subject = [];
  const add = (stems, weight) => {
    for (const stem of stems) weights.set(stem, Math.max(weights.get(stem) ?? 0, weight));
  };
  for (const [phrase, readings] of pieces(tables, asked)) {
    const { synonyms, paraphrases, otherwise } = fitting(readings, present);
    const counting = phrase.filter((word) => !isFunctionWord(tables, word.plain));
    const countingStems = counting.map((word) => word.stem);
    const whole = synonyms.length > 0 || otherwise ? SYNONYM_KEEPS : FULL;
    for (const word of counting) {
      if (word.stem !== UNKNOWN) add([word.stem], FIGURES.test(word.plain) ? FIGURE : whole);
    }
    for (const [stems, weight] of paraphrases) add(stems, weight);
    for (const [synonym, stems, weight] of synonyms) {
      add(stems, weight);
      changes.push({ asked: phrase.map((word) => word.plain).join(" "), used: synonym, reason: "synonym" });
    }
    subject.push(...(synonyms.length > 0 ? synonyms[0][1] : countingStems));
  }
  const about = new Set(weights.keys());
  for (const { plain, stem } of about.size > 0 ? asked : []) {
    if (tables.askingWords.has(plain) && stem !== UNKNOWN && !about.has(stem)) weights.set(stem, FULL);
  }
  const plain = asked.map((word) => word.plain);
  const spelled = [plain.join(" "), plain.filter((word) => !tables.definingWords.has(word)).join(" ")];
  return { numbers, weights, about, subject, spelled, changes, letters: signature(plain) };
};

/** Return the score and the best passage of every document that contains a word of the query. */
const scored = (tables, question) => {
  const scores = new Map();
  for (const [stem, weight] of question.weights) {
    for (const [entry, impact] of tables.postings[stem]) scores.set(entry, (scores.get(entry) ?? 0) + weight * impact);
  }
  const best = new Map();
  for (const [entry, score] of [...scores].sort((one, other) => one[0] - other[0])) {
    const [at, passage] = tables.entries[entry];
    if (!best.has(at) || score > best.get(at).score) best.set(at, { score, passage });
  }
  return best;
};

/** Raise the best documents by their text similarity to the query; return the highest score. */
const addLikeness = (tables, question, best) => {
  const top = [...best.values()].reduce((most, { score }) => Math.max(most, score), 0);
  const least = Math.floor(top / WORTH_COMPARING);
  for (const [at, candidate] of best) {
    if (candidate.score <= least) continue;
    if (!tables.signatures.has(at)) {
      const ways = tables.ways[at].map((way) => signature(way.split(" ")));
      tables.signatures.set(at, ways);
    }
    const alike = likeness(question.letters, tables.signatures.get(at));
    candidate.score += Math.floor((top * alike * LETTERS_COUNT) / (WORDS_COUNT * ALIKE));
  }
  return [...best.values()].reduce((most, { score }) => Math.max(most, score), 0);
};

/** Return the documents that the query names, by number or by exactly their name, in order. */
const pinned = (tables, question) => {
  const numbered = [...new Set(question.numbers.flatMap((number) => tables.numbers.get(number) ?? []))];
  numbered.sort((one, other) => tables.orders[one] - tables.orders[other]);
  const spelled = question.spelled.flatMap((name) => tables.spelled.get(name) ?? []);
  return [...new Set([...numbered, ...spelled, ...(tables.names.get(question.subject.join(" ")) ?? [])])];
};

/** Return the best `limit` results of a query: documents by number, with score and passage. */
export const search = (tables, text, limit = 8) => {
  const question = read(tables, text);
  const best = scored(tables, question);
  const named = pinned(tables, question);
  const top = addLikeness(tables, question, best);
  [...named].reverse().forEach((at, rank) => best.set(at, { score: top + 1 + rank, passage: WHOLE }));
  const hits = [...best]
    .sort(([one, a], [other, b]) => b.score - a.score || tables.orders[one] - tables.orders[other])
    .slice(0, limit)
    .map(([at, { score, passage }]) => ({ at, score, passage, named: named.includes(at) }));
  const keys = new Set();
  const changes = question.changes.filter((change) => {
    const key = JSON.stringify(change);
    return !keys.has(key) && keys.add(key);
  });
  return { hits, changes, stems: question.about };
};

/** Return the positions of the query's words in a text, as [start, end] pairs. */
export const marks = (tables, stems, text) =>
  words(text)
    .filter((word) => stems.has(stemOf(tables, word.plain)))
    .map((word) => [word.start, word.end]);
