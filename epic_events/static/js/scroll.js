/* Keeps the scroll position when a part of the page is replaced: the element just used, or else the one being read, stays
   at its position on the screen whatever changes above it. The browsers' scroll anchoring is not enough: Chromium loses
   its anchor with the replaced part (if it contains a select) and jumps to the end of the page; others do nothing.
   At the very top the page stays at the top, so that messages there are visible. */

(() => {
  const LINES = [0.5, 0.35, 0.65, 0.2, 0.8]; // fractions of the window's height at which to look for anchors, in this order
  const place = (element) => element.getBoundingClientRect().top;
  const isSeen = (element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < window.innerHeight;
  };
  const read = () => LINES.map((line) => document.elementFromPoint(window.innerWidth / 2, line * window.innerHeight));

  // The element used last: with a request on blur, the field that sends it is no longer it.
  let hand = null;
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, ({ target }) => { hand = target; }, { passive: true, capture: true });
  }
  const again = (element) => (element?.isConnected ? element : document.getElementById(element?.closest("[id]")?.id));

  let before = null; // {y, anchors: [{element, at}]}, the best anchor first
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, shouldSwap, target } }) => {
    before = null;
    if (!shouldSwap || window.scrollY === 0) return;
    const at = [again(hand), requestConfig.elt, document.activeElement].filter(Boolean);
    // Anchors in the replaced part are found again by their id or that of an ancestor.
    const lasting = [...at, ...read()].map((element) => (target.contains(element) ? element.closest("[id]") : element));
    const anchors = lasting.filter((element) => element && !element.contains(target) && isSeen(element));
    before = { y: window.scrollY, anchors: anchors.map((element) => ({ element, at: place(element) })) };
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!before) return;
    const { y, anchors } = before;
    before = null;
    const positions = anchors.map(({ element, at }) => [again(element), at]);
    const [now, at] = positions.find(([element]) => element && element.getClientRects().length > 0) ?? [];
    const by = now ? place(now) - at : y - window.scrollY;
    if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: "instant" });
  });
})();
