/* Searches the offline copy without the server: same index, same ranking, same appearance. */

/** @type {HTMLInputElement} */
const box = document.getElementById("q");
const results = document.getElementById("results");
const live = document.getElementById("live");
/** @type {HTMLSelectElement} */
const choice = document.getElementById("in");
const { search, marks, unpack } = await import(results.dataset.ranking);

const MOST = 220; // characters of a snippet, as on the server
const LEAD = 30;
const books = new Map();

const load = async (slug) => {
  if (!books.has(slug)) {
    const answer = await fetch(choice.selectedOptions[0].dataset.tables);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const shipped = await answer.json();
    books.set(slug, { shown: shipped.shown, tables: unpack(shipped) });
  }
  return books.get(slug);
};

const element = (name, className, ...children) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

const snippet = (book, stems, text, whole) => {
  const ranges = marks(book.tables, stems, text);
  const first = ranges.length > 0 && !whole ? ranges[0][0] : 0;
  const start = first > 2 * LEAD ? text.lastIndexOf(" ", first - LEAD) + 1 : 0;
  const end = whole ? text.length : Math.min(text.length, start + MOST);
  const parts = start > 0 ? ["… "] : [];
  let at = start;
  for (const [from, to] of ranges) {
    if (from < at || to > end) continue;
    parts.push(text.slice(at, from), element("mark", "", text.slice(from, to)));
    at = to;
  }
  parts.push(text.slice(at, end), end < text.length ? " …" : "");
  return parts;
};

const hit = (book, stems, result, whole) => {
  const rule = book.shown[result.at];
  const link = element("a", "hit");
  link.href = rule.url;
  link.setAttribute("data-stop", "");
  const flag = rule.altered ? [" ", element("span", "badge is-unsure", results.dataset.altered)] : [];
  link.append(
    element("span", "hit-head", element("b", "", rule.number), " ", element("span", "hit-name", rule.heading), ...flag),
    element("span", "hit-path", rule.path),
    element("span", "hit-text", ...snippet(book, stems, rule.text, whole)),
  );
  return element("li", whole ? "definition" : "", link);
};

const answer = async () => {
  const asked = box.value.trim();
  if (asked === "") {
    results.replaceChildren();
    live.textContent = "";
    return;
  }
  const book = await load(choice.value);
  if (asked !== box.value.trim()) return; // superseded by a later query
  const { hits, changes, stems } = search(book.tables, asked, 8);
  const notes = changes.map(({ asked: from, used }) => {
    const sentence = results.dataset.showing.split(/(USED|ASKED)/);
    const words = { USED: element("b", "", used.toLowerCase()), ASKED: element("q", "", from) };
    return element("p", "small change", ...sentence.map((part) => words[part] ?? part));
  });
  const list = element("ol", "hits", ...hits.map((result, nth) => hit(book, stems, result, nth === 0 && result.named)));
  const none = hits.length === 0 ? [element("p", "empty", results.dataset.nothing)] : [];
  results.replaceChildren(...notes, list, ...none);
  live.textContent = `${results.dataset.found} ${hits.length}`;
};

const asked = new URLSearchParams(window.location.search);
if (asked.has("q")) box.value = asked.get("q");
if ([...choice.options].some((option) => option.value === asked.get("in"))) choice.value = asked.get("in");
box.addEventListener("input", answer);
choice.addEventListener("change", answer);
box.form.addEventListener("submit", (event) => {
  event.preventDefault();
  answer();
});
await answer();

export {};
document.documentElement.setAttribute("data-search-ready", "");
