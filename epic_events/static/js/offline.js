/* Asks the service worker to keep the reference of the page's game and of those that were chosen, and forgets on signing out what was looked up. */

import { device } from "./device.js";

(() => {
  const RENEWED = 120_000; // milliseconds after which the staff's pages have the round kept anew
  const game = document.documentElement.dataset.game;
  const worker = navigator.serviceWorker;
  /** Note on the device what its owner does at the event: the copy of the tables is everybody's and does not say it. */
  const noteOwn = ({ offlineTables }) => {
    if (!device.owner || !document.querySelector(".tabs")) return;
    const name = `at-event/${offlineTables.split("/")[2]}`;
    const entry = document.querySelector("[data-own-entry]")?.dataset.ownEntry ?? device.read(name, {}).entry ?? "";
    device.write(name, { staff: document.querySelector(".tools") !== null, entry });
  };

  /** Have the tables of the round kept that this page's event plays; the staff's pages ask again while they are open. */
  const keepAtHand = (active) => {
    const place = document.querySelector("[data-offline-tables]");
    if (!place || !active) return;
    /** @type {any[]} */
    const own = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]")];
    const sprite = document.querySelector("svg.icon use")?.getAttribute("href").split("#")[0];
    const pieces = [...own.map((one) => new URL(one.href || one.src).pathname), ...(sprite ? [sprite] : []), ...place.dataset.pieces.split(" ")];
    if (!("BarcodeDetector" in window)) pieces.push(...place.dataset.reader.split(" ")); // codes are scanned without a signal too
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
        const { gamesToKeep } = await import("./kept_games.js");
        const { active } = await worker.ready;
        for (const wanted of gamesToKeep(game)) active?.postMessage({ keep: wanted, language: document.documentElement.lang });
        keepAtHand(active);
      } catch {
        return; // not allowed here, such as in a private window: the site works without
      }
    });
  }

  // Without a signal the box of the rules cannot refresh its results: the page that searches by itself takes over.
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
