import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./browser.js";

const { document } = openPage("http://localhost/", '<main id="main" tabindex="-1"></main><div id="notices" data-stale="As of TIME."></div>');
const { notices } = await import("../../epic_events/static/js/notices.js");
const lines = () => [...document.querySelectorAll("#notices p")].map((line) => line.textContent);

test("tell again replaces the notice of the same kind", () => {
  notices.tell("stale", "Not up to date.");
  notices.tell("unsent", "Not sent.");
  notices.tell("stale", "Offline.");
  assert.deepEqual(lines(), ["Offline.", "Not sent."]);
});

test("tell with equal text keeps the element", () => {
  const before = document.querySelector("[data-matter=stale]");
  notices.tell("stale", "Offline.");
  assert.equal(document.querySelector("[data-matter=stale]"), before);
});

test("notice renders its link as a button and escapes text", () => {
  notices.tell("signed-out", "<b>Signed out</b>", { href: "/accounts/login/", label: "Sign in" });
  const line = document.querySelector("[data-matter=signed-out]");
  assert.equal(line.querySelector("span").textContent, "<b>Signed out</b>");
  assert.equal(line.querySelector("a.button").getAttribute("href"), "/accounts/login/");
});

test("forget removes only the notice of its kind", () => {
  notices.forget("stale");
  notices.forget("signed-out");
  notices.forget("unknown");
  assert.deepEqual(lines(), ["Not sent."]);
});

test("notice text replaces TIME by the time", () => {
  const now = new Date();
  const hours = String(now.getHours()).padStart(2, "0");
  assert.match(notices.words("stale", now), new RegExp(`^As of ${hours}:\\d\\d\\.$`));
  assert.equal(notices.words("unknown"), "");
});
