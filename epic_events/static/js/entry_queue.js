/* Keyboard entry at the desk: typed lines are queued, sent in order and remain visible until the server has accepted them. */

import { device, outbox } from "./every_page.js";

(() => {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector(".entry-line");
  const section = document.getElementById("entry-queue");
  if (!device.owner || !form || !section) return;
  const { dataset } = section;
  /** @type {HTMLInputElement} */
  const input = form.querySelector("#line");
  const list = section.querySelector("ol");
  const status = document.getElementById("entry-queue-state");
  /** @type {HTMLTemplateElement} */
  const template = document.getElementById("entry-queue-line");
  const MOST_ARRIVED = 3;
  const arrived = []; // the lines accepted last, still shown as confirmation
  const reasons = new WeakMap(); // row: its form, attached only while the server requires a reason
  let said = "";
  let refreshing = false;
  let stale = false;

  const typed = (item) => item.fields.find(([name]) => name === "line")?.[1] ?? "";
  const own = () => outbox.items().filter((item) => item.lane === "entry" && item.action === form.action);

  // --- status below the line: the number of missing results and the last entries ---------------------------------------

  // A button that is replaced between press and release receives no click: delay the replacement until after the click.
  const AFTER_PRESS = 100; // milliseconds until the click that follows a press has been dispatched
  let press = Promise.resolve(); // resolved when the last press is over
  for (const [begin, ...ends] of [["pointerdown", "pointerup", "pointercancel"], ["keydown", "keyup"]]) {
    document.addEventListener(begin, ({ target }) => {
      if (!(target instanceof Element) || !target.closest("#entry-state")) return;
      press = new Promise((over) => {
        for (const end of ends) window.addEventListener(end, () => window.setTimeout(over, AFTER_PRESS), { once: true });
      });
    });
  }
  const released = async () => {
    let awaited;
    while (awaited !== press) await (awaited = press); // another press may have started meanwhile
  };

  const fresh = async () => {
    const answer = await fetch(window.location.href, { cache: "no-store", signal: AbortSignal.timeout(30000) });
    const part = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("entry-state");
    await released();
    const shown = document.getElementById("entry-state");
    if (!part || !shown) throw new Error(`${answer.status}`);
    const focused = shown.contains(document.activeElement) ? document.activeElement : null;
    const same = focused?.closest("form")?.getAttribute("action");
    shown.replaceWith(document.adoptNode(part));
    if (focused) ([...part.querySelectorAll("form")].find((other) => other.getAttribute("action") === same)?.querySelector("button") ?? input).focus();
  };

  const refresh = async () => {
    stale = true;
    if (refreshing) return;
    refreshing = true;
    while (stale) {
      stale = false;
      try {
        await fresh();
      } catch {
        stale = true; // retry until it loads
        await new Promise((later) => window.setTimeout(later, 5000));
      }
    }
    refreshing = false;
  };

  // --- the list of lines ----------------------------------------------------------------------------------------------

  const row = (item) => {
    const row = list.querySelector(`[data-key="${item.key}"]`);
    if (row) return row;
    const made = /** @type {HTMLElement} */ (template.content.firstElementChild.cloneNode(true));
    made.dataset.key = item.key;
    made.querySelector("code").textContent = typed(item);
    const reason = made.querySelector("form");
    reason.querySelector("input").id = `reason-${item.key}`;
    reason.querySelector("label").htmlFor = `reason-${item.key}`;
    reasons.set(made, reason);
    for (const button of made.querySelectorAll("button")) button.querySelector(".sr-only")?.append(` ${typed(item)}`);
    return made;
  };

  const fill = (made, item) => {
    const state = item.state === "waiting" && outbox.phase() === "sending" && item === own().find((one) => one.state === "waiting") ? "sending" : item.state;
    const badge = made.querySelector(".badge");
    badge.textContent = dataset[state];
    badge.className = `badge ${{ refused: "is-bad", arrived: "is-ok" }[state] ?? "is-unsure"}`;
    made.querySelector("[data-messages]").textContent = item.messages ?? "";
    const problem = made.querySelector("[data-problem]");
    const words = item.state === "refused" ? item.problem || dataset.noAnswer : "";
    if (problem.textContent !== words) problem.textContent = words; // a role=alert: announced once, when its text changes
    problem.hidden = !words;
    const reason = reasons.get(made);
    if (item.state !== "refused" || !item.asksReason) reason.remove();
    else if (!reason.isConnected) problem.after(reason);
    made.querySelector(".actions").hidden = item.state !== "refused";
    made.querySelector("[data-override]").hidden = !item.overrides;
  };

  const words = (items) => {
    const open = items.filter((item) => item.state === "waiting").length;
    if (open === 0) return "";
    const why = { trouble: dataset.saysTrouble, "signed-out": dataset.saysSignedOut, "somebody-else": dataset.saysOther }[outbox.phase()];
    return why ? `${(open === 1 ? dataset.one : dataset.many).replace("COUNT", open)} ${why}` : "";
  };

  const show = () => {
    const items = own();
    const lines = [...arrived, ...items];
    /** @type {Element[]} */
    const rows = lines.map((item) => {
      const made = row(item);
      fill(made, item);
      return made;
    });
    const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    for (const other of [...list.children]) if (!rows.includes(other)) other.remove();
    rows.forEach((made, place) => {
      if (list.children[place] !== made) list.insertBefore(made, list.children[place] ?? null);
    });
    section.hidden = lines.length === 0;
    if (focused && !focused.isConnected) input.focus();
    const now = words(items);
    if (now !== said) status.textContent = said = now;
    const link = document.getElementById("entry-sign-in");
    link.hidden = outbox.phase() !== "signed-out" || items.length === 0;
  };

  // --- user actions ---------------------------------------------------------------------------------------------------

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = [...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "request_key", "draft"].includes(name));
    const line = input.value.trim();
    input.value = "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
    if (line) outbox.add({ action: form.action, fields, label: line, lane: "entry" });
  });

  list.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = /** @type {HTMLElement} */ (event.target);
    const { key } = asked.closest("li").dataset;
    const item = own().find((one) => one.key === key);
    const reason = asked.querySelector("input").value.trim();
    if (!item || !reason) return;
    input.focus();
    outbox.again(key, [...item.fields.filter(([name]) => name !== "reason"), ["reason", reason]]);
  });

  list.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-override], [data-correct], [data-throw-away]") : null;
    const key = button?.closest("li")?.dataset.key;
    const item = own().find((one) => one.key === key);
    if (!item) return;
    if (button.hasAttribute("data-override")) {
      input.focus();
      outbox.again(key, [...item.fields.filter(([name]) => name !== "overrides_reports"), ["overrides_reports", item.overrides]]);
      return;
    }
    if (button.hasAttribute("data-correct")) {
      if (input.value.trim()) {
        status.textContent = said = dataset.saysFinish; // do not overwrite the current input
        input.focus();
        return;
      }
      input.value = typed(item);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    input.focus();
    outbox.remove(key);
  });

  document.addEventListener("outbox:arrived", ({ detail: { item, body } }) => {
    if (item.lane !== "entry" || item.action !== form.action) return;
    const sentences = (body.messages ?? []).join(" ");
    arrived.push({ ...item, state: "arrived", messages: sentences });
    arrived.splice(0, arrived.length - MOST_ARRIVED);
    show();
    const live = document.getElementById("live");
    if (live) live.textContent = sentences || `${typed(item)}: ${dataset.arrived}`; // visible in the list; announced here for screen readers
    refresh();
  });

  document.addEventListener("outbox:refused", ({ detail: { item, body } }) => {
    if (item.lane !== "entry" || item.action !== form.action) return;
    show();
    // Move the focus to the reason, unless the user is still typing.
    const idle = document.activeElement === input && !input.value && !own().some((one) => one.state === "waiting");
    if (idle && body.asks_reason) list.querySelector(`[data-key="${item.key}"] input`)?.focus();
  });

  document.addEventListener("outbox:change", () => {
    const before = section.dataset.count;
    show();
    section.dataset.count = own().length;
    if (before > section.dataset.count && !arrived.length) refresh(); // sent by another page of this device
  });
  show();
})();
