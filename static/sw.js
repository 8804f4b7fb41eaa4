// Keeps the simulator for when there is no network: all that it is made of, at once and of one release.

/** What the build writes down: the release, and its files with what each must be. */
const RELEASE = "";
const FILES = {};

/** Caches are the whole origin's. */
const OURS = `queuescope ${registration.scope} `;
const NAME = OURS + RELEASE;

/** Names that change with what they name. */
const NAMED = /-[0-9a-f]{16}(_bg)?\.\w+$/;

/** Whether the page on screen is of another release than what is kept. */
let ahead = false;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep());
});

addEventListener("activate", (event) => event.waitUntil(forget()));

addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  const [address] = url.split(/[?#]/);
  if (method !== "GET" || !address.startsWith(registration.scope)) return;
  const file = address.slice(registration.scope.length).replace(/^(index\.html)?$/, "./");
  if (!Object.hasOwn(FILES, file)) return;
  if (NAMED.test(file)) event.respondWith(named(file, event.request));
  else event.respondWith(mode === "navigate" ? page(file, event.request) : part(file, event.request));
});

/** All or nothing: a file that is not the release's is refused. */
async function keep() {
  const cache = await caches.open(NAME);
  const all = Object.entries(FILES).map(async ([file, integrity]) => {
    const answer = await fetch(file, { integrity, cache: NAMED.test(file) ? "default" : "no-cache" });
    if (!answer.ok) throw new Error(`${file} cannot be had: ${answer.status}`);
    await cache.put(file, answer);
  });
  await Promise.all(all);
}

async function forget() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(OURS) && name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function kept(file) {
  const cache = await caches.open(NAME);
  return (await cache.match(file, { ignoreVary: true })) ?? Response.error();
}

/** What the network says; nothing: it is not there, or the server behind it is not. */
async function asked(request) {
  const answer = await fetch(request).catch(() => {});
  return answer?.status >= 500 ? undefined : answer;
}

/** The page: the newest, so that a new release is there with the next load. */
async function page(file, request) {
  const answer = await asked(request);
  ahead = Boolean(answer?.ok) && (await answer.clone().text()) !== (await (await kept(file)).text());
  return answer ?? kept(file);
}

/** A part of the page that has the same name in every release: of the same release as the page. */
async function part(file, request) {
  return (await asked(request)) ?? (ahead ? Response.error() : kept(file));
}

/** A part whose name says which it is. */
async function named(file, request) {
  const answer = await kept(file);
  return answer.ok ? answer : fetch(request);
}
