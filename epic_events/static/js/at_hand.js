/* The tables of a round as this device kept them: found by number or name; leads back to the page that was asked for. */
"use strict";

(() => {
  const find = document.getElementById("find");
  const rows = [...document.querySelectorAll("#at-hand tbody tr")];
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

  find?.addEventListener("input", () => {
    const wanted = plain(find.value);
    for (const row of rows) {
      const table = row.querySelector(".lead").textContent.trim();
      row.hidden = wanted !== "" && table !== wanted && !plain(row.querySelector(".title").textContent).includes(wanted);
    }
  });

  if (!document.documentElement.hasAttribute("data-offline")) return;
  const asked = new URLSearchParams(window.location.search).get("for") ?? "";
  if (!asked.startsWith("/events/")) return;
  document.getElementById("asked").href = asked;
  window.addEventListener("online", () => window.location.replace(asked));
})();
