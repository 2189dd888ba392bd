/* Taps that are quicker than the page answers, in a form ([data-taps]) whose every tap changes the part around it: none
   of them is lost. What is tapped or typed while one is on its way waits, and is then done on the page as it is by then;
   what is not there any more is told (data-missed). */
"use strict";

(() => {
  const waiting = [];
  const taps = () => document.querySelector("form[data-taps]");
  const isUnderWay = () => Boolean(taps()?.querySelector(":is(button, input, select, textarea).htmx-request"));

  let missed = false;
  const tell = () => {
    missed = false;
    const note = document.createElement("p");
    note.className = "message is-unsure";
    note.setAttribute("role", "status");
    note.textContent = taps().dataset.missed;
    document.getElementById("missed")?.replaceChildren(note);
    note.scrollIntoView({ block: "nearest" });
  };

  const hold = (event, what) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(what);
  };
  const held = (element) => element instanceof Element && element.closest("form[data-taps] [hx-post]");
  document.addEventListener("click", (event) => {
    const button = held(event.target);
    if (button?.localName === "button" && isUnderWay()) hold(event, { id: button.id });
  }, true);
  document.addEventListener("change", (event) => {
    const field = held(event.target);
    if (field && field.localName !== "textarea" && isUnderWay()) hold(event, { id: field.id, value: field.value });
  }, true);

  // Enter in a field presses the form's first button, "take"; it has nothing to do where the answer took in what was typed.
  const isDone = (id) => id === "tap-take" && [...taps().querySelectorAll("[data-typed]")].every(({ value }) => value === "");

  const next = () => {
    while (waiting.length > 0 && !isUnderWay()) {
      const { id, value } = waiting.shift();
      if (isDone(id)) continue;
      const element = document.getElementById(id);
      if (!element) missed = true;
      else if (value === undefined) element.click();
      else if (element.localName === "select" || element.value === value) {
        element.value = value; // what was typed is not there any more where a tap before took it in
        element.dispatchEvent(new Event("change", { bubbles: true }));
      }
    }
    if (missed && !isUnderWay()) tell();
  };
  document.addEventListener("htmx:afterSettle", () => window.setTimeout(next));

  // What is being typed while an answer comes stays where it is typed.
  let typed = [];
  document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig } }) => {
    const sent = requestConfig.formData;
    const fields = taps()?.contains(target) ? [...target.querySelectorAll("input[type=text][id]")] : [];
    typed = fields.filter(({ name, value }) => value !== (sent.get(name) ?? "")).map(({ id, value }) => ({ id, value }));
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const { id, value } of typed.splice(0)) {
      const field = document.getElementById(id);
      if (field) field.value = value;
    }
  });

  // A card that is opened or closed while answers come stays so, until the last of them is there.
  const turned = new Map();
  document.addEventListener("click", ({ target }) => {
    const heading = target instanceof Element ? target.closest("form[data-taps] summary[id]") : null;
    if (heading && isUnderWay()) turned.set(heading.id, !heading.parentElement.open);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const [id, open] of turned) {
      const heading = document.getElementById(id);
      if (heading) heading.parentElement.open = open;
    }
    if (waiting.length === 0) turned.clear();
  });

  // What could not be sent is told by the page itself; what waited behind it is not done on another table than was seen.
  const drop = () => {
    if (waiting.splice(0).length > 0) tell();
  };
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(name, drop);
})();
