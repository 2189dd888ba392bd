/* Forms marked data-send stay on their page until the server has accepted them; every page lists unsent forms.
   Then the page navigates to the URL of the response, unless the form is one of many on it (data-stays). */

import { device } from "./device.js";
import { outbox } from "./outbox.js";

(() => {
  const section = document.getElementById("unsent");
  if (!section) return;
  const { dataset } = section;
  const list = section.querySelector("ul");
  const status = section.querySelector("[role=status]");
  if (!device.owner) {
    // A shared offline copy: show the number of unsent items, but neither their owner nor their content.
    const count = document.documentElement.hasAttribute("data-offline") ? device.unsent() : 0;
    section.hidden = count === 0;
    if (count > 0) status.textContent = (count === 1 ? dataset.unsentOne : dataset.unsentMany).replace("COUNT", count);
    return;
  }
  const here = () => window.location.pathname + window.location.search;
  const pressed = new Set(); // keys sent from this page, which navigates when they are accepted
  let said = "";

  /** Return whether a line of keyboard entry is listed at its own field. A rejected one is news only once, on the page on which the rejection arrived. */
  const isShownAtItsField = (item) => {
    if (item.lane !== "entry") return false;
    const isItsPage = document.getElementById("entry-queue") !== null && item.page === here();
    return isItsPage || (item.state === "refused" && item.rejectedOn !== here());
  };

  const line = (item) => {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("unsent-line"));
    const row = /** @type {HTMLElement} */ (template.content.firstElementChild.cloneNode(true));
    row.dataset.key = item.key;
    row.querySelector("b").textContent = item.label;
    const refused = item.state === "refused";
    row.querySelector(".badge").textContent = refused ? dataset.refused : outbox.phase() === "sending" ? dataset.sending : dataset.waiting;
    row.querySelector(".badge").classList.add(refused ? "is-bad" : "is-unsure");
    row.querySelector("[data-problem]").textContent = item.problem ?? "";
    const open = row.querySelector("a");
    open.href = item.page;
    open.hidden = item.page === here();
    for (const button of row.querySelectorAll("button")) button.hidden = !refused;
    return row;
  };

  const words = (items) => {
    if (items.length === 0) return "";
    if (!items.some((item) => item.state === "waiting")) return dataset.saysRefused;
    return { trouble: dataset.saysTrouble, "signed-out": dataset.saysSignedOut, "somebody-else": dataset.saysOther }[outbox.phase()] ?? "";
  };

  const show = () => {
    const items = outbox.items().filter((item) => !isShownAtItsField(item));
    const focused = section.contains(document.activeElement) ? document.activeElement.closest("li")?.dataset.key : undefined;
    const lines = items.map(line);
    list.replaceChildren(...lines);
    section.hidden = items.length === 0;
    const now = words(items);
    if (now !== said) status.textContent = said = now;
    /** @type {HTMLAnchorElement} */
    const link = section.querySelector("[data-sign-in]");
    link.hidden = outbox.phase() !== "signed-out" || items.length === 0;
    link.href = `/accounts/login/?next=${encodeURIComponent(items[0]?.page ?? here())}`;
    if (focused) (lines.find((row) => row.dataset.key === focused)?.querySelector("button:not([hidden])") ?? document.getElementById("main"))?.focus();
  };

  section.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const key = button?.closest("li")?.dataset.key;
    if (!key) return;
    const item = outbox.items().find((one) => one.key === key);
    if (button.hasAttribute("data-again") && item?.asks) {
      outbox.remove(key);
      plainly(item); // the page of the server asks whether to override the report
    } else if (button.hasAttribute("data-again")) outbox.again(key);
    else outbox.remove(key);
  });

  /** Submit a rejected form regularly, with all its fields, to show the server's own error page. */
  const plainly = (item) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = item.action;
    form.hidden = true;
    for (const [name, value] of [...item.fields, ["request_key", item.key], ["csrfmiddlewaretoken", outbox.token()]]) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.hasAttribute("data-send")) return;
    event.preventDefault();
    const fields = [...new FormData(form, event.submitter)].filter(([name]) => name !== "csrfmiddlewaretoken" && name !== "request_key");
    const lane = `form ${form.dataset.send}`;
    const before = outbox.items().filter((item) => item.lane === lane);
    if (before.some((item) => item.state === "waiting" && item.action === form.action && JSON.stringify(item.fields) === JSON.stringify(fields))) {
      outbox.now(); // a second tap
      return;
    }
    for (const item of before) outbox.remove(item.key); // the last input counts
    const label = (event.submitter ?? form).textContent.replace(/\s+/g, " ").trim();
    const key = outbox.add({ action: form.action, fields, label, lane });
    if (!form.hasAttribute("data-stays")) pressed.add(key);
  });

  document.addEventListener("outbox:arrived", ({ detail: { item, body } }) => {
    if (pressed.has(item.key) && body.go) {
      if (!outbox.waiting().some((other) => pressed.has(other.key))) window.location.assign(body.go);
    } else if (item.lane !== "entry") status.textContent = said = `${item.label}: ${dataset.arrived}`;
  });
  document.addEventListener("outbox:refused", ({ detail: { item } }) => {
    if (item.lane === "entry") outbox.update(item.key, { rejectedOn: here() });
    if (!pressed.has(item.key)) return;
    outbox.remove(item.key);
    plainly(item);
  });
  document.addEventListener("outbox:change", show);
  show();
  outbox.now();
})();
