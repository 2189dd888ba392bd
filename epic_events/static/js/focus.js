/* Where the focus is after something changed: on what one sent a form for, and never lost with a part that was replaced. */
"use strict";

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

  let before = null;
  document.addEventListener("htmx:beforeSwap", () => {
    const { activeElement } = document;
    before = activeElement && activeElement !== document.body ? describe(activeElement) : null;
  });
  const restore = () => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (before && lost && !before.element.isConnected) focus(again(before));
  };
  document.addEventListener("htmx:afterSwap", restore);
  document.addEventListener("htmx:afterSettle", restore);

  // What a form led to is said first; where a field waits for the next keys, it is said without moving there.
  const said = document.querySelector("#messages .message") ?? document.querySelector("main form [role=alert], main [data-answer]");
  if (said && document.querySelector("main [autofocus]")) {
    const text = said.textContent.trim();
    window.setTimeout(() => {
      document.getElementById("live").textContent = text;
    }, 250); // a region that changes while the page loads is not read out
  } else if (said) {
    said.setAttribute("tabindex", "-1");
    said.focus({ preventScroll: window.location.hash !== "" });
  }
})();
