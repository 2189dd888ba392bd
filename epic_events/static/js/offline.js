/* Asks the service worker to store the reference of the page's game and of the chosen games, and deletes the list of recently viewed rules on sign-out. */

import { device } from "./device.js";

(() => {
  const RENEWED = 120_000; // milliseconds after which staff pages store the round again
  const game = document.documentElement.dataset.game;
  const worker = navigator.serviceWorker;
  /** Store the user's role at the event on the device: the shared offline copy of the tables does not contain it. */
  const noteOwn = ({ offlineTables }) => {
    if (!device.owner || !document.querySelector(".tabs")) return;
    const name = `at-event/${offlineTables.split("/")[2]}`;
    const entry = document.querySelector("[data-own-entry]")?.dataset.ownEntry ?? device.read(name, {}).entry ?? "";
    device.write(name, { staff: document.querySelector(".tools") !== null, entry });
  };

  /** Store the tables of the current round of the page's event; staff pages repeat this while they are open. */
  const storeRound = (active) => {
    const place = document.querySelector("[data-offline-tables]");
    if (!place || !active) return;
    /** @type {any[]} */
    const own = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]")];
    const sprite = document.querySelector("svg.icon use")?.getAttribute("href").split("#")[0];
    const pieces = [...own.map((one) => new URL(one.href || one.src).pathname), ...(sprite ? [sprite] : []), ...place.dataset.pieces.split(" ")];
    if (!("BarcodeDetector" in window)) pieces.push(...place.dataset.reader.split(" ")); // so that codes can be scanned offline
    const { offlineTables, scan } = place.dataset;
    noteOwn(/** @type {{ offlineTables: string }} */ (place.dataset));
    const ask = () => document.hidden || active.postMessage({ offlineTables, scan, pieces, language: document.documentElement.lang });
    ask();
    if (document.querySelector(".tools")) window.setInterval(ask, RENEWED);
  };

  if (game && worker && !navigator.connection?.saveData && !document.documentElement.hasAttribute("data-offline")) {
    window.addEventListener("load", async () => {
      try {
        await worker.register("/sw.js", { scope: "/" });
        const { gamesToStore } = await import("./offline_games.js");
        const { active } = await worker.ready;
        for (const wanted of gamesToStore(game)) active?.postMessage({ store: wanted, language: document.documentElement.lang });
        storeRound(active);
      } catch {
        return; // not allowed, as in a private window: the site works without it
      }
    });
  }

  // Offline, the rules search box cannot load results: use the page that searches on the device.
  document.addEventListener("htmx:sendError", (event) => {
    /** @type {HTMLFormElement | null} */
    const form = event.target instanceof Element ? event.target.closest("form[role=search][action^='/rules/']") : null;
    if (form && worker?.controller) window.location.assign(`${form.action}?${new URLSearchParams(/** @type {any} */ (new FormData(form)))}`);
  });

  document.addEventListener("submit", (event) => {
    if (event.target instanceof HTMLFormElement && event.target.action.endsWith("/accounts/logout/")) {
      window.localStorage.removeItem("rules-looked-up");
    }
  });
})();
