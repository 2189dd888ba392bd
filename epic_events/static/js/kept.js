/* The page about offline copies: shows which games this device has stored and when, and lets the reader choose. It asks
   the device, not the server: the page itself may be an offline copy. */

import { choose } from "./kept_games.js";

const panel = document.getElementById("kept-here");
const state = document.getElementById("kept-state");
/** @type {HTMLSelectElement} */
const box = document.getElementById("in");
const games = [...panel.querySelectorAll("[data-of]")];

const copy = async (game) => {
  if (!window.caches) return null;
  for (const name of await caches.keys()) {
    if (!name.startsWith(`kept ${game} `)) continue;
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
  const told = part.querySelector("[data-state]");
  told.textContent = whole ? panel.dataset.kept.replace("TIME", time(whole.list)) : panel.dataset.not;
  part.querySelector("[data-choice]").hidden = !navigator.serviceWorker?.controller;
  part.querySelector("[data-keep]").hidden = Boolean(whole);
  part.querySelector("[data-forget]").hidden = !whole;
  /** @type {HTMLOptGroupElement} */
  const group = box.querySelector(`optgroup[data-of="${part.dataset.of}"]`);
  group.disabled = !whole;
  group.hidden = !whole;
  return Boolean(whole);
};

const render = async () => {
  const kept = [];
  for (const part of games) kept.push(await showGame(part));
  const some = kept.some(Boolean);
  state.textContent = some ? "" : panel.dataset.none;
  if (!some) {
    for (const group of box.querySelectorAll("optgroup")) group.disabled = group.hidden = false; // read over the network
  } else if (/** @type {HTMLOptGroupElement} */ (box.selectedOptions[0]?.parentElement)?.disabled) {
    /** @type {HTMLOptionElement | null} */
    const first = box.querySelector("optgroup:not([disabled]) > option");
    box.value = first?.value ?? "";
    box.dispatchEvent(new Event("change"));
  }
  panel.setAttribute("data-told", "");
};

let rendering = Promise.resolve();

/** Show the state of the device; one call at a time, so that an earlier state never overwrites a later one. */
const show = () => {
  rendering = rendering.then(render);
  return rendering;
};

panel.addEventListener("click", async ({ target }) => {
  const button = /** @type {Element} */ (target).closest("[data-keep], [data-forget]");
  if (!button) return;
  const part = button.closest("[data-of]");
  const keep = button.hasAttribute("data-keep");
  choose(part.dataset.of, keep);
  if (keep) part.querySelector("[data-state]").textContent = panel.dataset.busy;
  const worker = (await navigator.serviceWorker.ready).active;
  worker?.postMessage(keep ? { keep: part.dataset.of, language: document.documentElement.lang } : { forget: part.dataset.of });
});

navigator.serviceWorker?.addEventListener("message", async ({ data }) => {
  if (data?.kept || data?.forgotten) await show();
  const failed = games.find((part) => part.dataset.of === data?.notKept);
  if (failed) {
    await show();
    failed.querySelector("[data-state]").append(` ${panel.dataset.failed}`);
  }
});
await show();
