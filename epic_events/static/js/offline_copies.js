/* The page about offline copies: shows which games this device has stored and when, and lets the reader choose. It asks
   the device, not the server: the page itself may be an offline copy. */

import { choose } from "./offline_games.js";

const panel = document.getElementById("offline-copies");
const state = document.getElementById("offline-copies-state");
/** @type {HTMLSelectElement} */
const box = document.getElementById("in");
const games = [...panel.querySelectorAll("[data-of]")];

const copy = async (game) => {
  if (!window.caches) return null;
  for (const name of await caches.keys()) {
    if (!name.startsWith(`copy ${game} `)) continue;
    const cache = await caches.open(name);
    const listing = await cache.match(`/rules/offline/${game}.json`);
    if (listing) return { cache, list: await listing.json() };
  }
  return null;
};

const time = (list) => {
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return list.at ? new Date(list.at).toLocaleString(document.documentElement.lang, form) : "?";
};

/** Show what is stored of one game; return whether anything is. */
const showGame = async (part) => {
  const whole = await copy(part.dataset.of);
  for (const row of part.querySelectorAll("li")) {
    row.hidden = !(whole && (await whole.cache.match(row.querySelector("a").href)));
  }
  const status = part.querySelector("[data-state]");
  status.textContent = whole ? panel.dataset.stored.replace("TIME", time(whole.list)) : panel.dataset.not;
  part.querySelector("[data-choice]").hidden = !navigator.serviceWorker?.controller;
  part.querySelector("[data-store]").hidden = Boolean(whole);
  part.querySelector("[data-remove]").hidden = !whole;
  /** @type {HTMLOptGroupElement} */
  const group = box.querySelector(`optgroup[data-of="${part.dataset.of}"]`);
  group.disabled = !whole;
  group.hidden = !whole;
  return Boolean(whole);
};

const render = async () => {
  const shown = [];
  for (const part of games) shown.push(await showGame(part));
  const some = shown.some(Boolean);
  state.textContent = some ? "" : panel.dataset.none;
  if (!some) {
    for (const group of box.querySelectorAll("optgroup")) group.disabled = group.hidden = false; // read over the network
  } else if (/** @type {HTMLOptGroupElement} */ (box.selectedOptions[0]?.parentElement)?.disabled) {
    /** @type {HTMLOptionElement | null} */
    const first = box.querySelector("optgroup:not([disabled]) > option");
    box.value = first?.value ?? "";
    box.dispatchEvent(new Event("change"));
  }
  panel.setAttribute("data-rendered", "");
};

let rendering = Promise.resolve();

/** Show the state of the device; one call at a time, so that an earlier state never overwrites a later one. */
const show = () => {
  rendering = rendering.then(render);
  return rendering;
};

panel.addEventListener("click", async ({ target }) => {
  const button = /** @type {Element} */ (target).closest("[data-store], [data-remove]");
  if (!button) return;
  const part = button.closest("[data-of]");
  const stores = button.hasAttribute("data-store");
  choose(part.dataset.of, stores);
  if (stores) part.querySelector("[data-state]").textContent = panel.dataset.busy;
  const worker = (await navigator.serviceWorker.ready).active;
  worker?.postMessage(stores ? { store: part.dataset.of, language: document.documentElement.lang } : { remove: part.dataset.of });
});

navigator.serviceWorker?.addEventListener("message", async ({ data }) => {
  if (data?.stored || data?.removed) await show();
  const failed = games.find((part) => part.dataset.of === data?.notStored);
  if (failed) {
    await show();
    failed.querySelector("[data-state]").append(` ${panel.dataset.failed}`);
  }
});
await show();
