/* Ranks rules as the server does: the same tables, the same steps, whole numbers only (rules/search/question.py and
   rules/search/index.py say why). A test asks both the same questions and compares. */

const MOST_CHARACTERS = 600;
const MOST_WORDS = 48;
const FULL = 100;
const SYNONYM_KEEPS = 35;
const UNKNOWN = -1;
const WHOLE = -1;
const KNOWN_QUESTION = -2;
const SHORTEST_ROOT = 3;
const SHORTEST_REPAIRED = 4;
const EDITS = 4;
const EDITS_WHEN_SHORT = 5;

const WORD = /[0-9]+(?:\.[0-9]+)+[a-z]?|[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
const APOSTROPHE = /n['’]t$|['’](?:s|re|ve|ll|d|m)?$|['’]/g;
const BRITISH = /^(def|off)ence(s?)$|^(col|fav|hon|neighb)our/;
const NUMBER = /(?<![0-9.])[0-9]+(?:\.[0-9]+)+[a-z]?(?:\[[0-9]\])?(?![0-9.]*[0-9])/gi;
const WHOLE_NUMBER = /^\s*(?:rules?|section|§+|#)?\s*([0-9]{1,4}[a-z]?(?:\[[0-9]\])?)\s*\.?\s*$/i;
const LETTERS = /^\p{L}+$/u;

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

/** Return the words of a text in order, each with the place where it stands. */
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

/** Return the edits between two words (optimal string alignment). */
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

/** Make the tables that the server ships ready to be looked up. */
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
    shipped.phrases.map(([phrase, synonyms, paraphrases]) => [phrase.join(" "), { synonyms, paraphrases }]),
  );
  return {
    stems: new Map(list.map((word, at) => [word, shipped.stems[at]])),
    spellings: list.filter((word) => word.length > SHORTEST_ROOT && LETTERS.test(word)),
    functionWords: new Set(shipped.functionWords.split(" ")),
    everyday: new Set(shipped.everyday.split(" ")),
    phrases,
    longestPhrase: Math.max(0, ...shipped.phrases.map(([phrase]) => phrase.length)),
    names: new Map(shipped.names.map(([name, documents]) => [name.join(" "), documents])),
    numbers: new Map(Object.entries(shipped.numbers)),
    entries: shipped.entries,
    postings,
    orders: shipped.orders,
  };
};

const isFunctionWord = (tables, plain) =>
  tables.functionWords.has(plain) || ([...plain].length === 1 && !/^\p{Nd}$/u.test(plain));

const stemOf = (tables, plain) => {
  const found = tables.stems.get(plain);
  if (found !== undefined) return found;
  for (const form of forms(plain)) if (tables.stems.has(form)) return tables.stems.get(form);
  return undefined;
};

/** Return the word that an unknown one is a slip for: nearest for its length, then most frequent, same first letter. */
const repaired = (tables, plain) => {
  const length = [...plain].length;
  if (length < SHORTEST_REPAIRED || !LETTERS.test(plain)) return undefined;
  if (tables.everyday.has(plain) || isFunctionWord(tables, plain)) return undefined;
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

const known = (tables, plain, changes) => {
  const found = stemOf(tables, plain);
  if (found !== undefined) return { plain, stem: found };
  const slip = repaired(tables, plain);
  if (slip === undefined) return { plain, stem: UNKNOWN };
  changes.push({ asked: plain, used: slip, reason: "spelling" });
  return { plain: slip, stem: tables.stems.get(slip) };
};

const pieces = function* (tables, asked) {
  for (let at = 0; at < asked.length; ) {
    let phrase = [asked[at]];
    let readings = { synonyms: [], paraphrases: [] };
    for (let length = Math.min(tables.longestPhrase, asked.length - at); length > 0; length -= 1) {
      const tried = asked.slice(at, at + length);
      const found = tables.phrases.get(tried.map((word) => word.stem).join(" "));
      if (found) {
        [phrase, readings] = [tried, found];
        break;
      }
    }
    yield [phrase, readings];
    at += phrase.length;
  }
};

/** Return what a question is read as: numbers, weights of stems, its subject, and what was changed. */
export const read = (tables, question) => {
  const text = [...question].slice(0, MOST_CHARACTERS).join("");
  const whole = WHOLE_NUMBER.exec(text);
  const numbers = whole ? [whole[1].toLowerCase()] : [...text.matchAll(NUMBER)].map((match) => match[0].toLowerCase());
  const changes = [];
  const asked = words(text)
    .slice(0, MOST_WORDS)
    .map((word) => known(tables, word.plain, changes));
  const weights = new Map();
  const subject = [];
  const add = (stems, weight) => {
    for (const stem of stems) weights.set(stem, Math.max(weights.get(stem) ?? 0, weight));
  };
  for (const [phrase, { synonyms, paraphrases }] of pieces(tables, asked)) {
    const kept = phrase.filter((word) => !isFunctionWord(tables, word.plain)).map((word) => word.stem);
    add(
      kept.filter((stem) => stem !== UNKNOWN),
      synonyms.length > 0 ? SYNONYM_KEEPS : FULL,
    );
    for (const [stems, weight] of paraphrases) add(stems, weight);
    for (const [told, stems, weight] of synonyms) {
      add(stems, weight);
      changes.push({ asked: phrase.map((word) => word.plain).join(" "), used: told, reason: "synonym" });
    }
    subject.push(...(synonyms.length > 0 ? synonyms[0][1] : kept));
  }
  return { numbers, weights, subject, changes };
};

/** Return the score of every document in which a word of the question stands, and its best passage. */
const scored = (tables, question) => {
  const scores = new Map();
  for (const [stem, weight] of question.weights) {
    for (const [entry, impact] of tables.postings[stem]) scores.set(entry, (scores.get(entry) ?? 0) + weight * impact);
  }
  const best = new Map();
  const likest = new Map();
  for (const [entry, score] of [...scores].sort((one, other) => one[0] - other[0])) {
    const [at, passage] = tables.entries[entry];
    if (passage === KNOWN_QUESTION) likest.set(at, Math.max(likest.get(at) ?? 0, score));
    else if (!best.has(at) || score > best.get(at).score) best.set(at, { score, passage });
  }
  for (const [at, likeness] of likest) {
    const { score, passage } = best.get(at) ?? { score: 0, passage: WHOLE };
    best.set(at, { score: score + likeness, passage });
  }
  return best;
};

/** Return the documents that the question names, by number or by nothing but their name, in order. */
const pinned = (tables, question) => {
  const numbered = [...new Set(question.numbers.flatMap((number) => tables.numbers.get(number) ?? []))];
  numbered.sort((one, other) => tables.orders[one] - tables.orders[other]);
  return [...new Set([...numbered, ...(tables.names.get(question.subject.join(" ")) ?? [])])];
};

/** Return the best answers to a question, at most `limit`: documents by number, with score and passage. */
export const search = (tables, text, limit = 8) => {
  const question = read(tables, text);
  const best = scored(tables, question);
  const named = pinned(tables, question);
  const top = Math.max(0, ...[...best.values()].map((found) => found.score));
  [...named].reverse().forEach((at, rank) => best.set(at, { score: top + 1 + rank, passage: WHOLE }));
  const hits = [...best]
    .sort(([one, a], [other, b]) => b.score - a.score || tables.orders[one] - tables.orders[other])
    .slice(0, limit)
    .map(([at, { score, passage }]) => ({ at, score, passage, named: named.includes(at) }));
  const seen = new Set();
  const changes = question.changes.filter((change) => {
    const key = JSON.stringify(change);
    return !seen.has(key) && seen.add(key);
  });
  return { hits, changes, stems: new Set(question.weights.keys()) };
};

/** Return where the words searched for stand in a text, as [start, end] pairs. */
export const marks = (tables, stems, text) =>
  words(text)
    .filter((word) => stems.has(stemOf(tables, word.plain)))
    .map((word) => [word.start, word.end]);
