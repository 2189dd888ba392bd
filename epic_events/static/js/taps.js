/* Taps faster than the page responds, in a form ([data-taps]) whose every tap replaces part of it: no tap is lost. Taps and
   input during a request are queued and then applied to the updated page; those whose element is gone are reported
   (data-missed). */

(() => {
  const waiting = []; // {id, value}: the tapped button, or a changed field with its value
  const owed = new Set(); // ids of fields with input typed before they were replaced, which have not sent a change event yet
  const taps = () => document.querySelector("form[data-taps]");
  const isUnderWay = () => Boolean(taps()?.querySelector(":is(button, input, select, textarea).htmx-request"));

  /** Mark the form while taps are queued: its submission waits for them, see focus.js. */
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

  // Queued taps are applied in order: a new one does not overtake them.
  let isNext = false;
  const waits = () => isUnderWay() || (waiting.length > 0 && !isNext);
  const hold = (event, what) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(what);
    mark();
  };
  /** @returns {HTMLInputElement | null} the button or field that an element belongs to */
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

  // Enter in a field presses the form's first button, "take"; it is not needed if a response already included the input.
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
        element.value = value; // the input no longer exists if a previous tap already included it
        element.dispatchEvent(new Event("change", { bubbles: true }));
      }
      isNext = false;
    }
    mark();
    if (missed && !isUnderWay()) tell();
  };
  document.addEventListener("htmx:afterSettle", () => window.setTimeout(next));

  // Restore what is typed while a response arrives. Browsers dispatch no change event for a field whose value did not
  // change since it was restored: dispatch it here.
  let typed = [];
  let isSwapping = false; // a field removed by the swap was not left by the user
  const lines = (text) => text?.replaceAll("\r\n", "\n");
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { elt, formData: sent } = detail.requestConfig;
    if (!detail.shouldSwap || !taps()?.contains(detail.target)) return;
    /** @type {HTMLTextAreaElement} */
    const record = document.getElementById("id_record");
    if (elt !== record && lines(record.value) !== lines(sent.get(record.name))) {
      // The response contains the previous record: repeat the tap with the record that is being typed.
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

  // A card opened or closed during requests remains so until the last response.
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

  // The page reports the failed tap itself; the taps queued behind it are dropped, because they assumed its result.
  const drop = (element) => {
    if (!taps()?.contains(element)) return;
    if (waiting.splice(0).length > 0) tell();
    else taps().dispatchEvent(new Event("taps:missed"));
    mark();
  };
  document.addEventListener("live:failed", ({ detail }) => drop(detail.element));
  document.addEventListener("htmx:responseError", ({ detail }) => drop(detail.requestConfig.elt));
})();
