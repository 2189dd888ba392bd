/* Keeps the rules, the glossary and the search of a game on this device, and answers with them when there is no signal;
   in place of every other page it gives one that says so and goes on trying. What is kept is asked for without anybody's sign-in: it is what everybody may read. Nothing else is ever kept. */
"use strict";

const OFFLINE = "/rules/offline/";
const NO_SIGNAL = "/no-signal/";
const PATIENCE = 4000; // milliseconds that a kept page waits for the network

const listing = (game) => `/rules/offline/${encodeURIComponent(game)}.json`;
const bare = { credentials: "omit", cache: "no-cache", redirect: "error" };

const kept = async (url) => caches.match(url, { ignoreVary: true, ignoreSearch: true });

/** Bring what is kept of a game up to date; an update that breaks off leaves the copy before as it is. */
const keep = async (game) => {
  const answer = await fetch(listing(game), bare);
  if (!answer.ok) return;
  const list = await answer.clone().json();
  const name = `kept ${game} ${list.version}`;
  const cache = await caches.open(name);
  if (!(await cache.match(listing(game)))) {
    for (const url of list.urls) {
      const found = await fetch(url, bare);
      if (!found.ok) throw new Error(`${url}: ${found.status}`);
      await cache.put(url, found);
    }
    await cache.put(listing(game), answer); // last: it says that the copy is whole
  }
  for (const other of await caches.keys()) {
    if (other.startsWith(`kept ${game} `) && other !== name) await caches.delete(other);
  }
};

/** Return a kept page marked as a copy, so that it says so. */
const copy = async (page) => {
  const html = (await page.text()).replace("<html ", "<html data-offline ");
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": page.headers.get("Content-Security-Policy") ?? "default-src 'self'" } });
};

/** Return what stands for a page without a signal: its copy; for a rule its place in the whole document, or the search. */
const withoutSignal = async (url) => {
  const exact = url.pathname === "/rules/" ? undefined : await kept(url.pathname);
  if (exact) return copy(exact);
  const rule = /^\/rules\/([\w-]+)\/(.*?)\/?$/.exec(url.pathname);
  const whole = rule && (await kept(`/rules/${rule[1]}/whole/`));
  if (whole && rule[2] === "") return copy(whole);
  if (whole) return Response.redirect(`/rules/${rule[1]}/whole/#${rule[2]}`);
  const page = await kept(url.pathname.startsWith("/rules/") ? OFFLINE : NO_SIGNAL);
  return page ? copy(page) : Response.error();
};

const soon = (promise) =>
  Promise.race([promise, new Promise((_, late) => setTimeout(late, PATIENCE, new Error("The network is slow.")))]);

const visit = async (request) => {
  const url = new URL(request.url);
  const here = url.pathname === "/rules/" ? await kept(OFFLINE) : await kept(url.pathname);
  try {
    return await (here ? soon(fetch(request)) : fetch(request));
  } catch {
    return withoutSignal(url);
  }
};

const piece = async (request) => {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(new URL(request.url).pathname);
    if (found) return found;
    throw error;
  }
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (typeof event.data?.keep === "string") event.waitUntil(keep(event.data.keep).catch(() => undefined)); // next time
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(request));
  else if (url.pathname.startsWith("/static/") || /^\/(?:rules|rulings)\/[\w/-]+\.json$/.test(url.pathname)) {
    event.respondWith(piece(request));
  }
});
