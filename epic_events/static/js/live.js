/* Parts of a page that htmx brings in: what comes of an answer, what is told when none comes, and asking again.

   An answer is put into the page only when it is what was asked for: with a status of 4xx or 5xx only when the server
   marks it as a fragment (X-Fragment), and never when it is another page, such as the form to sign in or a hotspot's.
   Everything else leaves the page as it is. ``live:failed`` goes out from the element that asked, with {element, kind, xhr},
   kind being one of unanswered, refused, signed-out; a script that answers for it calls preventDefault(), else it is told
   here. ``live:answered`` goes out when an answer was good, with {element}.

   data-poll="SECONDS" asks again and again, data-retry only after a failure; both have ``ask`` in their hx-trigger.
   data-soon="SECONDS" beside data-poll is how long it waits at first, then each time twice as long up to that.
   They wait longer after each failure, and ask at once when the signal or the reader comes back. On a page without a part
   that polls, #pulse asks whether the site answers and whether its reader is still signed in; nothing is put in for it. */

import { notices } from "./notices.js";

(() => {
  const PATIENCE = 20_000; // milliseconds for an answer to what is only read
  const FIRST = 2; // seconds after a first failure
  const LONGEST = 60; // seconds between two tries
  const opened = new Date();
  const asking = new WeakMap(); // element: {timer, busy, failures}
  const failing = new Map(); // element: since when what it shows is not up to date

  const { tell, forget, words } = notices;
  const polls = (element) => element.hasAttribute("data-poll");
  const pulse = document.getElementById("pulse");
  const resting = (element) => element === pulse && (document.documentElement.hasAttribute("data-offline") || document.querySelector("[data-poll]:not(#pulse)"));
  const asks = (element) => polls(element) || element.hasAttribute("data-retry");
  const state = (element) => {
    if (!asking.has(element)) asking.set(element, { timer: 0, busy: false, failures: 0, rests: 0, fresh: opened });
    return asking.get(element);
  };

  // --- asking again ---------------------------------------------------------------------------------------------------

  const arm = (element, seconds) => {
    const own = state(element);
    window.clearTimeout(own.timer);
    own.timer = window.setTimeout(ask, 1000 * seconds, element);
  };

  /** Ask after the pause that a part which polls has between two answers. */
  const rest = (element) => {
    const { poll, soon = poll } = element.dataset;
    arm(element, Math.min(Number(soon) * 2 ** state(element).rests, Number(poll)));
    state(element).rests += 1;
  };

  const ask = (element) => {
    if (!element.isConnected || document.hidden || state(element).busy) return; // whoever comes back asks
    if (resting(element)) {
      failing.delete(element);
      rest(element);
      return;
    }
    if (element === pulse && !navigator.onLine) { // the browser knows, and says when it is over
      failing.set(element, state(element).fresh);
      refresh();
      return;
    }
    window.htmx.trigger(element, "ask");
    if (polls(element) && !state(element).busy) rest(element); // htmx had a reason not to
  };

  const askNow = () => {
    for (const element of document.querySelectorAll("[data-poll]")) ask(element);
    for (const element of failing.keys()) if (!polls(element)) ask(element);
  };

  /** Seconds until the next try; not all phones of a hall try at the same moment. */
  const pause = (failures) => Math.min(FIRST * 2 ** (failures - 1), LONGEST) * (0.75 + Math.random() / 2);

  // --- what is told ---------------------------------------------------------------------------------------------------

  const refresh = () => {
    for (const element of failing.keys()) if (!element.isConnected) failing.delete(element);
    const stale = [...failing].filter(([element]) => polls(element) && element !== pulse).map(([, since]) => since);
    if (stale.length > 0) tell("stale", words("stale", new Date(Math.min(...stale))));
    else if (failing.has(pulse)) tell("stale", words(navigator.onLine ? "away" : "offline", opened)); // as it was from the start
    else if (failing.size > 0) tell("stale", words("retrying"));
    else forget("stale");
  };

  /** Tell other scripts; an element that its answer has replaced tells by way of the document. */
  const dispatch = (name, element, detail) =>
    (element.isConnected ? element : document).dispatchEvent(
      new CustomEvent(name, { bubbles: true, cancelable: true, detail: { ...detail, element } }),
    );

  const failed = ({ elt: element, verb }, kind, xhr) => {
    const own = state(element);
    own.failures += 1;
    if (asks(element)) {
      if (element !== pulse || kind !== "signed-out") failing.set(element, own.fresh);
      arm(element, kind === "unanswered" ? pause(own.failures) : LONGEST);
    }
    if (!dispatch("live:failed", element, { kind, xhr })) return;
    if (kind === "signed-out") {
      const next = encodeURIComponent(window.location.pathname + window.location.search);
      const href = xhr.getResponseHeader("X-Sign-In") ?? `/accounts/login/?next=${next}`;
      tell("signed-out", words("signedOut"), { href, label: words("signIn") });
    } else if (!asks(element)) {
      const read = verb === "get";
      tell("unsent", words(kind === "refused" ? (read ? "gone" : "refused") : read ? "unloaded" : "unsent"));
    }
    refresh();
  };

  const answered = (element) => {
    const own = state(element);
    own.failures = 0;
    own.fresh = new Date();
    failing.delete(element);
    forget("signed-out");
    if (!asks(element)) forget("unsent");
    refresh();
    dispatch("live:answered", element, {});
  };

  // --- what comes of an answer ----------------------------------------------------------------------------------------

  /** Return what is wrong with an answer to this element; nothing when it is what was asked for. */
  const fault = (element, xhr) => {
    if (xhr.status === 401) return "signed-out";
    if (xhr.status >= 400) {
      if (xhr.getResponseHeader("X-Fragment") !== null && !polls(element)) return "";
      return xhr.status >= 500 || [408, 425, 429].includes(xhr.status) ? "unanswered" : "refused";
    }
    if (xhr.status === 204) return "";
    const select = element.closest("[hx-select]")?.getAttribute("hx-select");
    if (!select) return /<html[\s>]/i.test(xhr.response) ? "unanswered" : "";
    return new DOMParser().parseFromString(xhr.response, "text/html").querySelector(select) ? "" : "unanswered";
  };

  document.addEventListener("htmx:configRequest", (event) => {
    const { owner } = document.body.dataset;
    if (owner) event.detail.headers["X-Owner"] = owner;
    if (event.detail.verb === "get" || asks(event.detail.elt)) event.detail.timeout ||= PATIENCE;
  });
  document.addEventListener("htmx:beforeSend", (event) => {
    state(event.detail.elt).busy = true;
    if (!asks(event.detail.elt)) forget("unsent");
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { elt, xhr } = event.detail;
    const kind = fault(elt, xhr);
    event.detail.fault = kind;
    if (kind) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status >= 400) event.detail.shouldSwap = true; // it is marked, or it would not have come here
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, xhr } = event.detail;
    const { elt } = requestConfig; // the element that asked, which the answer may have replaced
    state(elt).busy = false;
    if (xhr.status === 0) return; // no answer: one of the three below says why
    if (event.detail.fault) failed(requestConfig, event.detail.fault, xhr);
    else {
      if (polls(elt)) rest(elt);
      answered(elt);
    }
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (/** @type {any} */ event) => {
      const { requestConfig, xhr } = event.detail;
      state(requestConfig.elt).busy = false;
      failed(requestConfig, "unanswered", xhr);
    });
  }
  document.addEventListener("htmx:sendAbort", (event) => {
    const { elt } = event.detail.requestConfig;
    state(elt).busy = false;
    if (polls(elt)) rest(elt);
  });

  // --- beginning, and coming back -------------------------------------------------------------------------------------

  document.addEventListener("htmx:load", (event) => {
    const { elt } = event.detail;
    for (const element of [elt, ...elt.querySelectorAll("[data-poll]")]) {
      if (!polls(element)) continue;
      state(element).fresh = new Date();
      rest(element);
    }
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) askNow();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) askNow();
  });
  for (const name of ["online", "offline"]) window.addEventListener(name, askNow);
})();
