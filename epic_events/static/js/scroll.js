/* Where the page stands when a part of it is replaced: what one has just tapped or types in, or else what one reads, stays
   where it is on the screen, whatever grew or went above it. Browsers do not see to that here: one that goes by what it
   shows (Chromium, where the part has a list to choose from) loses that with the part and goes to the end of the page, and
   others do nothing. At the very top the page stays at the top, so that what is told there is seen. */

(() => {
  const LINES = [0.5, 0.35, 0.65, 0.2, 0.8]; // parts of the window's height, in the order in which they are looked at
  const place = (element) => element.getBoundingClientRect().top;
  const isSeen = (element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < window.innerHeight;
  };
  const read = () => LINES.map((line) => document.elementFromPoint(window.innerWidth / 2, line * window.innerHeight));

  // What the hand was at last: a field that asks as it is left is not that any more.
  let hand = null;
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, ({ target }) => { hand = target; }, { passive: true, capture: true });
  }
  const again = (element) => (element?.isConnected ? element : document.getElementById(element?.closest("[id]")?.id));

  let before = null; // {y, seen: [{element, at}], what one is at first}
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, shouldSwap, target } }) => {
    before = null;
    if (!shouldSwap || window.scrollY === 0) return;
    const at = [again(hand), requestConfig.elt, document.activeElement].filter(Boolean);
    // What goes with the part is found again by its id, or by that of what is around it.
    const lasting = [...at, ...read()].map((element) => (target.contains(element) ? element.closest("[id]") : element));
    const seen = lasting.filter((element) => element && !element.contains(target) && isSeen(element));
    before = { y: window.scrollY, seen: seen.map((element) => ({ element, at: place(element) })) };
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!before) return;
    const { y, seen } = before;
    before = null;
    const found = seen.map(({ element, at }) => [again(element), at]);
    const [now, at] = found.find(([element]) => element && element.getClientRects().length > 0) ?? [];
    const by = now ? place(now) - at : y - window.scrollY;
    if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: "instant" });
  });
})();
