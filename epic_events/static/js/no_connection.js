/* The page that stands for another without a connection goes on trying, and makes room for it when the site answers. */

import { signal } from "./signal.js";

(() => {
  if (!document.documentElement.hasAttribute("data-offline")) return; // somebody came to look at the page itself

  const tried = document.getElementById("tried");
  /** @type {HTMLAnchorElement} */ (document.getElementById("try")).href = window.location.pathname + window.location.search;

  /** Show the tables of the round that this device has kept. */
  const showRound = async () => {
    const cache = await window.caches?.open("at hand");
    const found = ((await cache?.keys()) ?? []).map((request) => new URL(request.url).pathname).find((path) => path.endsWith("/offline-tables/"));
    /** @type {HTMLAnchorElement} */
    const link = document.getElementById("round");
    if (found) [link.href, link.hidden] = [found, false];
  };
  showRound();

  signal.awaitSite(
    () => window.location.reload(),
    () => {
      const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      const words = tried.dataset.tried.replace("TIME", time);
      if (tried.textContent !== words) tried.textContent = words;
    },
  );
})();
