/* Sends queued forms in order, each exactly once: stored on the device until the server has responded.
   Each form has an idempotency key, so that it can be sent again if its response was lost. A form that the server rejects
   stays with its error and does not block the others; one that does not reach the server is retried. */

import { device } from "./device.js";

export const outbox = (() => {
  const REFUSALS = [400, 403, 404, 405, 409, 410, 413, 422];
  const LONGEST_WAIT = 15000; // milliseconds between two tries
  const MOST_STUMBLES = 3; // server errors for one form, after which the other forms go first
  let token = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=csrfmiddlewaretoken]"))?.value ?? "";
  let running = false;
  let timer = 0;
  let wait = 1000;
  let phase = "idle"; // sending, trouble, signed-out, somebody-else

  const items = () => device.read("outbox", []);
  const waiting = () => items().filter((item) => item.state === "waiting");
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`outbox:${name}`, { detail }));

  const change = (work) => {
    device.write("outbox", work(items()));
    tell("change");
  };
  const update = (key, values) => change((all) => all.map((item) => (item.key === key ? { ...item, ...values } : item)));
  const remove = (key) => change((all) => all.filter((item) => item.key !== key));
  const turn = (to) => {
    if (phase === to) return;
    phase = to;
    tell("change");
  };

  const post = async (item) => {
    const form = new URLSearchParams(item.fields);
    form.set("request_key", item.key);
    form.set("csrfmiddlewaretoken", token);
    const answer = await fetch(item.action, {
      method: "POST",
      body: form,
      headers: { "X-Outbox": device.owner, Accept: "application/json" },
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(30000),
    });
    const body = await answer.json().catch(() => null); // no JSON: not a response of this site
    return { status: answer.status, body };
  };

  /** Fetch a new token, if the device still belongs to the same user. */
  const refresh = async () => {
    const now = await device.ask();
    if (now.owner !== device.owner) {
      turn(now.owner ? "somebody-else" : "signed-out");
      return false;
    }
    token = now.token;
    return true;
  };

  /** Send one item; return whether the next one may follow. */
  const send = async (item, again = true) => {
    const { status, body } = await post(item);
    if (body && status === 200) {
      remove(item.key);
      tell("arrived", { item, body });
      return true;
    }
    if (body && (status === 401 || body.stale)) {
      if (again && (await refresh())) return send(item, false);
      return false;
    }
    if (body && REFUSALS.includes(status)) {
      update(item.key, { state: "refused", problem: body.problem ?? "", asksReason: Boolean(body.asks_reason), overrides: body.overrides ?? "", asks: Boolean(body.reports) });
      tell("refused", { item, body });
      return true;
    }
    if (status === 500) {
      const stumbles = (item.stumbles ?? 0) + 1;
      update(item.key, stumbles < MOST_STUMBLES ? { stumbles } : { stumbles: 0, state: "refused", problem: "" });
      return stumbles >= MOST_STUMBLES;
    }
    throw new Error(`${status}`);
  };

  const drain = async () => {
    for (let item = waiting()[0]; item; item = waiting()[0]) {
      if (phase === "idle") turn("sending");
      if (!(await send(item))) {
        if (phase === "sending" || phase === "idle") turn("trouble");
        return;
      }
      wait = 1000;
      turn("sending");
    }
    turn("idle");
  };

  // Only one page of this device sends at a time, if the browser supports locks; the keys prevent duplicates anyway.
  const alone = (work) =>
    navigator.locks ? navigator.locks.request(`outbox ${device.owner}`, { ifAvailable: true }, (lock) => (lock ? work() : elsewhere())) : work();
  const elsewhere = () => turn("sending");

  const pump = async () => {
    if (running || !device.owner) return;
    if (waiting().length === 0) {
      turn("idle");
      return;
    }
    running = true;
    window.clearTimeout(timer);
    try {
      await alone(drain);
    } catch {
      turn("trouble"); // offline, a restarting server, a proxy error: retried below
    } finally {
      running = false;
    }
    if (waiting().length > 0) {
      timer = window.setTimeout(pump, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  };

  const now = () => {
    wait = 1000;
    pump();
  };

  /** Queue an item and send it as soon as possible; return its key. */
  const add = ({ action, fields, label, lane }) => {
    const item = { key: device.newKey(), action, fields, label, lane, page: window.location.pathname + window.location.search, at: Date.now(), state: "waiting" };
    change((all) => [...all, item]);
    now();
    return item.key;
  };

  /** Retry a rejected item, optionally with other fields, under a new key. */
  const again = (key, fields) => {
    change((all) => all.map((item) => (item.key === key ? { ...item, key: device.newKey(), state: "waiting", problem: "", overrides: "", asks: false, fields: fields ?? item.fields } : item)));
    now();
  };

  window.addEventListener("online", now);
  window.addEventListener("pageshow", now);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") now();
  });
  window.addEventListener("storage", (event) => {
    if (event.key?.endsWith("/outbox") || event.key === null) tell("change");
  });

  return { items, waiting, add, again, update, remove, now, phase: () => phase, token: () => token };
})();
