/* Turns the pages of the big screen, and takes the newest state when the event has moved on. Without a signal it goes on
   turning what it shows. */

(() => {
  const LOOK = 4000; // milliseconds between two looks whether anything has changed
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
      // The projector's network is away: what it shows stays.
    }
    window.setTimeout(look, LOOK);
  };

  if (sheets.length > 1) window.setInterval(turn, 1000 * Number(main.dataset.seconds));
  window.setTimeout(look, LOOK);
})();
