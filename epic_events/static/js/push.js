/* On the page of notices: has this browser show them. Without a key of the site, or where the browser cannot, the button stays hidden. */
"use strict";

(() => {
  const form = document.getElementById("this-device");
  const worker = navigator.serviceWorker;
  if (!(form instanceof HTMLFormElement) || !worker || !("PushManager" in window)) return;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const said = form.querySelector("[data-refused]");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await worker.register("/sw.js", { scope: "/" });
      const registration = await worker.ready;
      const key = bytes(form.dataset.key);
      const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const told = subscription.toJSON();
      form.elements.namedItem("endpoint").value = told.endpoint;
      form.elements.namedItem("p256dh").value = told.keys.p256dh;
      form.elements.namedItem("auth").value = told.keys.auth;
      form.submit();
    } catch {
      said.textContent = said.dataset.refused;
    }
  });
})();
