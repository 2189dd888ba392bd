/* A new event is most likely held where its organiser is: choose the browser's own time zone, which can be changed. */

(() => {
  const form = document.querySelector("[data-new-event]");
  /** @type {HTMLSelectElement | null} */
  const select = form?.querySelector("select[name=time_zone]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = select && [...select.options].some((option) => option.value === here);
  if (known && select.value === "UTC" && !form.querySelector(".errors, .message.is-bad")) select.value = here;
})();
