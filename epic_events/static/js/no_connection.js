/* The fallback page without a connection retries, and loads the requested page when the site responds. */

import { signal } from "./signal.js";

(() => {
  if (!document.documentElement.hasAttribute("data-offline")) return; // opened directly, not as a fallback

  const tried = document.getElementById("tried");
  /** @type {HTMLAnchorElement} */ (document.getElementById("try")).href = window.location.pathname + window.location.search;

  /** Show the tables of the round stored on this device. */
  const showRound = async () => {
    const cache = await window.caches?.open("offline round");
    const stored = ((await cache?.keys()) ?? []).map((request) => new URL(request.url).pathname).find((path) => path.endsWith("/offline-tables/"));
    /** @type {HTMLAnchorElement} */
    const link = document.getElementById("round");
    if (stored) [link.href, link.hidden] = [stored, false];
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
