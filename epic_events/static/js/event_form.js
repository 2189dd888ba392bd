/* The form of an event: preselects the browser's time zone, because most organisers create events for their own
   location, and draws the card back again while name, game or colour change. */

(() => {
  const form = document.querySelector("[data-event-form=new]");
  /** @type {HTMLSelectElement | null} */
  const select = form?.querySelector("select[name=time_zone]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = select && [...select.options].some((option) => option.value === here);
  if (known && select.value === "UTC" && !form.querySelector(".errors, .message.is-bad")) select.value = here;
})();

(() => {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector("[data-event-form]");
  /** @type {HTMLImageElement | null} */
  const image = form?.querySelector("[data-card-back]");
  if (!image) return;
  const liveries = [...form.querySelectorAll("input[name=livery]")].map((input) => input.getAttribute("value"));

  /** The 32-bit FNV-1a hash of a text, as the site computes it. @param {string} text */
  const hash = (text) => {
    let value = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
    return value || 1;
  };

  const draw = () => {
    const data = new FormData(form);
    const name = String(data.get("name") ?? "").trim();
    const [game] = String(data.get("format") ?? "").split(":");
    const own = liveries.filter((livery) => livery);
    const livery = String(data.get("livery") ?? "") || own[hash(name) % own.length];
    const path = image.src.split("/");
    path.splice(-3, 3, game, livery, `${hash(`${name}|${game}`).toString(16).padStart(8, "0")}.svg`);
    if (image.src !== path.join("/")) image.src = path.join("/");
  };

  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(draw, 250);
  });
})();
