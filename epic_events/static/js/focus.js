/* Where focus and finger are after something changed: on what one sent a form for, never lost with a part that was
   replaced, and never on a button that was not there when one began to press. */

(() => {
  const alike = (element) => {
    for (const name of ["href", "action", "formaction", "value", "name"]) {
      if (element.hasAttribute(name)) return [element.localName, name, element.getAttribute(name)];
    }
    return [element.localName, "", element.textContent.trim()];
  };

  /** Remember how to find an element again, and where to go when it is gone: the nearest part with an id, outwards. */
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
    // What a reader unfolded stays so when the page brings itself up to date.
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

  // A second tap where the first one brought another button under the finger is not meant for that button; but where
  // taps are made in a row, and each can be taken back ([data-taps]), every one of them is meant.
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
      if (event.detail === 0) return; // by the keyboard
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

  // What is handed in holds every tap before it: while one of them is on its way, or waits for that (data-waits), handing in
  // waits too; where one of them does not count (taps:missed) nothing is handed in.
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

  // What a form led to is said first; where a field waits for the next keys, it is said without moving there.
  // A form that came back with errors is read from the first of them.
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
    }, 250); // a region that changes while the page loads is not read out
  } else if (said) {
    said.setAttribute("tabindex", "-1");
    said.focus({ preventScroll: window.location.hash !== "" });
  }
})();
