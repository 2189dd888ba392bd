/* Cycles through the pages of the big screen and reloads when the event has changed. Offline it continues with its current
   content. */

(() => {
  const LOOK = 4000; // milliseconds between two checks for changes
  const main = document.getElementById("screen");
  const sheets = [...main.querySelectorAll("table")];
  const foot = document.querySelector("[data-page]");
  let here = Math.max(0, sheets.findIndex((sheet) => !sheet.hidden));

  const turn = () => {
    sheets[here].hidden = true;
    here = (here + 1) % sheets.length;
    sheets[here].hidden = false;
    foot.textContent = `${here + 1} / ${sheets.length}`;
  };

  const look = async () => {
    try {
      const answer = await fetch(main.dataset.versionUrl, { cache: "no-store", headers: { Accept: "application/json" } });
      const { version } = await answer.json();
      if (answer.ok && version !== main.dataset.version) window.location.replace(`${main.dataset.screen}?page=${here + 1}`);
    } catch {
      // offline: keep the current content
    }
    window.setTimeout(look, LOOK);
  };

  if (sheets.length > 1) window.setInterval(turn, 1000 * Number(main.dataset.seconds));
  window.setTimeout(look, LOOK);
})();
