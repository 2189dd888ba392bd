/* Asks a checked-in player once on each device whether to show a notification when pairings are published. The page
   marks where to ask by data-push-question; the question is requested only by a browser that can answer it, and stands
   above the part that is polled. A browser whose user has agreed renews its subscription once a day, unless the server has
   deleted it: then the user is asked again. */

import { push } from "./push_subscription.js";

(() => {
  const PATIENCE = 20_000; // milliseconds
  let busy = false;
  let over = false; // answered or renewed on this page

  const marker = () => document.querySelector("[data-push-question]");
  const shown = () => document.getElementById("push-question");

  const isGranted = () => "Notification" in window && Notification.permission === "granted";

  /** Return true if there is something to ask, explain or renew. */
  const isDue = async (state) => {
    if (push.answer() === "no" || push.isPaused()) return false;
    if (state === "ready") return push.answer() !== "yes" || !isGranted() || !push.isRecent() || !(await push.isSubscribed());
    return state === "denied" ? push.answer() === "yes" : state === "install";
  };

  /** Send a subscribed form; return the new state. */
  const send = async (form, section) => {
    const state = await push.subscribe(form);
    if (state !== "subscribed") return state;
    const options = { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } };
    const answer = await fetch(form.action, { ...options, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok && !answer.redirected) {
      push.record();
      return "done";
    }
    const { message } = answer.status === 400 ? await answer.json() : {};
    if (message) section.querySelector("[data-error]").textContent = message;
    return "failed";
  };

  const submit = async (form, section) => {
    const buttons = [...form.querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    const state = await send(form, section).catch(() => "failed");
    for (const button of buttons) button.disabled = false;
    over = state === "done";
    push.show(section, state);
  };

  const open = (section, state) => {
    push.show(section, state);
    section.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      submit(event.target, section);
    });
    for (const button of section.querySelectorAll("[data-dismiss]")) {
      button.addEventListener("click", () => {
        push.dismiss();
        over = true;
        if (section.contains(document.activeElement)) document.getElementById("main").focus({ preventScroll: true });
        section.remove();
      });
    }
    document.getElementById("messages").after(section);
  };

  /** Request the question; ask it, or renew the subscription of a user who has agreed before. */
  const ask = async (url, state) => {
    const agreed = state === "ready" && push.answer() === "yes" && isGranted();
    const answer = await fetch(agreed ? `${url}?renew=on` : url, { cache: "no-store", redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status !== 200) return push.pause();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const section = document.importNode(page.getElementById("push-question"), true);
    const form = section.querySelector("form");
    if (agreed && form.hasAttribute("data-renews")) {
      await send(form, section);
      over = true;
    } else if (marker()) open(section, state);
  };

  const look = async () => {
    const place = marker();
    if (!place) shown()?.remove(); // the event is over, or the player has left it
    if (!place || shown() || busy || over) return;
    busy = true;
    const state = push.state();
    const asks = async () => (await isDue(state)) && (await ask(place.dataset.pushQuestion, state));
    await asks().catch(() => {}); // without a connection the next page asks
    busy = false;
  };

  document.addEventListener("htmx:load", look);
  look();
})();
