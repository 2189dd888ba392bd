/* How long ago something happened: put behind the hour of each <time class="age"> and kept right while the page is open.
   It stands in an attribute, which the style shows: the text stays what the server sent, so that a newer state of the page
   is told from this one by what has happened and not by the time that has passed. */

(() => {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always", style: "short" });
  const tell = () => {
    for (const time of document.querySelectorAll("time.age")) {
      const minutes = Math.round((Date.parse(/** @type {HTMLTimeElement} */ (time).dateTime) - Date.now()) / 60_000);
      const age = words.format(Math.min(minutes, 0), "minute");
      if (time.dataset.age !== age) time.dataset.age = age;
    }
  };
  for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(swapped, tell);
  window.setInterval(tell, 15_000);
  tell();
})();
