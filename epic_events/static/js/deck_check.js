/* Deck check list: running totals by section; the ticks are stored in this tab until the check ends.
   Without scripts the check boxes still work; only the totals and the stored ticks are missing. */

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
      // storage is unavailable: the ticks last as long as the page is open
    }
  };
  const stored = (() => {
    try {
      return window.sessionStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  })();
  if (stored.length === boxes.length) boxes.forEach((box, place) => { box.checked = stored[place] === "1"; });
  list.addEventListener("change", () => {
    total();
    keep();
  });
  total();
})();
