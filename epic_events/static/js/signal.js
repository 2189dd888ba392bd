/* Detects when the site responds again. What the browser reports about its connection is only a reason to check at once:
   it also reports "online" without internet access. Callers are notified only after an actual response. */

export const signal = (() => {
  const PROBE = "/no-connection/"; // the same for all users, and never served from a copy
  const FIRST = 2; // seconds after the first try
  const LONGEST = 30; // maximum seconds between two tries
  const PATIENCE = 15_000; // milliseconds until a request times out

  const answers = async () => {
    try {
      return (await fetch(PROBE, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) })).ok;
    } catch {
      return false;
    }
  };

  /** Try with growing intervals until the site responds, then call back(); call failed() after each failed try. */
  const awaitSite = (back, failed = () => {}) => {
    let failures = 0;
    let timer = 0;
    let busy = false; // remains true after the site has responded

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
