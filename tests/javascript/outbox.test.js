import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, beforeEach, test } from "node:test";
import { openPage, waitUntil } from "./browser.js";

let reply = () => ({ status: 200, body: {} });
const received = [];
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (part) => (text += part));
  request.on("end", () => {
    const fields = Object.fromEntries(new URLSearchParams(text));
    if (request.method === "POST") received.push({ path: request.url, ...fields });
    const { status, body } = request.url === "/device/" ? { status: 200, body: { owner: "ana", token: "second" } } : reply(fields);
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(body === null ? "<html>" : JSON.stringify(body));
  });
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}/events/cup/`;
const window = openPage(url, '<input type="hidden" name="csrfmiddlewaretoken" value="first">', { owner: "ana" });
const { outbox } = await import("../../epic_events/static/js/outbox.js");
const entry = { action: "/enter/", fields: [["line", "4 2-1"]], label: "4 2-1", lane: "entry" };
const states = () => outbox.items().map(({ state }) => state);

beforeEach(() => {
  for (const { key } of outbox.items()) outbox.remove(key);
  received.length = 0;
  reply = () => ({ status: 200, body: {} });
});
after(() => {
  server.close();
  server.closeAllConnections();
  window.happyDOM.abort();
});

test("accepted form leaves the outbox and is sent once with its key", async () => {
  const key = outbox.add(entry);
  await waitUntil(() => outbox.items().length === 0);
  assert.deepEqual(received.map(({ path, line, request_key }) => [path, line, request_key]), [["/enter/", "4 2-1", key]]);
});

test("refused form stays with its reason and the next one is sent", async () => {
  reply = ({ line }) => (line === "4 7x" ? { status: 400, body: { problem: "No such score." } } : { status: 200, body: {} });
  outbox.add({ ...entry, fields: [["line", "4 7x"]] });
  outbox.add({ ...entry, fields: [["line", "5 2-0"]] });
  await waitUntil(() => received.length === 2 && outbox.phase() === "idle");
  assert.deepEqual(outbox.items().map(({ state, problem }) => [state, problem]), [["refused", "No such score."]]);
});

test("response of a proxy is ignored and the form waits", async () => {
  reply = () => ({ status: 200, body: null });
  outbox.add(entry);
  await waitUntil(() => outbox.phase() === "trouble");
  assert.deepEqual(states(), ["waiting"]);
  reply = () => ({ status: 200, body: {} });
  outbox.now();
  await waitUntil(() => outbox.items().length === 0);
});

test("expired CSRF token is renewed and the form is sent again", async () => {
  reply = ({ csrfmiddlewaretoken: token }) => (token === "first" ? { status: 403, body: { stale: true } } : { status: 200, body: {} });
  outbox.add(entry);
  await waitUntil(() => outbox.items().length === 0);
  assert.deepEqual(received.map(({ csrfmiddlewaretoken: token }) => token), ["first", "second"]);
});

test("form that fails three times with a server error no longer blocks others", async () => {
  reply = ({ line }) => (line === "crash" ? { status: 500, body: {} } : { status: 200, body: {} });
  outbox.add({ ...entry, fields: [["line", "crash"]] });
  outbox.add(entry);
  await waitUntil(() => {
    outbox.now();
    return received.some(({ line }) => line === "4 2-1") && outbox.phase() === "idle";
  });
  assert.deepEqual(states(), ["refused"]);
});
