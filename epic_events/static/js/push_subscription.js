/* The push subscription of this browser. The permission is requested only by a submitted form; the user's answer and the
   owner of the subscription are stored on the device. */

import { device } from "./device.js";

export const push = (() => {
  const ANSWER = `push-answer/${device.owner}`; // "yes" or "no"
  const OWNER = "push-owner";
  const RENEWED = "push"; // what the server has last received; deleted with the owner's other data on sign-out
  const PAUSED = "push-paused";
  const PAUSE = 10 * 60 * 1000; // milliseconds
  const DAY = 24 * 3600 * 1000; // milliseconds
  const memory = new Map(); // fallback without storage: lasts as long as the page

  const read = (name) => {
    try {
      return window.localStorage.getItem(name) ?? memory.get(name) ?? "";
    } catch {
      return memory.get(name) ?? "";
    }
  };

  const write = (name, value) => {
    memory.set(name, value);
    try {
      window.localStorage.setItem(name, value);
    } catch {
      return; // storage is blocked: asked again on the next page
    }
  };

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const isOf = (subscription, key) => {
    const used = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
    return used.length === key.length && used.every((one, at) => one === key[at]);
  };

  /** Return what this browser can do: "ready", "denied", "install" (iOS), "unsupported". */
  const state = () => {
    const { userAgent, maxTouchPoints, serviceWorker } = navigator;
    const isApple = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
    const standalone = /** @type {any} */ (navigator).standalone;
    if (window.isSecureContext && isApple && standalone === false && !("PushManager" in window)) return "install";
    if (!serviceWorker || !("PushManager" in window) || !("Notification" in window)) return "unsupported";
    return Notification.permission === "denied" ? "denied" : "ready";
  };

  /** Show the parts of a section that belong to a state. */
  const show = (section, name) => {
    for (const part of section.querySelectorAll("[data-state]")) part.hidden = !part.dataset.state.split(" ").includes(name);
  };

  const current = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();
  const isSubscribed = async () => Boolean(await current());

  /** End the subscription of another user of this browser. */
  const endForeign = async () => {
    if (!device.owner || !read(OWNER) || read(OWNER) === device.owner || state() === "unsupported") return;
    await (await current())?.unsubscribe();
    write(OWNER, "");
  };
  const foreignEnded = endForeign().catch(() => {}); // without a connection the next page does it

  /** Subscribe with the key of a form and fill in its fields; return the new state, "subscribed" if it succeeded. */
  const subscribe = async (form) => {
    if (Notification.permission !== "granted") await Notification.requestPermission();
    if (Notification.permission !== "granted") return state();
    await foreignEnded;
    const key = bytes(form.dataset.key);
    await navigator.serviceWorker.register("/sw.js", { scope: "/" });
    const { pushManager } = await navigator.serviceWorker.ready;
    const before = await pushManager.getSubscription();
    if (before && !isOf(before, key)) await before.unsubscribe(); // the site has a new key
    const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
    for (const [name, value] of Object.entries({ endpoint, p256dh: keys.p256dh, auth: keys.auth })) {
      /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
    }
    return "subscribed";
  };

  /** Record on the device that its owner is subscribed. */
  const record = () => {
    write(ANSWER, "yes");
    write(OWNER, device.owner);
    device.write(RENEWED, { at: Date.now() });
  };

  /** Do not request the question again for a while, because the site does not ask it. */
  const pause = () => device.write(PAUSED, { at: Date.now() });
  const isPaused = () => Date.now() - (device.read(PAUSED, null)?.at ?? 0) < PAUSE;

  /** Return true if the server received the subscription today and the user has not signed out since. */
  const isRecent = () => Date.now() - (device.read(RENEWED, null)?.at ?? 0) < DAY;

  return { state, show, subscribe, record, pause, isPaused, isRecent, isSubscribed, answer: () => read(ANSWER), dismiss: () => write(ANSWER, "no") };
})();
