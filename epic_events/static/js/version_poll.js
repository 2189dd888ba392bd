/* Refreshes the polled parts (data-poll) of an open page as soon as their event has changed: every few seconds the page
   requests the small version token at data-version-url, and only if it has changed does it request its parts, spread over a
   moment for the many phones at an event. A hidden page requests nothing. news.js decides what is swapped in. */

(() => {
  const EVERY = 3000; // milliseconds
  const SPREAD = 600; // milliseconds over which the phones at an event spread their requests after a publication
  const place = document.getElementById("event-version");
  let known = null;
  let timer = 0;
  let busy = false;

  const parts = () => [...document.querySelectorAll("[data-poll]:not(#pulse)")];
  const later = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, EVERY * (0.9 + Math.random() / 5));
  };

  const look = async () => {
    if (busy || document.hidden) return; // checked again on visibilitychange
    if (parts().length > 0) {
      busy = true;
      try {
        const answer = await fetch(place.dataset.versionUrl, { cache: "no-store", headers: { Accept: "application/json" } });
        const { version } = answer.ok ? await answer.json() : {};
        if (version && known !== null && version !== known) {
          window.setTimeout(() => {
            for (const part of parts()) window.htmx.trigger(part, "ask");
          }, SPREAD * Math.random());
        }
        known = version ?? known;
      } catch {
        // live.js reports that the site does not respond.
      }
      busy = false;
    }
    later();
  };

  if (!place) return;
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
  });
  look();
})();
