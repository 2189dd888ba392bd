/* Taps that are quicker than the page answers, in a form ([data-taps]) whose every tap changes the part around it: none
   of them is lost. What is tapped or typed while one is on its way waits, and is then done on the page as it is by then;
   what is not there any more is told (data-missed). */

(() => {
  const waiting = []; // {id, value}: what was tapped, or what was typed where
  const owed = new Set(); // ids of fields that hold what was typed before they came
  const taps = () => document.querySelector("form[data-taps]");
  const isUnderWay = () => Boolean(taps()?.querySelector(":is(button, input, select, textarea).htmx-request"));

  /** Let the form say whether taps wait: what is handed in waits for them, see focus.js. */
  const mark = () => taps()?.toggleAttribute("data-waits", waiting.length > 0);

  let missed = false;
  const tell = () => {
    missed = false;
    taps().dispatchEvent(new Event("taps:missed"));
    const note = document.createElement("p");
    note.className = "message is-unsure";
    note.setAttribute("role", "status");
    note.textContent = taps().dataset.missed;
    document.getElementById("missed")?.replaceChildren(note);
    note.scrollIntoView({ block: "nearest" });
  };

  // What waits is done in its order: nothing overtakes it while an answer has just come.
  let isNext = false;
  const waits = () => isUnderWay() || (waiting.length > 0 && !isNext);
  const hold = (event, what) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(what);
    mark();
  };
  /** @returns {HTMLInputElement | null} the button or field of a tap that an element belongs to */
  const held = (element) => (element instanceof Element ? element.closest("form[data-taps] [hx-post]") : null);
  document.addEventListener("click", (event) => {
    const button = held(event.target);
    if (button?.localName === "button" && waits()) hold(event, { id: button.id });
  }, true);
  document.addEventListener("change", (event) => {
    const field = held(event.target);
    if (field) owed.delete(field.id);
    if (field && field.localName !== "textarea" && waits()) hold(event, { id: field.id, value: field.value });
  }, true);

  // Enter in a field presses the form's first button, "take"; it has nothing to do where the answer took in what was typed.
  const isDone = (id) => id === "tap-take" && [.../** @type {NodeListOf<HTMLInputElement>} */ (taps().querySelectorAll("[data-typed]"))].every(({ value }) => value === "");

  const next = () => {
    while (waiting.length > 0 && !isUnderWay()) {
      const { id, value } = waiting.shift();
      if (isDone(id)) continue;
      /** @type {HTMLInputElement | null} */
      const element = document.getElementById(id);
      isNext = true;
      if (!element) missed = true;
      else if (value === undefined) element.click();
      else if (element.localName === "select" || element.value === value) {
        element.value = value; // what was typed is not there any more where a tap before took it in
        element.dispatchEvent(new Event("change", { bubbles: true }));
      }
      isNext = false;
    }
    mark();
    if (missed && !isUnderWay()) tell();
  };
  document.addEventListener("htmx:afterSettle", () => window.setTimeout(next));

  // What is being typed while an answer comes stays where it is typed. A browser tells of no change when the hand goes on
  // from a field in which nothing was typed since: that is told here.
  let typed = [];
  let isSwapping = false; // a field that goes with its part is left by nobody
  const lines = (text) => text?.replaceAll("\r\n", "\n");
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { elt, formData: sent } = detail.requestConfig;
    if (!detail.shouldSwap || !taps()?.contains(detail.target)) return;
    /** @type {HTMLTextAreaElement} */
    const record = document.getElementById("id_record");
    if (elt !== record && lines(record.value) !== lines(sent.get(record.name))) {
      // The answer holds the record as it was: what was tapped is done again on the one that is being typed.
      detail.shouldSwap = false;
      waiting.unshift(elt.localName === "button" ? { id: elt.id } : { id: elt.id, value: elt.value });
      mark();
      window.setTimeout(next);
      return;
    }
    isSwapping = true;
    const fields = [...detail.target.querySelectorAll("input:is([type=text], [type=number])[id]")];
    typed = fields.filter(({ name, value }) => value !== (sent.get(name) ?? "")).map(({ id, value }) => ({ id, value }));
  });
  document.addEventListener("htmx:afterSwap", () => {
    isSwapping = false;
    for (const { id, value } of typed.splice(0)) {
      /** @type {HTMLInputElement | null} */
      const field = document.getElementById(id);
      if (!field) continue;
      field.value = value;
      if (field.hasAttribute("hx-post") && document.activeElement === field) owed.add(id);
    }
  });
  document.addEventListener("focusout", ({ target }) => {
    if (!isSwapping && owed.delete(/** @type {Element} */ (target).id)) target.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // A card that is opened or closed while answers come stays so, until the last of them is there.
  const turned = new Map();
  document.addEventListener("click", ({ target }) => {
    const heading = target instanceof Element ? target.closest("form[data-taps] summary[id]") : null;
    if (heading && isUnderWay()) turned.set(heading.id, !(/** @type {HTMLDetailsElement} */ (heading.parentElement)).open);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const [id, open] of turned) {
      const heading = document.getElementById(id);
      if (heading) (/** @type {HTMLDetailsElement} */ (heading.parentElement)).open = open;
    }
    if (waiting.length === 0) turned.clear();
  });

  // What was not taken is told by the page itself; what waited behind it is not done on another table than was seen.
  const drop = (element) => {
    if (!taps()?.contains(element)) return;
    if (waiting.splice(0).length > 0) tell();
    else taps().dispatchEvent(new Event("taps:missed"));
    mark();
  };
  document.addEventListener("live:failed", ({ detail }) => drop(detail.element));
  document.addEventListener("htmx:responseError", ({ detail }) => drop(detail.requestConfig.elt));
})();
