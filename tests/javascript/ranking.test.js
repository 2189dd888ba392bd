import assert from "node:assert/strict";
import { test } from "node:test";
import { marks, read, search, unpack } from "../../epic_events/static/js/ranking.js";

const tables = unpack({
  words: "attack block blocker",
  stems: [0, 1, 1],
  postings: [[0, 1], [1, 1]],
  entries: [[0, 0, 10], [1, 0, 10]],
  orders: [0, 1],
  ways: [],
  phrases: [],
  names: [],
  spelled: {},
  numbers: { "4.4.6": [1] },
  shorthand: {},
  functionWords: "the a may",
  askingWords: "may",
  definingWords: "what",
  everyday: "",
});

test("search by rule number returns that rule only", () => {
  const { hits } = search(tables, "rule 4.4.6");
  assert.deepEqual(hits.map(({ at, named }) => [at, named]), [[1, true]]);
});

test("search treats words of one stem as equal and marks no function words", () => {
  const { about } = read(tables, "the blocker");
  assert.deepEqual([...about], [1]);
  assert.deepEqual(marks(tables, about, "A blocker may block."), [[2, 9], [14, 19]]);
});

test("search for an unknown word finds nothing", () => {
  assert.deepEqual(search(tables, "xyzzy").hits, []);
});
