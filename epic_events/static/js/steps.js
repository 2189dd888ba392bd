/* Steps of a replay that are asked for quicker than the page answers. Every press of Back and Next counts; of the story and
   the slider the last one does (hx-sync around [data-steps]); no slider goes from under the finger that draws it; and a step
   tapped in the story is seen on the board, which stands above it on a phone. */

(() => {
  const viewer = () => document.querySelector("[data-steps]");
  const isUnderWay = () => Boolean(viewer()?.querySelector(".htmx-request"));
  let ahead = 0; // steps that wait for the answer to the one before them; back below zero

  const take = () => {
    if (ahead === 0 || isUnderWay()) return;
    const step = document.getElementById(ahead < 0 ? "step-back" : "step-next");
    ahead = step ? ahead - Math.sign(ahead) : 0;
    step?.click();
  };

  let isHeld = false; // a key: it takes the next step when an answer has come, and none when it was let go
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

  let isDrawn = false; // the slider, at this moment
  let isLeft = false; // an answer that came meanwhile was left out: another follows
  const slider = () => document.getElementById("step-slider");
  document.addEventListener("pointerdown", ({ target }) => {
    isHeld = false;
    isDrawn = target === slider();
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      isDrawn = false;
      window.setTimeout(() => { // the browser tells of a change first, where there is one
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
    const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
    if (seen < Math.min(height, window.innerHeight) / 2) target.scrollIntoView({ block: "start" });
  });
  document.addEventListener("live:failed", ({ detail }) => {
    if (detail.element.closest("[data-steps]")) ahead = 0;
  });
})();
