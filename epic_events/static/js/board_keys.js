/* Keyboard control of the results board: arrow keys move between tiles as they are laid out on the page; a digit enters a
   score for the focused tile. After the reload the same tile is focused again. */

(() => {
  const LAST = "board-table";
  const tiles = () => [...document.querySelectorAll("[data-board] [data-tile]")];

  /** Return the tile in the direction of an arrow key: the next one in the row, or the nearest one in the next row. */
  const toward = (here, key) => {
    const all = tiles();
    const at = all.indexOf(here);
    if (key === "ArrowRight") return all[at + 1];
    if (key === "ArrowLeft") return all[at - 1];
    const { left, top } = here.getBoundingClientRect();
    const down = key === "ArrowDown";
    const beyond = all.filter((tile) => (down ? tile.getBoundingClientRect().top > top + 1 : tile.getBoundingClientRect().top < top - 1));
    const rows = beyond.map((tile) => tile.getBoundingClientRect().top);
    const row = down ? Math.min(...rows) : Math.max(...rows);
    const apart = (tile) => Math.abs(tile.getBoundingClientRect().left - left);
    return beyond.filter((tile) => Math.abs(tile.getBoundingClientRect().top - row) < 1).sort((one, two) => apart(one) - apart(two))[0];
  };

  const enter = (tile, digit) => {
    /** @type {HTMLFormElement | null} */
    const form = document.getElementById("by-key");
    const button = form?.querySelector(`[data-key="${digit}"]`);
    if (!button || tile.dataset.state === "confirmed") return;
    form.action = form.dataset.enter.replace("/0/", `/${tile.dataset.tile}/`);
    window.sessionStorage.setItem(LAST, tile.id);
    form.requestSubmit(button);
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    const tile = event.target.closest("[data-tile]");
    if (!tile) return;
    if (event.key.startsWith("Arrow")) {
      const next = toward(tile, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    } else if (/^[1-9]$/.test(event.key)) {
      event.preventDefault();
      enter(tile, event.key);
    }
  });

  const last = window.sessionStorage.getItem(LAST);
  window.sessionStorage.removeItem(LAST);
  if (last) window.setTimeout(() => document.getElementById(last)?.focus(), 0); // after the page has focused its message
})();
