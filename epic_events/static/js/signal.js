/* Finds out whether the site answers again. What a browser says of its signal is no more than a reason to look at once:
   it also says "online" where nothing has come back. Whoever waits is told after an answer, and only then. */

export const signal = (() => {
  const PROBE = "/no-connection/"; // the same for all, and never answered from a copy
  const FIRST = 2; // seconds after the first try
  const LONGEST = 30; // seconds between two tries
  const PATIENCE = 15_000; // milliseconds for an answer

  const answers = async () => {
    try {
      return (await fetch(PROBE, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) })).ok;
    } catch {
      return false;
    }
  };

  /** Try until the site answers, less and less often, and call back() then; failed() after each try before that. */
  const awaitSite = (back, failed = () => {}) => {
    let failures = 0;
    let timer = 0;
    let busy = false; // and so it stays once the site has answered

    const attempt = async () => {
      if (busy || document.hidden) return;
      busy = true;
      window.clearTimeout(timer);
      if (await answers()) {
        back();
        return;
      }
      busy = false;
      failures += 1;
      failed();
      timer = window.setTimeout(attempt, 1000 * Math.min(FIRST * 2 ** (failures - 1), LONGEST) * (0.75 + Math.random() / 2));
    };

    window.addEventListener("online", attempt);
    document.addEventListener("visibilitychange", attempt);
    attempt();
  };

  return { awaitSite };
})();
