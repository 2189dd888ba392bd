/* Asks the service worker to keep the reference of the page's game and of those that were chosen, and forgets on signing out what was looked up. */
"use strict";

(() => {
  const game = document.documentElement.dataset.game;
  const worker = navigator.serviceWorker;
  if (game && worker && !navigator.connection?.saveData && !document.documentElement.hasAttribute("data-offline")) {
    window.addEventListener("load", async () => {
      try {
        await worker.register("/sw.js", { scope: "/" });
        const { gamesToKeep } = await import("./kept_games.js");
        const { active } = await worker.ready;
        for (const wanted of gamesToKeep(game)) active?.postMessage({ keep: wanted, language: document.documentElement.lang });
      } catch {
        return; // not allowed here, such as in a private window: the site works without
      }
    });
  }

  // Without a signal the box of the rules cannot refresh its results: the page that searches by itself takes over.
  document.addEventListener("htmx:sendError", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form[role=search][action^='/rules/']") : null;
    if (form && worker?.controller) window.location.assign(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  });

  document.addEventListener("submit", (event) => {
    if (event.target instanceof HTMLFormElement && event.target.action.endsWith("/accounts/logout/")) {
      window.localStorage.removeItem("rules-looked-up");
    }
  });
})();
