/* Countdown clocks ([data-clock] with data-ends, in milliseconds since 1970). They use the server's time, never the
   device's clock, which may be wrong. data-now is the server's time when the page was rendered; the page adds the time
   elapsed since then and synchronises with the URL in data-sync: on load, when the page becomes visible again, and after
   the device was asleep. At zero it refreshes the enclosing polled part (data-poll). */

(() => {
  const SLOW = 2000; // milliseconds; a slower response is less exact than the current base
  const LEAP = 1500; // milliseconds between the two time sources that reveal sleep or an adjusted device clock
  const TOLD = [10, 5, 1]; // minutes left that are announced to screen readers
  let base = null; // {server, at, exact}: the server's time at a performance.now() of this page
  let asking = false;
  let timer = 0;
  let parting = null;

  const faces = () => [...document.querySelectorAll("[data-clock][data-ends]")];
  const now = () => base.server + performance.now() - base.at;
  const two = (number) => String(number).padStart(2, "0");
  const shown = (seconds) => {
    const minutes = Math.floor(seconds / 60);
    return minutes < 100 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  };

  const say = (text) => {
    const live = document.getElementById("live");
    if (live) live.textContent = text;
  };

  const show = (face) => {
    const seconds = Math.max(0, Math.ceil((Number(face.dataset.ends) - now()) / 1000));
    const digits = face.querySelector(".clock");
    const text = shown(seconds);
    if (digits.textContent === text) return;
    const counted = digits.textContent !== "";
    digits.textContent = text;
    if (counted && seconds > 0 && TOLD.includes(seconds / 60)) say(face.dataset.left.replace("COUNT", String(seconds / 60)));
    if (seconds > 0) return;
    face.dataset.clock = "up";
    face.querySelector("[data-clock-words]").textContent = face.dataset.up;
    if (!counted) return;
    say(face.dataset.up);
    const part = face.closest("[data-poll]");
    if (part) window.htmx.trigger(part, "ask");
  };

  const tick = () => {
    window.clearTimeout(timer);
    const running = faces();
    if (running.length === 0 || document.hidden) return;
    const apart = Date.now() - performance.now();
    if (parting !== null && Math.abs(apart - parting) > LEAP) sync();
    parting = apart;
    if (base) {
      for (const face of running) show(face);
      timer = window.setTimeout(tick, 1000 - ((now() - Number(running[0].dataset.ends)) % 1000 + 1000) % 1000 + 5);
    } else timer = window.setTimeout(tick, 1000);
  };

  const sync = async () => {
    const address = faces()[0]?.dataset.sync;
    if (!address || asking) return;
    asking = true;
    const sent = performance.now();
    try {
      const answer = await fetch(address, { cache: "no-store", headers: { Accept: "application/json" } });
      const { now: server } = await answer.json();
      const came = performance.now();
      const exact = came - sent < SLOW;
      if (Number.isFinite(server) && (exact || !base?.exact)) base = { server: server + (came - sent) / 2, at: came, exact };
    } catch {
      // Offline, the clock continues from its current base.
    }
    asking = false;
    tick();
  };

  const begin = () => {
    const made = document.querySelector("[data-clock][data-now]")?.dataset.now;
    if (!base && made) base = { server: Number(made), at: performance.now(), exact: false };
    tick();
    if (!base?.exact) sync();
  };

  for (const laid of ["htmx:load", "htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(laid, begin);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) sync().then(tick);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) sync();
  });
  window.addEventListener("online", sync);
  begin();
})();
