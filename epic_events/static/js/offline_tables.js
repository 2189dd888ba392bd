/* The offline copy of a round's tables: find a table by number or name, enter results where the device's owner may, and
   return to the requested page when the site responds. */

import { device, outbox } from "./every_page.js";
import { signal } from "./signal.js";

(() => {
  /** @type {HTMLInputElement | null} */
  const find = document.getElementById("find");
  const rows = [...document.querySelectorAll("#offline-tables tbody tr")];
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

  find?.addEventListener("input", () => {
    const wanted = plain(find.value);
    for (const row of rows) {
      const table = row.querySelector(".lead").textContent.trim();
      row.hidden = wanted !== "" && table !== wanted && !plain(row.querySelector(".title").textContent).includes(wanted);
      const next = /** @type {HTMLElement | null} */ (row.nextElementSibling);
      if (next?.matches(".note-row")) next.hidden = row.hidden;
    }
  });

  // --- results and judge calls: staff at every table, players at their own ---------------------------------------------

  /** @type {HTMLTemplateElement | null} */
  const note = document.getElementById("note");
  const [, slug] = window.location.pathname.split("/").slice(1);
  const own = device.owner ? device.read(`at-event/${slug}`, {}) : {};
  const may = (row) => own.staff || (own.entry && row.dataset.entries.split(" ").includes(own.entry));

  const close = (row) => {
    const open = row.nextElementSibling;
    if (!open?.matches(".note-row")) return;
    const focused = open.contains(document.activeElement);
    open.remove();
    const button = row.querySelector("[data-note]");
    button.setAttribute("aria-expanded", "false");
    if (focused) button.focus();
  };

  const open = (row) => {
    for (const other of rows) close(other);
    const made = /** @type {HTMLElement} */ (note.content.firstElementChild.cloneNode(true));
    const { match } = row.dataset;
    const names = [...row.querySelectorAll(".title bdi")].map((name) => name.textContent);
    for (const table of made.querySelectorAll("[data-table]")) table.textContent = row.querySelector(".lead").textContent.trim();
    for (const name of made.querySelectorAll("[data-seat]")) name.textContent = names[Number(name.dataset.seat) - 1];
    for (const form of made.querySelectorAll("form")) {
      form.action = form.getAttribute("action").replace("/tables/0/", `/tables/${match}/`);
      form.dataset.send += match;
      form.addEventListener("submit", () => window.setTimeout(close, 0, row)); // after it has been queued
    }
    row.after(made);
    row.querySelector("[data-note]").setAttribute("aria-expanded", "true");
    made.querySelector("button").focus({ preventScroll: true });
    made.scrollIntoView({ block: "nearest" });
  };

  const state = (row) => {
    const { match } = row.dataset;
    const item = outbox.items().find(({ lane }) => lane === `form ${match}` || lane === `form call-${match}`);
    const badge = row.querySelector("[data-noted]");
    const words = item ? document.getElementById("unsent").dataset[item.state] : "";
    badge.hidden = !item;
    if (badge.textContent !== words) badge.textContent = words;
    badge.classList.toggle("is-bad", item?.state === "refused");
    badge.classList.toggle("is-unsure", item?.state === "waiting");
  };

  const offered = note ? rows.filter((row) => row.dataset.match && may(row)) : [];
  for (const row of offered) {
    const button = row.querySelector("[data-note]");
    button.hidden = false;
    button.addEventListener("click", () => (button.getAttribute("aria-expanded") === "true" ? close(row) : open(row)));
  }
  const show = () => offered.forEach(state);
  document.addEventListener("outbox:change", show);
  show();

  // --- return to the requested page -----------------------------------------------------------------------------------

  if (!document.documentElement.hasAttribute("data-offline")) return;
  const here = window.location.pathname;
  const wanted = new URLSearchParams(window.location.search).get("for") ?? "";
  const asked = wanted.startsWith("/events/") ? wanted : here;
  /** @type {HTMLAnchorElement} */
  const link = document.getElementById("asked");
  if (asked !== here) link.href = asked;

  signal.awaitSite(() => {
    outbox.now();
    // Do not leave the page while the user is typing or searching: offer a link instead.
    if (find?.value || document.querySelector(".note-row")) {
      const back = document.getElementById("back");
      back.hidden = false;
      back.querySelector("a").href = asked;
    } else if (asked === here) window.location.reload();
    else window.location.replace(asked);
  });
})();
