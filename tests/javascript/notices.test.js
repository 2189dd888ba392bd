import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./browser.js";

const { document } = openPage("http://localhost/", '<main id="main" tabindex="-1"></main><div id="notices" data-stale="As of TIME."></div>');
const { notices } = await import("../../epic_events/static/js/notices.js");
const lines = () => [...document.querySelectorAll("#notices p")].map((line) => line.textContent);

test("a matter has one line, which new words replace", () => {
  notices.tell("stale", "Not up to date.");
  notices.tell("unsent", "Not sent.");
  notices.tell("stale", "Offline.");
  assert.deepEqual(lines(), ["Offline.", "Not sent."]);
});

test("the same words do not replace the line", () => {
  const before = document.querySelector("[data-matter=stale]");
  notices.tell("stale", "Offline.");
  assert.equal(document.querySelector("[data-matter=stale]"), before);
});

test("a link is shown as a button, and words are not markup", () => {
  notices.tell("signed-out", "<b>Signed out</b>", { href: "/accounts/login/", label: "Sign in" });
  const line = document.querySelector("[data-matter=signed-out]");
  assert.equal(line.querySelector("span").textContent, "<b>Signed out</b>");
  assert.equal(line.querySelector("a.button").getAttribute("href"), "/accounts/login/");
});

test("a forgotten matter leaves the others", () => {
  notices.forget("stale");
  notices.forget("signed-out");
  notices.forget("unknown");
  assert.deepEqual(lines(), ["Not sent."]);
});

test("a time replaces TIME in a sentence of the page", () => {
  const now = new Date();
  const hours = String(now.getHours()).padStart(2, "0");
  assert.match(notices.words("stale", now), new RegExp(`^As of ${hours}:\\d\\d\\.$`));
  assert.equal(notices.words("unknown"), "");
});
