/* Focus and clicks after a change: focus the message that answers a form, restore the focus if its element was replaced,
   and ignore a click on a button that appeared under the pointer only after the press. */

(() => {
  const alike = (element) => {
    for (const name of ["href", "action", "formaction", "value", "name"]) {
      if (element.hasAttribute(name)) return [element.localName, name, element.getAttribute(name)];
    }
    return [element.localName, "", element.textContent.trim()];
  };

  /** Describe an element so that it can be found again, with the ids of its ancestors as fallback, innermost first. */
  const describe = (element) => {
    const around = [];
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) if (each.id) around.push(each.id);
    return { element, id: element.id, alike: alike(element), form: element.form?.getAttribute("action") ?? null, around };
  };

  const again = ({ id, alike: [tag, name, value], form, around }) => {
    if (id && document.getElementById(id)) return document.getElementById(id);
    const place = around.map((each) => document.getElementById(each)).find(Boolean) ?? document.getElementById("main");
    const same = [...(place?.querySelectorAll(tag) ?? [])].find(
      (each) => (name ? each.getAttribute(name) : each.textContent.trim()) === value && (each.form?.getAttribute("action") ?? null) === form,
    );
    return same ?? place;
  };

  const focus = (element) => {
    if (!element) return;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
    element.setAttribute("tabindex", "-1");
    element.focus({ preventScroll: true });
  };

  const folds = (root) => [...(root?.querySelectorAll("details") ?? [])];
  const title = (fold) => fold.querySelector("summary")?.textContent.trim();

  let before = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { activeElement } = document;
    before = activeElement && activeElement !== document.body ? describe(activeElement) : null;
    const { requestConfig, target } = event.detail;
    if (!requestConfig.elt.hasAttribute("data-poll")) return;
    // Details that the reader opened remain open when the page updates itself.
    const unfolded = new Map(folds(target).map((fold) => [title(fold), fold.open]));
    const unfold = () => {
      for (const fold of folds(document.getElementById(target.id))) fold.open = unfolded.get(title(fold)) ?? fold.open;
    };
    document.addEventListener("htmx:afterSwap", unfold, { once: true });
  });
  const restore = () => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (before && lost && !before.element.isConnected) focus(again(before));
  };
  document.addEventListener("htmx:afterSwap", restore);
  document.addEventListener("htmx:afterSettle", restore);

  // Ignore a second tap if the first one moved another button under the finger; but where taps follow each other quickly
  // and each can be undone ([data-taps]), every tap counts.
  const GRACE = 700; // milliseconds
  const NEAR = 40; // pixels
  let pressed = { x: -NEAR, y: -NEAR };
  let swapped = -GRACE;
  document.addEventListener("htmx:afterSwap", (event) => {
    swapped = event.timeStamp;
  });
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail === 0) return; // by keyboard
      const again = event.timeStamp - swapped < GRACE && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < NEAR;
      const target = /** @type {Element} */ (event.target);
      if (again && target.closest("main button") && !target.closest("[data-taps] [hx-post]")) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      pressed = { x: event.clientX, y: event.clientY };
    },
    true,
  );

  // A submission includes all taps before it: while a tap is in flight or queued (data-waits), delay the submission; if a
  // tap fails (taps:missed), cancel it.
  document.addEventListener(
    "submit",
    (event) => {
      const form = /** @type {HTMLFormElement} */ (event.target);
      const { submitter } = event;
      const isUnderWay = () => form.hasAttribute("data-waits") || form.querySelector(":is(button, input, select, textarea).htmx-request");
      if (!isUnderWay() || submitter?.hasAttribute("hx-post")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const pressed = submitter && describe(submitter);
      let isMeant = true;
      form.addEventListener("taps:missed", () => { isMeant = false; }, { once: true });
      const wait = () => {
        if (!form.isConnected || !isMeant) return;
        if (isUnderWay()) window.setTimeout(wait, 50);
        else form.requestSubmit(pressed ? (pressed.element.isConnected ? pressed.element : submits(form, pressed)) : undefined);
      };
      wait();
    },
    true,
  );
  const submits = (form, pressed) => [...form.querySelectorAll("[type=submit]")].find((each) => alike(each).join() === pressed.alike.join());

  // Focus the message about a submitted form first; if a field has autofocus, announce the message without moving the focus.
  // A form with errors focuses the first invalid field.
  const refused = document.querySelector("main form[data-focus-error]");
  const wrong = refused?.querySelector("[aria-invalid=true], [data-invalid]");
  const said = document.querySelector("#messages .message") ?? document.querySelector("main form [role=alert], main [data-answer]");
  if (wrong) {
    for (let fold = wrong.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    focus(wrong);
    wrong.scrollIntoView({ block: "center" });
    const text = said?.textContent.trim().replace(/\s+/g, " ") ?? "";
    window.setTimeout(() => {
      document.getElementById("live").textContent = text;
    }, 250);
  } else if (said && document.querySelector("main [autofocus]")) {
    const text = said.textContent.trim();
    window.setTimeout(() => {
      document.getElementById("live").textContent = text;
    }, 250); // screen readers skip a live region that changes while the page loads
  } else if (said) {
    said.setAttribute("tabindex", "-1");
    said.focus({ preventScroll: window.location.hash !== "" });
  }
})();
