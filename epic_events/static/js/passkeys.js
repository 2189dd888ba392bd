/* Passkeys and security keys: a form requests a credential from the browser and submits it. Without this script, or
   without browser support, the other ways to sign in remain available. */

(() => {
  const json = globalThis.webauthnJSON;

  // The WebAuthn options; for a sign-in without a known user they are fetched only now.
  const options = async (form) => {
    if (form.dataset.passkey !== "login") return JSON.parse(document.getElementById("passkey-options").textContent);
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`The site answered ${answer.status}.`);
    return (await answer.json()).request_options;
  };

  const credential = async (form) => {
    const asked = await options(form);
    if (form.dataset.passkey !== "add") return json.get(asked);
    const stays = form.elements.passwordless.checked;
    const wanted = asked.publicKey.authenticatorSelection;
    wanted.residentKey = stays ? "required" : "discouraged";
    wanted.requireResidentKey = stays;
    if (stays) wanted.userVerification = "required";
    return json.create(asked);
  };

  const send = async (form, button) => {
    const failed = form.querySelector("[data-passkey-failed]");
    failed.hidden = true;
    button.disabled = true;
    try {
      form.elements.credential.value = JSON.stringify(await credential(form));
      form.submit();
    } catch (error) {
      console.warn(error);
      failed.hidden = false;
      button.disabled = false;
    }
  };

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    /** @type {HTMLButtonElement} */
    const button = form.querySelector("[data-passkey-ask]");
    if (json?.supported()) {
      button.addEventListener("click", () => send(form, button));
    } else {
      button.disabled = true;
      form.querySelector("[data-passkey-unknown]").hidden = false;
    }
  }
})();
