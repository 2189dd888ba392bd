/* Stores the rules, glossary and search of a game on this device and serves them offline; of a running event it stores the
   tables of the round. Every other page is replaced by a fallback page that retries. Stored pages are requested without
   credentials: they contain only what is public. Nothing else is stored. Also shows push notifications. */
"use strict";

const OFFLINE = "/rules/offline/";
const NO_CONNECTION = "/no-connection/";
const ROUND = "offline round"; // the cache of a round's pages
const COPY = "copy"; // the caches of a game: this word, its name and a random number
const PATIENCE = 4000; // milliseconds to wait for the network before serving a cached page
const MOST_KNOWN = 20; // number of versions that a copy remembers to have the same content

const listing = (game) => `/rules/offline/${encodeURIComponent(game)}.json`;
const bare = { credentials: "omit", cache: "no-cache", redirect: "error" };

/** Return the caches of a game, or of every game; each with its listing if it is complete: the listing is stored last. */
const copies = async (game = "") => {
  const names = (await caches.keys()).filter((name) => name.startsWith(game ? `${COPY} ${game} ` : `${COPY} `));
  return Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name);
      const answer = await cache.match(listing(name.split(" ")[1]));
      return { name, cache, list: answer ? await answer.json() : null };
    }),
  );
};

/** Return a page or file from any complete copy; an exact match of the query string is preferred. */
const findStored = async (url) => {
  const whole = (await copies()).filter(({ list }) => list);
  for (const ignoreSearch of [false, true]) {
    for (const { cache } of whole) {
      const page = await cache.match(url, { ignoreVary: true, ignoreSearch });
      if (page) return page;
    }
  }
  return undefined;
};

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Fetch a URL in a language: that of the page that requested the copy; without one, that of the browser. */
const ask = async (url, signal, language = "") => {
  const answer = await fetch(url, { ...bare, signal, headers: language ? { "Accept-Language": language } : {} });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
};

/** Fetch all URLs of a listing into a cache; return a digest of their contents. */
const fill = async (cache, urls, signal, language) => {
  const digests = [];
  for (const url of urls) {
    const answer = await ask(url, signal, language);
    digests.push(`${url} ${hex(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()))}`);
    await cache.put(url, answer);
  }
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(digests.sort().join("\n"))));
};

const asJson = (value) => new Response(JSON.stringify(value), { headers: { "Content-Type": "application/json" } });

/** Fetch a new copy next to the previous one, and replace that only if the new one is complete and of one version. */
const renew = async (game, list, before, signal, language) => {
  const name = `${COPY} ${game} ${crypto.randomUUID()}`;
  const cache = await caches.open(name);
  try {
    const content = await fill(cache, list.urls, signal, language);
    const now = await (await ask(listing(game), signal, language)).json();
    // During a deployment, servers of two versions may respond: fetched twice, the content must be the same.
    const same = now.version === list.version || (await fill(cache, list.urls, signal, language)) === content;
    if (!same) throw new Error("It changed while it was fetched.");
    const one = before && before.list.content === content ? before : null;
    const known = [...new Set([...(one?.list.known ?? []), list.version, now.version])].slice(-MOST_KNOWN);
    const newList = { ...list, content, known, at: Date.now() };
    await (one ?? { cache }).cache.put(listing(game), asJson(newList));
    return one ? one.name : name;
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
};

/** Update the copy of a game; an aborted update leaves the previous copy unchanged. */
const store = async (game, signal, language) => {
  const list = await (await ask(listing(game), signal, language)).json();
  const whole = (await copies(game)).filter((copy) => copy.list);
  const before = whole.find((copy) => copy.list.known) ?? null; // a copy stored by an older script is replaced
  const current = before?.list.known.includes(list.version) ? before.name : await renew(game, list, before, signal, language);
  for (const { name } of await copies(game)) {
    if (name !== current) await caches.delete(name);
  }
};

/** Delete the copy of a game. */
const remove = async (game) => {
  for (const { name } of await copies(game)) await caches.delete(name);
};

/** Run the work on a game's copies exclusively, across pages and versions of this script. */
const alone = (game, work) => navigator.locks.request(`${COPY} ${game}`, work);

/** Fetches in progress by game: aborted at once when the reader removes the game, even on a slow network. */
const fetching = new Map();

const notify = async (message) => {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
};

const storeAndNotify = async (game, language) => {
  const stop = new AbortController();
  fetching.set(game, [...(fetching.get(game) ?? []), stop]);
  try {
    await alone(game, () => store(game, stop.signal, language));
    await notify({ stored: game });
  } catch {
    if (!stop.signal.aborted) await notify({ notStored: game }); // the next page that opens retries
  } finally {
    fetching.set(game, fetching.get(game).filter((other) => other !== stop));
  }
};

const removeAndNotify = async (game) => {
  for (const stop of fetching.get(game) ?? []) stop.abort();
  await alone(game, () => remove(game));
  await notify({ removed: game });
};

/** Store the public pages of a round with their static files, for the event that was viewed last. */
const storeRound = async ({ offlineTables, scan, pieces, language }) => {
  const cache = await caches.open(ROUND);
  const files = pieces.filter((url) => url.startsWith("/static/"));
  const page = await fetch(offlineTables, { ...bare, headers: language ? { "Accept-Language": language } : {} });
  if (page.status === 404) return void (await cache.delete(offlineTables)); // there is no current round
  if (!page.ok) return;
  for (const url of files) if (!(await cache.match(url))) await cache.put(url, await ask(url));
  await cache.put(scan, await ask(scan, undefined, language));
  await cache.put(offlineTables, page);
  const wanted = new Set([...files, offlineTables, scan]);
  for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
};

const offlineTables = async (path) => (await caches.open(ROUND)).match(path, { ignoreVary: true, ignoreSearch: true });

/** Return the offline response for a page of an event: its stored page, or the tables of the round. */
const ofTheRound = async (url) => {
  const [, slug, rest] = /^\/events\/([\w-]+)\/(.*)$/.exec(url.pathname) ?? [];
  const page = slug && (await offlineTables(`/events/${slug}/offline-tables/`));
  if (!page) return undefined;
  const same = await offlineTables(url.pathname);
  if (same && !url.searchParams.has("table")) return copy(same);
  const table = /^t\/(\d+)\/$/.exec(rest)?.[1] ?? (rest === "scan/" ? url.searchParams.get("table") : "");
  if (!table && !/^(?:rounds|desk|judges)\//.test(rest)) return undefined;
  const there = new URL(`/events/${slug}/offline-tables/`, url.origin);
  there.searchParams.set("for", url.pathname);
  if (table) there.hash = `table-${table}`;
  return Response.redirect(there.href);
};

/** Return a stored page marked as an offline copy. */
const copy = async (page) => {
  const html = (await page.text()).replace("<html ", "<html data-offline ");
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": page.headers.get("Content-Security-Policy") ?? "default-src 'self'" } });
};

/** Return the offline response for a page: its copy; for a rule, its place in the whole document, or the search page. */
const withoutSignal = async (url) => {
  const exact = url.pathname === "/rules/" ? undefined : await findStored(url.pathname + url.search);
  if (exact) return copy(exact);
  const rule = /^\/rules\/([\w-]+)\/(.*?)\/?$/.exec(url.pathname);
  const whole = rule && (await findStored(`/rules/${rule[1]}/whole/`));
  if (whole && rule[2] === "") return copy(whole);
  if (whole) return Response.redirect(`/rules/${rule[1]}/whole/#${rule[2]}`);
  const round = await ofTheRound(url);
  if (round) return round;
  const page = await findStored(url.pathname.startsWith("/rules/") ? OFFLINE : NO_CONNECTION);
  return page ? copy(page) : Response.error();
};

const soon = (promise) =>
  Promise.race([promise, new Promise((_, late) => setTimeout(late, PATIENCE, new Error("The network is slow.")))]);

const visit = async (request) => {
  const url = new URL(request.url);
  const here = url.pathname === "/rules/" ? await findStored(OFFLINE) : await findStored(url.pathname);
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
    const { pathname } = new URL(request.url);
    const stored = (await findStored(pathname)) ?? (await offlineTables(pathname));
    if (stored) return stored;
    throw error;
  }
};

self.addEventListener("install", () => self.skipWaiting());
/** Delete the caches of earlier versions of this script; the next page that opens stores the copies again. */
const deleteOldCaches = async () => {
  for (const name of await caches.keys()) if (name === "at hand" || name.startsWith("kept ")) await caches.delete(name);
};

self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), deleteOldCaches()])));
self.addEventListener("message", (event) => {
  if (typeof event.data?.store === "string") event.waitUntil(storeAndNotify(event.data.store, typeof event.data.language === "string" ? event.data.language : ""));
  if (/^\/events\/[\w-]+\/offline-tables\/$/.test(event.data?.offlineTables ?? "")) event.waitUntil(storeRound(event.data).catch(() => {}));
  if (typeof event.data?.remove === "string") event.waitUntil(removeAndNotify(event.data.remove));
});
self.addEventListener("push", (event) => {
  let notification = {};
  try {
    notification = event.data?.json() ?? {};
  } catch {
    return; // not from this site
  }
  if (typeof notification.title !== "string") return;
  event.waitUntil(self.registration.showNotification(notification.title, { body: notification.body, tag: notification.tag, data: { url: notification.url }, icon: "/static/icons/icon-192.png" }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const there = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (there.origin !== self.location.origin) return;
  const show = async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const same = open.find((client) => new URL(client.url).pathname === there.pathname);
    return same ? same.focus() : self.clients.openWindow(there.href);
  };
  event.waitUntil(show());
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
