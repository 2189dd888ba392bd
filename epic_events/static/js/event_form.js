/* Preselects the browser's time zone for a new event: most organisers create events for their own location. */

(() => {
  const form = document.querySelector("[data-event-form]");
  /** @type {HTMLSelectElement | null} */
  const select = form?.querySelector("select[name=time_zone]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = select && [...select.options].some((option) => option.value === here);
  if (known && select.value === "UTC" && !form.querySelector(".errors, .message.is-bad")) select.value = here;
})();
