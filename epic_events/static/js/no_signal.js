/* The page that stands for another without a connection goes on trying, and makes room for it when the site answers. */
"use strict";

(() => {
  if (!document.documentElement.hasAttribute("data-offline")) return; // somebody came to look at the page itself

  const FIRST = 2; // seconds after the first try
  const LONGEST = 30; // seconds between two tries
  const PATIENCE = 15_000; // milliseconds for an answer
  const tried = document.getElementById("tried");
  let failures = 0;
  let timer = 0;
  let busy = false;

  document.getElementById("try").href = window.location.pathname + window.location.search;

  /** Show the tables of the round that this device has kept. */
  const showRound = async () => {
    const cache = await window.caches?.open("at hand");
    const found = ((await cache?.keys()) ?? []).map((request) => new URL(request.url).pathname).find((path) => path.endsWith("/at-hand/"));
    const link = document.getElementById("round");
    if (found) [link.href, link.hidden] = [found, false];
  };
  showRound();

  const attempt = async () => {
    if (busy || document.hidden) return;
    busy = true;
    window.clearTimeout(timer);
    try {
      const answer = await fetch("/no-signal/", { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.ok) return window.location.reload();
    } catch {
      // no answer: what follows says so
    }
    busy = false;
    failures += 1;
    const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const words = tried.dataset.tried.replace("TIME", time);
    if (tried.textContent !== words) tried.textContent = words;
    timer = window.setTimeout(attempt, 1000 * Math.min(FIRST * 2 ** (failures - 1), LONGEST) * (0.75 + Math.random() / 2));
  };

  window.addEventListener("online", attempt);
  document.addEventListener("visibilitychange", attempt);
  attempt();
})();
