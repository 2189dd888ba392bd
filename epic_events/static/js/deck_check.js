/* Ticking a deck off beside its list: running totals by section, kept in this tab until the check is ended.
   Without scripts the boxes are there all the same; only the totals and the memory are missing. */

(() => {
  const list = document.querySelector("[data-deck-check]");
  if (!list) return;
  const key = `deck-check ${document.body.dataset.owner} ${list.dataset.deckCheck}`;
  const boxes = /** @type {HTMLInputElement[]} */ ([...list.querySelectorAll("[data-tick]")]);
  const total = () => {
    for (const section of list.querySelectorAll("[data-section]")) {
      const ticked = section.querySelectorAll("[data-tick]:checked").length;
      section.querySelector("[data-ticked]").textContent = `${ticked} / `;
    }
  };
  const keep = () => {
    try {
      window.sessionStorage.setItem(key, boxes.map((box) => (box.checked ? "1" : "0")).join(""));
    } catch {
      // a browser that keeps nothing: the ticks stand in the page as long as it is open
    }
  };
  const kept = (() => {
    try {
      return window.sessionStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  })();
  if (kept.length === boxes.length) boxes.forEach((box, place) => { box.checked = kept[place] === "1"; });
  list.addEventListener("change", () => {
    total();
    keep();
  });
  total();
})();
