/* Requests by htmx: how responses are handled, how failures are reported, and retries.

   A response is swapped in only if it is what was requested: with a status of 4xx or 5xx only if the server marks it as a
   fragment (X-Fragment), and never if it is another page, such as the sign-in form or a captive portal. Otherwise the page
   is left unchanged. ``live:failed`` is dispatched from the requesting element with {element, kind, xhr}; kind is one of
   unanswered, refused, signed-out. A script that handles the failure calls preventDefault(); otherwise it is reported here.
   ``live:answered`` is dispatched after a valid response, with {element}.

   data-poll="SECONDS" polls; data-retry only retries after a failure; both need ``ask`` in their hx-trigger.
   data-soon="SECONDS" with data-poll is the first interval, which doubles up to the value of data-poll.
   Intervals grow after each failure; requests are repeated at once when the device is online or the page visible again.
   On a page without a polled part, #pulse checks whether the site responds and the user is still signed in. */

import { notices } from "./notices.js";

(() => {
  const PATIENCE = 20_000; // milliseconds until a read request times out
  const FIRST = 2; // seconds after the first failure
  const LONGEST = 60; // maximum seconds between two tries
  const opened = new Date();
  const asking = new WeakMap(); // element: {timer, busy, failures, rests, fresh}
  const failing = new Map(); // element: when its content was last up to date

  const { tell, forget, words } = notices;
  const polls = (element) => element.hasAttribute("data-poll");
  const pulse = document.getElementById("pulse");
  const resting = (element) => element === pulse && (document.documentElement.hasAttribute("data-offline") || document.querySelector("[data-poll]:not(#pulse)"));
  const asks = (element) => polls(element) || element.hasAttribute("data-retry");
  const state = (element) => {
    if (!asking.has(element)) asking.set(element, { timer: 0, busy: false, failures: 0, rests: 0, fresh: opened });
    return asking.get(element);
  };

  // --- polling and retries --------------------------------------------------------------------------------------------

  const arm = (element, seconds) => {
    const own = state(element);
    window.clearTimeout(own.timer);
    own.timer = window.setTimeout(ask, 1000 * seconds, element);
  };

  /** Schedule the next poll of a part after its regular interval. */
  const rest = (element) => {
    const { poll, soon = poll } = element.dataset;
    arm(element, Math.min(Number(soon) * 2 ** state(element).rests, Number(poll)));
    state(element).rests += 1;
  };

  const ask = (element) => {
    if (!element.isConnected || document.hidden || state(element).busy) return; // polled again on visibilitychange
    if (resting(element)) {
      failing.delete(element);
      rest(element);
      return;
    }
    if (element === pulse && !navigator.onLine) { // no request needed; the "online" event triggers the next one
      failing.set(element, state(element).fresh);
      refresh();
      return;
    }
    window.htmx.trigger(element, "ask");
    if (polls(element) && !state(element).busy) rest(element); // htmx sent no request
  };

  const askNow = () => {
    for (const element of document.querySelectorAll("[data-poll]")) ask(element);
    for (const element of failing.keys()) if (!polls(element)) ask(element);
  };

  /** Seconds until the next try, randomised so that not all phones at an event retry at the same moment. */
  const pause = (failures) => Math.min(FIRST * 2 ** (failures - 1), LONGEST) * (0.75 + Math.random() / 2);

  // --- reporting ------------------------------------------------------------------------------------------------------

  const refresh = () => {
    for (const element of failing.keys()) if (!element.isConnected) failing.delete(element);
    const stale = [...failing].filter(([element]) => polls(element) && element !== pulse).map(([, since]) => since);
    if (stale.length > 0) tell("stale", words("stale", new Date(Math.min(...stale))));
    else if (failing.has(pulse)) tell("stale", words(navigator.onLine ? "away" : "offline", opened)); // the page as first loaded
    else if (failing.size > 0) tell("stale", words("retrying"));
    else forget("stale");
  };

  /** Dispatch an event for other scripts; from the document if the element was replaced by its response. */
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

  // --- responses ------------------------------------------------------------------------------------------------------

  /** Return the kind of failure of a response; empty if it is what was requested. */
  const fault = (element, xhr) => {
    if (xhr.status === 401) return "signed-out";
    if (xhr.status >= 400) {
      if (xhr.getResponseHeader("X-Fragment") !== null && !polls(element)) return "";
      return xhr.status >= 500 || [408, 425, 429].includes(xhr.status) ? "unanswered" : "refused";
    }
    if (xhr.status === 204) return "";
    const inherits = element.hasAttribute("hx-select") ? element : element.closest("[hx-select]:not([hx-disinherit])");
    const select = inherits?.getAttribute("hx-select");
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
    if (event.detail.xhr.status >= 400) event.detail.shouldSwap = true; // marked as a fragment; others do not get this far
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, xhr } = event.detail;
    const { elt } = requestConfig; // the requesting element, which may have been replaced by the response
    state(elt).busy = false;
    if (xhr.status === 0) return; // no response: handled by one of the listeners below
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

  // --- start and return to the page -----------------------------------------------------------------------------------

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
