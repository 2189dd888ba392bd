/* News for a part of a page in which something can be pressed: told above with a way to it, never put under a finger.

   A polled part (data-poll) is only replaced by itself while its buttons stay what they are. Else the page goes on showing
   what it shows, its new state is told in the words it brings (data-news), and it is put there when the reader asks for it.
   Until then the server is asked with the version it has (expected_version) and with what the page still shows (shown).
   The desk (data-renew) is replaced all the same while nobody is at it, and what only waits for an end (data-passing)
   gives way to it: what can be pressed there is about the waiting, and good for nothing afterwards.
   Where seconds count (data-renew="soon", the judges' board) it is replaced on a phone too, and under a pointer at rest;
   nothing in it can be pressed for a moment then, so that a tap on its way to what stood there does nothing. */

import { notices } from "./notices.js";

(() => {
  const known = new WeakMap(); // element: {later: where to ask from now on, taking: whether the reader asked for it, asked: whether that is under way}
  const { tell, forget, words } = notices;

  const part = (element) => {
    if (!known.has(element)) known.set(element, { later: "", taking: false, asked: false });
    return known.get(element);
  };

  const buttons = (root) => [...root.querySelectorAll("button, input[type=submit], a.button")];
  const key = (button) =>
    button.localName === "a" ? button.getAttribute("href") : [button.form?.getAttribute("action"), button.value, button.textContent.trim()].join(" ");
  const keys = (root) => buttons(root).map(key).join("\n");
  const read = (root) => root.textContent.replace(/\s+/g, " ").trim();
  const binds = (root) => root.querySelector("form[method=post]") !== null;

  let touched = 0; // when a hand was last seen at the page
  for (const name of ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"]) {
    window.addEventListener(name, (event) => { touched = event.timeStamp; }, { passive: true, capture: true });
  }
  const REST = 3000; // milliseconds
  const SHORT_REST = 1000;
  const SETTLING = 600; // milliseconds in which nothing can be pressed in a part that was replaced under a hand
  const soon = (element) => element.dataset.renew === "soon";
  const chosen = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
    const given = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(given, 0);
  };
  /** Whether a part with buttons (data-renew) may be replaced by itself: no hand is near it and nothing is begun in it.
      Where there is no pointer that could be seen coming, as on a phone, it never may. */
  const untouched = (element) =>
    element.hasAttribute("data-renew") &&
    (soon(element)
      ? performance.now() - touched > SHORT_REST
      : window.matchMedia("(hover: hover) and (pointer: fine)").matches &&
        performance.now() - touched > REST &&
        !element.matches(":hover")) &&
    !element.contains(document.activeElement) &&
    !element.querySelector("details[open]") &&
    ![...element.querySelectorAll("input:not([type=hidden]), select, textarea")].some(chosen);

  /** Whether somebody is at a form or a link below a part, which would move away under them. */
  const below = (element) =>
    [document.activeElement?.closest("form"), document.querySelector("main :is(button, a):hover")].some(
      (place) => place && element.compareDocumentPosition(place) === Node.DOCUMENT_POSITION_FOLLOWING,
    );

  /** Return what comes of a new state: "swap" in place, tell it as "news", or nothing for "same". */
  const decide = (shown, found) => {
    if (shown.hasAttribute("data-passing")) return found.dataset.news && below(shown) ? "news" : "swap";
    if (binds(shown) || binds(found)) {
      if (keys(shown) === keys(found) && read(shown) === read(found)) return "same";
      return untouched(shown) ? "swap" : "news";
    }
    if (buttons(shown).length > 0 && keys(shown) !== keys(found)) return "news";
    return found.dataset.news && below(shown) ? "news" : "swap";
  };

  /** Return the address that asks again from a new state on, for a page that still shows the one before. */
  const later = (shown, found) => {
    if (!found.hasAttribute("hx-get")) return "";
    const address = new URL(found.getAttribute("hx-get"), window.location.href);
    const version = new URL(shown.getAttribute("hx-get"), window.location.href).searchParams.get("expected_version");
    if (version) address.searchParams.set("shown", version);
    return address.pathname + address.search;
  };

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt } = event.detail;
    const own = known.get(elt);
    if (!own) return;
    own.asked = own.taking; // an answer to what the page asked before is not what the reader waits for
    if (own.later && !own.asked && !untouched(elt)) event.detail.path = own.later;
  });

  /** Let nothing be pressed for a moment in a part that has just been replaced by itself. */
  const settle = (id) => {
    const shown = document.getElementById(id);
    if (!shown) return;
    shown.inert = true;
    window.setTimeout(() => { shown.inert = false; }, SETTLING);
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt } = event.detail.requestConfig;
    if (!elt.hasAttribute("data-poll") && !known.get(elt)?.asked) return;
    const page = new DOMParser().parseFromString(event.detail.xhr.response, "text/html");
    const found = page.getElementById(elt.id);
    if (!found || !event.detail.shouldSwap) return;
    const own = part(elt);
    const comes = own.asked ? "swap" : decide(elt, found);
    if (comes === "swap") {
      if (soon(elt) && !own.asked) window.setTimeout(settle, 0, elt.id);
      return forget("news");
    }
    event.detail.shouldSwap = false;
    own.later = later(elt, found);
    if (!own.later) elt.removeAttribute("data-poll"); // it is settled: there is nothing more to ask
    if (comes === "same") forget("news");
    else tell("news", found.dataset.news || words("changed"), { href: window.location.pathname + window.location.search, label: words("show") });
  });

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("#notices [data-matter=news] a") : null;
    const waiting = [...document.querySelectorAll("[hx-trigger=ask]")].filter((element) => known.has(element));
    if (!link || waiting.length === 0) return;
    event.preventDefault();
    for (const element of waiting) {
      part(element).taking = true;
      window.htmx.trigger(element, "ask");
    }
  });

  const over = (event) => {
    const { element } = event.detail;
    const own = known.get(element);
    if (!own?.asked) return;
    own.taking = own.asked = false;
    if (event.type === "live:failed") return;
    own.later = "";
    forget("news");
    const shown = document.getElementById(element.id);
    if (!shown) return;
    shown.setAttribute("tabindex", "-1");
    shown.focus({ preventScroll: true });
    shown.scrollIntoView({ block: "start" });
  };
  document.addEventListener("live:failed", over);
  document.addEventListener("live:answered", over);
})();
