/* Updates of a polled part (data-poll) that contains buttons: announced above with a link, never swapped in under a finger.

   A part is replaced automatically only while its buttons remain the same. Otherwise the page keeps its current content,
   announces the new state (data-news), and swaps it in when the reader asks for it. Until then requests contain the
   version reported last (expected_version) and the version still shown (shown).
   The desk (data-renew) is replaced anyway while nobody uses it. A part that only shows a wait (data-passing) is always
   replaced when the wait is over: its buttons are useless afterwards.
   Where seconds count (data-renew="soon", the judges' board) the part is also replaced on a phone and under a resting
   pointer; it is then inert for a moment, so that a tap aimed at the previous content does nothing. */

import { notices } from "./notices.js";

(() => {
  const known = new WeakMap(); // element: {later: URL of the next requests, taking: the reader asked for the update, asked: that request is in flight}
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

  let touched = 0; // timestamp of the last user input
  for (const name of ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"]) {
    window.addEventListener(name, (event) => { touched = event.timeStamp; }, { passive: true, capture: true });
  }
  const REST = 3000; // milliseconds
  const SHORT_REST = 1000;
  const SETTLING = 600; // milliseconds for which a replaced part is inert
  const soon = (element) => element.dataset.renew === "soon";
  const chosen = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
    const given = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(given, 0);
  };
  /** Return true if a part with buttons (data-renew) may be replaced automatically: no pointer near it and no input in it.
      Without a hovering pointer, as on a phone, it may not. */
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

  /** Return true if the user is at a form or link below a part, which would move. */
  const below = (element) =>
    [document.activeElement?.closest("form"), document.querySelector("main :is(button, a):hover")].some(
      (place) => place && element.compareDocumentPosition(place) === Node.DOCUMENT_POSITION_FOLLOWING,
    );

  /** Return what to do with a new state: "swap" it in, announce it as "news", or nothing if it is the "same". */
  const decide = (shown, incoming) => {
    if (shown.hasAttribute("data-passing")) return incoming.dataset.news && below(shown) ? "news" : "swap";
    if (binds(shown) || binds(incoming)) {
      if (keys(shown) === keys(incoming) && read(shown) === read(incoming)) return "same";
      return untouched(shown) ? "swap" : "news";
    }
    if (buttons(shown).length > 0 && keys(shown) !== keys(incoming)) return untouched(shown) ? "swap" : "news";
    return incoming.dataset.news && below(shown) ? "news" : "swap";
  };

  /** Return the URL of further requests from a new state on, for a page that still shows the previous one. */
  const later = (shown, incoming) => {
    if (!incoming.hasAttribute("hx-get")) return "";
    const address = new URL(incoming.getAttribute("hx-get"), window.location.href);
    const version = new URL(shown.getAttribute("hx-get"), window.location.href).searchParams.get("expected_version");
    if (version) address.searchParams.set("shown", version);
    return address.pathname + address.search;
  };

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt } = event.detail;
    const own = known.get(elt);
    if (!own) return;
    own.asked = own.taking; // a response to an earlier request is not what the reader asked for
    if (own.later && !own.asked && !untouched(elt)) event.detail.path = own.later;
  });

  /** Make a part that was replaced automatically inert for a moment. */
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
    const incoming = page.getElementById(elt.id);
    if (!incoming || !event.detail.shouldSwap) return;
    const own = part(elt);
    const comes = own.asked ? "swap" : decide(elt, incoming);
    if (comes === "swap") {
      if (soon(elt) && !own.asked) window.setTimeout(settle, 0, elt.id);
      return forget("news");
    }
    event.detail.shouldSwap = false;
    own.later = later(elt, incoming);
    if (!own.later) elt.removeAttribute("data-poll"); // final: no further requests
    if (comes === "same") forget("news");
    else tell("news", incoming.dataset.news || words("changed"), { href: window.location.pathname + window.location.search, label: words("show") });
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
