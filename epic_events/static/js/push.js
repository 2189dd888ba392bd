/* On the notifications page: subscribes this browser. Hidden without a server key or browser support. */

(() => {
  const form = document.getElementById("this-device");
  const worker = navigator.serviceWorker;
  if (!(form instanceof HTMLFormElement) || !worker || !("PushManager" in window)) return;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const said = form.querySelector("[data-refused]");
  const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await worker.register("/sw.js", { scope: "/" });
      const registration = await worker.ready;
      const key = bytes(form.dataset.key);
      const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const told = subscription.toJSON();
      field("endpoint").value = told.endpoint;
      field("p256dh").value = told.keys.p256dh;
      field("auth").value = told.keys.auth;
      form.submit();
    } catch {
      said.textContent = said.dataset.refused;
    }
  });
})();
