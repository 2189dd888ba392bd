/* Whose device this is. What a person types is kept on the device under a word of their own until the server has it;
   it goes when they sign out, and when somebody else signs in. */

export const device = (() => {
  const AREA = "typed/";
  const OWNER = "device-owner"; // whose it was when it last had a signal
  const memory = new Map(); // where nothing may be stored: the page at least knows
  let left = false;

  const storage = (work, otherwise) => {
    try {
      return work(window.localStorage);
    } catch {
      return otherwise; // forbidden or full: the page works without
    }
  };

  /** Return whose device this is: as the page says; a copy that takes what is typed (data-of-device) goes by who was here. */
  const whose = () => {
    if (document.body.dataset.owner) return document.body.dataset.owner;
    const copy = document.documentElement.hasAttribute("data-offline") && document.querySelector("[data-of-device]");
    return copy ? storage((kept) => kept.getItem(OWNER), "") ?? "" : "";
  };
  const owner = whose();
  const place = (name) => `${AREA}${owner}/${name}`;

  const names = (prefix = "") => {
    const start = place(prefix);
    const stored = storage((kept) => Object.keys(kept), []);
    const all = new Set([...stored, ...memory.keys()].filter((key) => key.startsWith(start)));
    return [...all].map((key) => key.slice(place("").length));
  };

  const read = (name, otherwise) => {
    const text = storage((kept) => kept.getItem(place(name)), null) ?? memory.get(place(name));
    try {
      return text ? JSON.parse(text) : otherwise;
    } catch {
      return otherwise; // not ours
    }
  };

  const remove = (name) => {
    memory.delete(place(name));
    storage((kept) => kept.removeItem(place(name)), null);
  };

  /** Keep a value; false where only this page can. */
  const write = (name, value) => {
    if (!owner || left) return false;
    const text = JSON.stringify(value);
    const stored = storage((kept) => {
      kept.setItem(place(name), text);
      return true;
    }, false);
    if (stored) memory.delete(place(name));
    else memory.set(place(name), text);
    return stored;
  };

  const forget = (but) => {
    storage((kept) => {
      for (const key of Object.keys(kept)) if (key.startsWith(AREA) && !(but && key.startsWith(but))) kept.removeItem(key);
    }, null);
  };
  if (owner) storage((kept) => kept.setItem(OWNER, owner), null);
  if (owner) forget(place("")); // what somebody else typed here before is nothing for who is signed in now

  /** Ask whose device it is by now, and for a token. Throws without an answer. */
  const ask = async () => {
    const answer = await fetch("/device/", { cache: "no-store", redirect: "error", signal: AbortSignal.timeout(15000) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.action.endsWith("/accounts/logout/")) return;
    const words = document.getElementById("unsent")?.dataset.leaving;
    if (words && read("outbox", []).length > 0 && !window.confirm(words)) {
      event.preventDefault();
      return;
    }
    left = true;
    memory.clear();
    forget("");
    storage((kept) => kept.removeItem(OWNER), null);
  });

  /** Return how much waits to be sent, on a page that does not know whose device it is: a copy without a signal. */
  const unsent = () =>
    storage((kept) => Object.keys(kept).filter((key) => key.startsWith(AREA) && key.endsWith("/outbox")).flatMap((key) => JSON.parse(kept.getItem(key))).length, 0);

  /** Return a new key by chance: as good on a page without https. */
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

  return { owner, names, read, write, remove, ask, unsent, newKey };
})();
