/* Fast input on the steps of a replay. Every press of Back and Next counts; of several clicks on the timeline or slider
   only the last one does (hx-sync around [data-steps]); the slider is not replaced while it is dragged; and after a click
   in the timeline the board, which is above it on a phone, is scrolled into view. */

(() => {
  const viewer = () => document.querySelector("[data-steps]");
  const isUnderWay = () => Boolean(viewer()?.querySelector(".htmx-request"));
  let ahead = 0; // steps that wait for the response to the previous one; negative for Back

  const take = () => {
    if (ahead === 0 || isUnderWay()) return;
    const step = document.getElementById(ahead < 0 ? "step-back" : "step-next");
    ahead = step ? ahead - Math.sign(ahead) : 0;
    step?.click();
  };

  let isHeld = false; // a key is held down: the next step follows each response until the key is released
  document.addEventListener("keydown", ({ repeat }) => { isHeld = repeat; }, true);

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("[data-steps] a[hx-get]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const by = { "step-back": -1, "step-next": 1 }[link.id];
    if (!by) ahead = 0;
    else if (isUnderWay()) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!isHeld) ahead += by;
    }
  }, true);

  let isDrawn = false; // the slider is being dragged
  let isLeft = false; // a response was not swapped in meanwhile; another request follows
  const slider = () => document.getElementById("step-slider");
  document.addEventListener("pointerdown", ({ target }) => {
    isHeld = false;
    isDrawn = target === slider();
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      isDrawn = false;
      window.setTimeout(() => { // the browser dispatches its own change event first, if any
        if (isLeft) slider()?.dispatchEvent(new Event("change", { bubbles: true }));
      });
    });
  }
  document.addEventListener("change", ({ target }) => {
    if (target !== slider()) return;
    ahead = 0;
    isLeft = false;
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!isDrawn || !detail.target.matches("[data-steps]")) return;
    detail.shouldSwap = false;
    isLeft = true;
  });

  document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
    if (!target.matches("[data-steps]")) return;
    window.setTimeout(take);
    const board = target.querySelector(".board");
    if (!board || !detail.requestConfig.elt.closest(".timeline")) return;
    const { top, bottom, height } = board.getBoundingClientRect();
    const visible = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
    if (visible < Math.min(height, window.innerHeight) / 2) target.scrollIntoView({ block: "start" });
  });
  document.addEventListener("live:failed", ({ detail }) => {
    if (detail.element.closest("[data-steps]")) ahead = 0;
  });
})();
