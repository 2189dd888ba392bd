/* What is to be sent, in order, once each: kept on the device until the server has answered it.
   A form goes under a key of its own, so that one whose answer was lost may be sent again. What the server refuses stays
   with its problem and lets the rest pass; what does not reach the server is tried again until it does. */

import { device } from "./device.js";

export const outbox = (() => {
  const REFUSALS = [400, 403, 404, 405, 409, 410, 413, 422];
  const LONGEST_WAIT = 15000; // milliseconds between two tries
  const MOST_STUMBLES = 3; // answers of a broken server to one form, after which the others go first
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
    const body = new URLSearchParams(item.fields);
    body.set("request_key", item.key);
    body.set("csrfmiddlewaretoken", token);
    const answer = await fetch(item.action, {
      method: "POST",
      body,
      headers: { "X-Outbox": device.owner, Accept: "application/json" },
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(30000),
    });
    const told = await answer.json().catch(() => null); // a page of something in between is no answer
    return { status: answer.status, told };
  };

  /** Take a new token, if this is still the same person's device. */
  const refresh = async () => {
    const now = await device.ask();
    if (now.owner !== device.owner) {
      turn(now.owner ? "somebody-else" : "signed-out");
      return false;
    }
    token = now.token;
    return true;
  };

  /** Send one; whether the next may follow. */
  const send = async (item, again = true) => {
    const { status, told } = await post(item);
    if (told && status === 200) {
      remove(item.key);
      tell("arrived", { item, told });
      return true;
    }
    if (told && (status === 401 || told.stale)) {
      if (again && (await refresh())) return send(item, false);
      return false;
    }
    if (told && REFUSALS.includes(status)) {
      update(item.key, { state: "refused", problem: told.problem ?? "", asksReason: Boolean(told.asks_reason) });
      tell("refused", { item, told });
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

  // One page of this device sends at a time, where the browser can say so; the keys keep it to once anywhere.
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
      turn("trouble"); // no signal, a server that restarts, something in between: tried again below
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

  /** Keep something to be sent and send it as soon as can be; return its key. */
  const add = ({ action, fields, label, lane }) => {
    const item = { key: device.newKey(), action, fields, label, lane, page: window.location.pathname + window.location.search, at: Date.now(), state: "waiting" };
    change((all) => [...all, item]);
    now();
    return item.key;
  };

  /** Try something refused once more, with other words if given: under a key of its own. */
  const again = (key, fields) => {
    change((all) => all.map((item) => (item.key === key ? { ...item, key: device.newKey(), state: "waiting", problem: "", fields: fields ?? item.fields } : item)));
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

  return { items, waiting, add, again, remove, now, phase: () => phase, token: () => token };
})();
