/* Optional enhancements; nothing here is needed to read a page or to send a form.
   "/" focuses the search box; j and k move through [data-keys]; on a page with steps ([data-steps]) they, the arrow keys
   and a swipe over the board move one step forward or back;
   [data-copy] copies, [data-print] prints. */

(() => {
  const typing = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;
  // A slider handles the arrow keys itself, but no letters.
  const slides = ({ key, target }) => target.matches("input[type=range]") && (key === "j" || key === "k");

  const say = (text) => {
    const live = document.getElementById("live");
    if (live) live.textContent = text;
  };

  const move = (list, step) => {
    const stops = [...list.querySelectorAll("[data-stop]")];
    if (stops.length === 0) return;
    const here = stops.findIndex((stop) => stop === document.activeElement || stop.contains(document.activeElement));
    const next = here < 0 ? (step > 0 ? 0 : stops.length - 1) : Math.min(Math.max(here + step, 0), stops.length - 1);
    stops[next].focus();
    stops[next].scrollIntoView({ block: "nearest" });
  };

  const go = (back) => {
    const step = document.getElementById(back ? "step-back" : "step-next");
    step?.click();
    return step !== null;
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    if (typing(event.target) && !slides(event)) return;
    const list = event.target.closest("[data-keys]") ?? document.querySelector("[data-keys]");
    if (event.key === "/") {
      /** @type {HTMLInputElement | null} */
      const box = document.querySelector("[data-search]");
      if (!box) return;
      event.preventDefault();
      box.focus();
      box.select();
    } else if ((event.key === "j" || event.key === "k") && document.querySelector("[data-steps]")) {
      if (go(event.key === "k")) event.preventDefault();
    } else if ((event.key === "j" || event.key === "k") && list) {
      event.preventDefault();
      move(list, event.key === "j" ? 1 : -1);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      if (go(event.key === "ArrowLeft")) event.preventDefault();
    }
  });

  // A mostly horizontal swipe over a board moves one step; scrolling or pinching does not.
  const SWIPE = 60; // pixels
  let touched = null;
  document.addEventListener("touchstart", (event) => {
    const one = event.touches.length === 1 && event.target instanceof Element && event.target.closest("[data-steps] .board");
    touched = one ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!touched) return;
    const across = event.changedTouches[0].clientX - touched.x;
    const down = event.changedTouches[0].clientY - touched.y;
    touched = null;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) go(across > 0);
  });

  // Browsers scroll only the caret of a tall field into view: the rest may be hidden behind the bottom bar.
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLTextAreaElement) event.target.scrollIntoView({ block: "nearest" });
  });

  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      say(button.dataset.copied ?? "");
      const label = button.textContent;
      button.textContent = button.dataset.copied ?? label;
      window.setTimeout(() => {
        button.textContent = label;
      }, 2000);
    } catch {
      window.prompt("", button.dataset.copy);
    }
  });

  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-share]") : null;
    if (!button) return;
    try {
      await navigator.share({ title: button.dataset.share, url: window.location.href });
    } catch (error) {
      if (error.name !== "AbortError") throw error; // closing the share sheet is not an error
    }
  });

  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-print]")) window.print();
  });

  // Rows of tabs and of rounds scroll horizontally on a phone: start at the current one.
  const begin = (root) => {
    for (const row of root.querySelectorAll(".tabs, .one-row")) {
      const here = row.querySelector("[aria-current]")?.getBoundingClientRect();
      const whole = row.getBoundingClientRect();
      if (here) row.scrollLeft += here.left + here.width / 2 - (whole.left + whole.width / 2);
    }
  };
  begin(document);

  // Scroll the timeline to the current step.
  const follow = () => {
    const here = document.querySelector(".timeline [aria-current=step]");
    const story = here?.closest(".timeline");
    if (story && story.scrollHeight > story.clientHeight) {
      story.scrollTop = here.offsetTop - story.offsetTop - (story.clientHeight - here.offsetHeight) / 2;
    }
  };
  follow();

  const reveal = (root) => {
    for (const element of root.querySelectorAll("[data-needs-script]")) element.hidden = false;
    for (const element of root.querySelectorAll("[data-share]")) element.hidden = !navigator.share;
  };
  reveal(document);
  for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) { // at htmx:load the content has already been painted
    document.addEventListener(swapped, (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      reveal(target.parentElement ?? document);
      begin(target);
      follow();
    });
  }
})();
