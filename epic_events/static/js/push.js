/* On the notifications page: subscribes this browser, or says why it cannot be subscribed. */

import { push } from "./every_page.js";

const section = document.getElementById("this-device");
const form = section?.querySelector("form");
if (form) {
  push.show(section, push.state());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const state = await push.subscribe(form).catch(() => "failed");
    if (state !== "subscribed") return push.show(section, state);
    push.record();
    form.submit();
  });
}
// A device that the user removes here is not subscribed again on the next page.
document.querySelector("[data-this-device]")?.addEventListener("submit", () => push.dismiss());
