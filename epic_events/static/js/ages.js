/* Shows how long ago something happened after each <time class="age"> and updates it while the page is open.
   The age is stored in an attribute that CSS displays, not in the text: a changed text then always means new content from
   the server, never just elapsed time. */

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
