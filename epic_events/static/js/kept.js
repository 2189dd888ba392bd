/* Says on the page of the offline copy what this device really keeps, and as of when: it asks the device, not the site. */

const panel = document.getElementById("kept-here");
const state = document.getElementById("kept-state");
const rows = [...panel.querySelectorAll("li")];
const { game } = document.documentElement.dataset;

const copy = async () => {
  if (!window.caches) return null;
  for (const name of await caches.keys()) {
    if (!name.startsWith(`kept ${game} `)) continue;
    const cache = await caches.open(name);
    const listing = await cache.match(`/rules/offline/${game}.json`);
    if (listing) return { cache, list: await listing.json() };
  }
  return null;
};

const show = async () => {
  const whole = await copy();
  for (const row of rows) row.hidden = !(whole && (await whole.cache.match(row.querySelector("a").href)));
  const at = whole?.list.at ? new Date(whole.list.at) : null;
  const form = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const time = at ? at.toLocaleString(document.documentElement.lang, form) : "?";
  state.textContent = whole ? panel.dataset.kept.replace("TIME", time) : panel.dataset.none;
  panel.setAttribute("data-told", "");
};

navigator.serviceWorker?.addEventListener("message", async (event) => {
  if (event.data?.kept === game) await show();
  if (event.data?.notKept === game) {
    await show();
    state.append(` ${panel.dataset.failed}`);
  }
});
await show();
