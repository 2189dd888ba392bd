/* The owner of this device. Unsent input is stored on the device under a key of its owner until the server has accepted
   it; it is deleted on sign-out and when another user signs in. */

export const device = (() => {
  const AREA = "typed/";
  const OWNER = "device-owner"; // the owner when the device was last online
  const memory = new Map(); // fallback without storage: lasts as long as the page
  let left = false;

  const storage = (work, otherwise) => {
    try {
      return work(window.localStorage);
    } catch {
      return otherwise; // storage is blocked or full: the page works without it
    }
  };

  /** Return the owner named by the page; an offline copy that accepts input (data-of-device) uses the last known owner. */
  const whose = () => {
    if (document.body.dataset.owner) return document.body.dataset.owner;
    const copy = document.documentElement.hasAttribute("data-offline") && document.querySelector("[data-of-device]");
    return copy ? storage((local) => local.getItem(OWNER), "") ?? "" : "";
  };
  const owner = whose();
  const place = (name) => `${AREA}${owner}/${name}`;

  const names = (prefix = "") => {
    const start = place(prefix);
    const stored = storage((local) => Object.keys(local), []);
    const all = new Set([...stored, ...memory.keys()].filter((key) => key.startsWith(start)));
    return [...all].map((key) => key.slice(place("").length));
  };

  const read = (name, otherwise) => {
    const text = storage((local) => local.getItem(place(name)), null) ?? memory.get(place(name));
    try {
      return text ? JSON.parse(text) : otherwise;
    } catch {
      return otherwise; // not written by this site
    }
  };

  const remove = (name) => {
    memory.delete(place(name));
    storage((local) => local.removeItem(place(name)), null);
  };

  /** Store a value; return false if only this page can hold it. */
  const write = (name, value) => {
    if (!owner || left) return false;
    const text = JSON.stringify(value);
    const stored = storage((local) => {
      local.setItem(place(name), text);
      return true;
    }, false);
    if (stored) memory.delete(place(name));
    else memory.set(place(name), text);
    return stored;
  };

  const forget = (but) => {
    storage((local) => {
      for (const key of Object.keys(local)) if (key.startsWith(AREA) && !(but && key.startsWith(but))) local.removeItem(key);
    }, null);
  };
  if (owner) storage((local) => local.setItem(OWNER, owner), null);
  if (owner) forget(place("")); // delete the input of a previous owner of this device

  /** Fetch the current owner of the device and a CSRF token. Throws if there is no response. */
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
    storage((local) => local.removeItem(OWNER), null);
  });

  /** Return the number of unsent items on a page that does not know the owner: an offline copy. */
  const unsent = () =>
    storage((local) => Object.keys(local).filter((key) => key.startsWith(AREA) && key.endsWith("/outbox")).flatMap((key) => JSON.parse(local.getItem(key))).length, 0);

  /** Return a random key; also works on a page without https. */
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

  return { owner, names, read, write, remove, ask, unsent, newKey };
})();
