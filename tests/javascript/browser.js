/* Test page in memory: the globals of a browser, provided by happy-dom. */

import { Window } from "happy-dom";

/** Open a page and make its window the global one; return the window. */
export const openPage = (url, body, { owner = "" } = {}) => {
  const window = new Window({ url, settings: { fetch: { disableSameOriginPolicy: true } } });
  window.document.body.innerHTML = body;
  window.document.documentElement.lang = "en";
  if (owner) window.document.body.dataset.owner = owner;
  for (const name of ["document", "localStorage", "location", "CustomEvent", "Event", "HTMLFormElement", "Element", "HTMLSelectElement", "HTMLTextAreaElement", "MouseEvent"]) {
    globalThis[name] = window[name];
  }
  globalThis.window = window;
  globalThis.fetch = (path, options) => nodeFetch(new URL(path, url), { ...options, redirect: "manual" });
  return window;
};
const nodeFetch = globalThis.fetch;

/** Wait until a condition holds; fail after five seconds. */
export const waitUntil = async (condition) => {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`still not true: ${condition}`);
    await new Promise((done) => setTimeout(done, 10));
  }
};
