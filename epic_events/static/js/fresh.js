/* Parts of an open page (data-poll) are asked for anew as soon as their event has moved on: every few seconds the page asks
   for one small word (data-fresh), and only when that has changed for its parts, each phone of a hall a moment apart.
   A page that nobody looks at asks nothing. What comes is put in, or told, by news.js as ever. */

(() => {
  const EVERY = 3000; // milliseconds
  const SPREAD = 600; // milliseconds over which the phones of a hall ask after a publication
  const place = document.getElementById("fresh");
  let known = null;
  let timer = 0;
  let busy = false;

  const parts = () => [...document.querySelectorAll("[data-poll]:not(#pulse)")];
  const later = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, EVERY * (0.9 + Math.random() / 5));
  };

  const look = async () => {
    if (busy || document.hidden) return; // whoever comes back looks
    if (parts().length > 0) {
      busy = true;
      try {
        const answer = await fetch(place.dataset.fresh, { cache: "no-store", headers: { Accept: "application/json" } });
        const { version } = answer.ok ? await answer.json() : {};
        if (version && known !== null && version !== known) {
          window.setTimeout(() => {
            for (const part of parts()) window.htmx.trigger(part, "ask");
          }, SPREAD * Math.random());
        }
        known = version ?? known;
      } catch {
        // live.js tells when the site does not answer.
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
