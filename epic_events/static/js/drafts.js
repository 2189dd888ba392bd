/* Stores what is typed into a form on this device until the server has accepted it: after a crash, a reload, Back, an
   expired session or on an outdated page it is restored, with a notice. Passwords, files and hidden fields are never stored.
   The server lists the accepted drafts in the cookie "accepted". */

import { device } from "./device.js";
import { notices } from "./notices.js";

(() => {
  if (!device.owner) return;
  const TYPED = "textarea, input:not([type]), input:is([type=text], [type=email], [type=number], [type=url], [type=tel], [type=search], [type=date], [type=time], [type=datetime-local])";
  const KEPT = `${TYPED}, select, input:is([type=checkbox], [type=radio])`;
  const DAYS = 30;
  const DAY = 86_400_000; // milliseconds
  const LARGEST = 400_000; // characters; larger texts usually exist as a file anyway
  const words = document.getElementById("drafts").dataset;
  const state = new WeakMap(); // form: {name, id, base, timer}
  const known = new Map(); // state by draft name, for forms that htmx inserts again

  const fields = (form) => [...form.elements].filter((field) => field.name && field.matches(KEPT) && !field.closest("[data-no-draft]"));
  const value = (field) => (field.type === "checkbox" || field.type === "radio" ? field.checked : field.multiple ? [...field.selectedOptions].map((one) => one.value) : field.value);
  const given = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.defaultChecked;
    if (field instanceof HTMLSelectElement) {
      const chosen = [...field.options].filter((option) => option.defaultSelected).map((option) => option.value);
      return field.multiple ? chosen : (chosen.at(-1) ?? field.options[0]?.value ?? "");
    }
    return field.defaultValue;
  };
  /** Serialise the current or the initial values of a form: by name, several fields of one name in order. */
  const picture = (form, read) => {
    const all = {};
    for (const field of fields(form)) (all[field.name] ??= []).push(field.type === "radio" ? [field.value, read(field)] : read(field));
    return JSON.stringify(all);
  };
  const put = (form, text) => {
    const all = JSON.parse(text);
    for (const field of fields(form)) {
      const draft = all[field.name]?.shift();
      if (draft === undefined) continue;
      if (field.type === "radio") field.checked = draft[1] === true && draft[0] === field.value;
      else if (field.type === "checkbox") field.checked = draft;
      else if (field.multiple) for (const option of field.options) option.selected = draft.includes(option.value);
      else field.value = draft;
      field.closest("details")?.setAttribute("open", "");
    }
    for (const field of form.querySelectorAll(TYPED)) field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const keeps = (form) =>
    form.getAttribute("method")?.toLowerCase() === "post" && !form.hasAttribute("data-no-draft") && !form.querySelector("input[type=password]") && fields(form).some((field) => field.matches(TYPED));
  const addressOf = (form) => new URL(form.getAttribute("action") || "", window.location.href);
  const nameOf = (form) => {
    const { pathname, search } = addressOf(form);
    const alike = [...document.forms].filter((other) => keeps(other) && addressOf(other).href === addressOf(form).href);
    return `draft/${pathname}${search}#${alike.indexOf(form)}`;
  };

  const save = (form) => {
    const own = state.get(form);
    if (!own) return;
    window.clearTimeout(own.timer);
    own.timer = 0;
    const now = picture(form, value);
    if (now === own.base) device.remove(own.name);
    else if (now.length + own.base.length < LARGEST) device.write(own.name, { id: own.id, now, base: own.base, at: Date.now() });
  };

  const clock = (at) => new Date(at).toLocaleString(document.documentElement.lang, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

  /** Show a notice about a draft above a form; with ``choice`` the draft is offered instead of restored. */
  const offer = (form, draft, choice) => {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("draft-note"));
    const note = /** @type {HTMLElement} */ (template.content.firstElementChild.cloneNode(true));
    const [back, away] = note.querySelectorAll("button");
    note.querySelector("span").textContent = (choice ? words.offered : words.restored).replace("TIME", clock(draft.at));
    back.hidden = !choice;
    const gone = () => {
      note.remove();
      form.querySelector(TYPED)?.focus();
    };
    back.addEventListener("click", () => {
      put(form, draft.now);
      gone();
    });
    away.addEventListener("click", () => {
      if (!choice) put(form, picture(form, given));
      device.remove(state.get(form).name);
      gone();
    });
    form.prepend(note);
    const live = document.getElementById("live");
    if (live) live.textContent = note.querySelector("span").textContent;
  };

  const begin = (form) => {
    if (state.has(form) || !keeps(form)) return;
    const name = nameOf(form);
    const before = known.get(name);
    if (before) {
      state.set(form, before); // inserted again; contains the user's current input
      save(form);
      return;
    }
    const draft = device.read(name, null);
    const now = picture(form, value);
    const base = picture(form, given);
    // If the server or the browser already shows the draft, its base is still the state that the server has.
    const own = { name, id: draft?.id ?? device.newKey(), base: draft?.now === now ? draft.base : base, timer: 0 };
    state.set(form, own);
    known.set(name, own);
    if (!draft || draft.now === now) return;
    if ("posted" in document.body.dataset && draft.base !== base && now === base) {
      own.base = draft.base; // the server's response to the input, for example with another stage: continue from there
      save(form);
    } else if (draft.base === base && now === base && !form.hasAttribute("data-starts-empty")) {
      put(form, draft.now);
      offer(form, draft, false);
    } else offer(form, draft, true); // the form differs from the draft's base: never overwrite without asking, and never prefill a new one ([data-starts-empty])
  };

  const cookie = () => /(?:^|; )accepted=([0-9a-f.]+)/.exec(document.cookie)?.[1].split(".") ?? [];
  const settle = () => {
    const taken = cookie();
    for (const name of device.names("draft/")) {
      const draft = device.read(name, null);
      if (!draft || taken.includes(draft.id) || Date.now() - draft.at > DAYS * DAY) device.remove(name);
    }
    if (taken.length > 0) document.cookie = "accepted=; path=/; max-age=0; samesite=lax";
  };

  settle();
  for (const form of document.forms) begin(form);

  document.addEventListener("input", (event) => {
    const form = event.target instanceof Element ? /** @type {HTMLInputElement} */ (event.target).form : null;
    if (!(form instanceof HTMLFormElement) || !keeps(form)) return;
    begin(form);
    const own = state.get(form);
    own.timer ||= window.setTimeout(save, 300, form);
  });
  const saveAll = () => {
    for (const form of document.forms) if (state.get(form)?.timer) save(form);
  };
  window.addEventListener("pagehide", saveAll);
  document.addEventListener("visibilitychange", saveAll);

  // In the capture phase, before another handler takes the form: send the draft's id, so that the server can accept it.
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !keeps(form)) return;
      begin(form);
      const own = state.get(form);
      /** @type {HTMLInputElement | null} */
      let field = form.querySelector("input[name=draft]");
      if (!field) {
        field = document.createElement("input");
        field.type = "hidden";
        field.name = "draft";
        form.append(field);
      }
      field.value = own.id;
      save(form);
    },
    true,
  );
  document.addEventListener("outbox:arrived", settle);
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    settle();
    for (const form of document.forms) {
      const own = state.get(form);
      if (own && !device.read(own.name, null)) own.id = device.newKey();
    }
  });

  // --- swaps by htmx: do not lose what was typed while the request was in flight ---------------------------------------

  const asked = new WeakMap(); // request: {part: swap target, typed: the values of its fields at the request}
  const within = (target) => (target instanceof Element ? [.../** @type {NodeListOf<HTMLInputElement>} */ (target.querySelectorAll(TYPED))].map((field) => field.value).join("\0") : "");
  document.addEventListener("htmx:beforeRequest", (event) => {
    const typed = within(event.detail.target);
    if (typed) notices.forget("typed"); // a new request; a swap without fields, such as the live check, does not count
    asked.set(event.detail.xhr, { part: event.detail.target, typed });
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    const before = asked.get(xhr);
    if (target.closest("[data-taps]")) return; // taps.js preserves what is typed meanwhile
    if (!event.detail.shouldSwap || before?.part !== target) return; // an error response has another target and replaces no field
    if (before.typed === within(target)) return;
    event.detail.shouldSwap = false;
    notices.tell("typed", words.typedOn);
  });
  document.addEventListener("htmx:load", (event) => {
    for (const form of [event.detail.elt.closest("form"), ...event.detail.elt.querySelectorAll("form")]) if (form) begin(form);
  });
})();
