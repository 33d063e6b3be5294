import { nextAnswer, noAnswer, type ResponseCache } from "./data/answer.ts";
import { type PageState, overviewUrl, runNumber, runUrl, serverNow, unitOf, unitUrl } from "./app.ts";

/** Opens the event stream of the server and reconnects whenever it breaks. */
export function openStream(app: PageState): void {
  const stream = new app.browser.EventSource(`${app.base}events`);
  app.stream = stream;
  stream.addEventListener("changed", ({ data }) => {
    const { units, now } = JSON.parse(data);
    onServerEvent(app, now);
    handleChanges(app, new Set(units));
  });
  stream.addEventListener("beat", ({ data }) => {
    onServerEvent(app, JSON.parse(data).now);
  });
  stream.addEventListener("error", () => {
    onDisconnect(app);
    // A stream that was refused does not reconnect by itself.
    if (stream.readyState === 2) {
      app.browser.setTimeout(() => {
        reopenStream(app);
      }, 2000);
    }
  });
}

/** Reopens the stream unless it is already connected again. */
export function reopenStream(app: PageState): void {
  if (app.connection === "lost") {
    app.stream?.close();
    openStream(app);
  }
}

/** Notes that the server is connected, and adopts its clock. */
function onServerEvent(app: PageState, now: number): void {
  app.lastEventAt = app.browser.Date.now();
  // Every reading of the clock is late by the network delay, so small differences are ignored.
  if (Math.abs(serverNow(app) - now) > 1000) {
    app.ahead = now - app.lastEventAt;
  }
  app.connection = "live";
  app.redraw();
}

/** Marks the connection as lost; the data already loaded stays. */
function onDisconnect(app: PageState): void {
  app.connection = "lost";
  app.redraw();
}

/** Detects a connection that broke silently: the server sends something every 15 s. */
export function checkSilence(app: PageState): void {
  if (app.connection === "live" && app.browser.Date.now() - app.lastEventAt > 40_000) {
    onDisconnect(app);
    reopenStream(app);
  }
}

/** Fetches the data shown that has changed. */
function handleChanges(app: PageState, units: ReadonlySet<string>): void {
  const { unit } = app.route;
  const isAll = units.has("*");
  void ask(app, overviewUrl);
  if (unit !== undefined && (units.has(unit) || isAll)) {
    void ask(app, unitUrl(unit));
    // After a restart of the server, an ended run of the same number is another one.
    askForRun(app, isAll ? "always" : "unlessEnded");
  }
}

/** Fetches the data shown that is not loaded yet. */
export function askForMissing(app: PageState): void {
  const { unit } = app.route;
  if (unit !== undefined && !app.answers.has(unitUrl(unit))) {
    void ask(app, unitUrl(unit));
  }
  askForRun(app, "ifMissing");
}

/** Fetches the run shown. */
function askForRun(app: PageState, when: "always" | "unlessEnded" | "ifMissing"): void {
  const url = shownRunUrl(app);
  if (url === undefined) {
    return;
  }
  const isEnded = app.answers.get(url)?.run?.verdict !== undefined;
  if (when === "always" || !app.answers.has(url) || (when === "unlessEnded" && !isEnded)) {
    void ask(app, url);
  }
}

/** Returns the URL of the run shown, if any. */
function shownRunUrl(app: PageState): string | undefined {
  const { unit } = app.route;
  const number = runNumber(app);
  return unit === undefined || number === undefined ? undefined : runUrl(unit, number);
}

/**
 * Fetches a URL, one request at a time; changes during a request cause a single further one. A failed request
 * is repeated until it succeeds or the data is no longer shown.
 */
export async function ask(app: PageState, url: string): Promise<void> {
  if (app.asking.has(url)) {
    app.asking.set(url, true);
    return;
  }
  app.asking.set(url, false);
  const rest = await takeAnswer(app, url).then(
    (busy) => restAfterAnswer(app, url, busy),
    () => restAfterFailure(app, url),
  );
  app.redraw();
  app.browser.setTimeout(() => {
    const isDue = app.asking.get(url) === true;
    app.asking.delete(url);
    if (!isLookedAt(app, url)) {
      app.failures.delete(url);
    } else if (isDue) {
      void ask(app, url);
    }
  }, rest);
}

/** Milliseconds between an answer and the next request for the same URL. */
const shortestRest = 25;
const longestRest = 5000;

/** Returns how long to rest: a large, busy unit may take up a fifth of the browser's time, no more. */
function restAfterAnswer(app: PageState, url: string, busy: number): number {
  app.failures.delete(url);
  return Math.min(longestRest, Math.max(shortestRest, 4 * (busy + app.drawTime)));
}

/** Has the request repeated, and returns how long to rest before: longer after each failure. */
function restAfterFailure(app: PageState, url: string): number {
  const count = (app.failures.get(url) ?? 0) + 1;
  app.failures.set(url, count);
  app.asking.set(url, true);
  return Math.min(longestRest, 250 * 2 ** count);
}

/** Reports whether the data of a URL is on the page. */
function isLookedAt(app: PageState, url: string): boolean {
  const { unit } = app.route;
  return url === overviewUrl || (unit !== undefined && url === unitUrl(unit)) || url === shownRunUrl(app);
}

/**
 * Fetches a URL and stores the response, unless something else is shown by now. Returns the milliseconds that
 * it took to read it. Throws an Error if the server does not answer with data.
 */
async function takeAnswer(app: PageState, url: string): Promise<number> {
  const before = unitOf(app)?.state.phase;
  const { answer, busy } = await fetchAnswer(app, url);
  if (isLookedAt(app, url)) {
    app.answers.set(url, answer);
  }
  sayPhase(app, before);
  if (url === unitUrl(app.route.unit ?? "")) {
    forgetOthers(app);
  }
  askForRun(app, "ifMissing");
  return busy;
}

/** Milliseconds for an answer with all of its data: a server that hangs counts as lost after that. */
const longestFetch = 30_000;

/** Fetches a URL. Throws an Error if the server does not answer with data in time. */
async function fetchAnswer(
  app: PageState,
  url: string,
): Promise<{ readonly answer: ResponseCache; readonly busy: number }> {
  const known = app.answers.get(url);
  const { tag: knownTag, mark } = known ?? noAnswer;
  const headers = knownTag === "" ? {} : { "If-None-Match": knownTag };
  const query = mark === undefined ? "" : `?since=${encodeURIComponent(mark)}`;
  const signal = app.browser.AbortSignal.timeout(longestFetch);
  const response = await app.browser.fetch(app.base + url + query, { cache: "no-store", headers, signal });
  if (response.status === 304 && known !== undefined) {
    return { answer: known, busy: 0 };
  }
  // Only something in between finds no overview.
  if (response.status === 404 && url !== overviewUrl) {
    return { answer: noAnswer, busy: 0 };
  }
  if (response.status !== 200) {
    throw new Error(`the server answered with status ${response.status}`);
  }
  const text = await response.text();
  const startedAt = app.browser.performance.now();
  const tag = response.headers.get("ETag") ?? "";
  const answer = nextAnswer(known, { tag, value: JSON.parse(text) });
  return { answer, busy: app.browser.performance.now() - startedAt };
}

/** Announces a phase change of the unit shown to screen readers. */
function sayPhase(app: PageState, before: string | undefined): void {
  const { name, phase } = unitOf(app)?.state ?? {};
  if (before !== undefined && phase !== undefined && before !== phase) {
    app.said = `${name}: ${phase}`;
  }
}

/** Drops the data of other units, and the runs that the unit shown no longer lists. */
export function forgetOthers(app: PageState): void {
  for (const url of app.failures.keys()) {
    if (!isLookedAt(app, url)) {
      app.failures.delete(url);
    }
  }
  for (const url of app.answers.keys()) {
    if (!isKept(app, url)) {
      app.answers.delete(url);
    }
  }
}

/** Reports whether data is shown, or is that of a run that has ended and that the unit still lists. */
function isKept(app: PageState, url: string): boolean {
  const { unit } = app.route;
  const listed =
    unit === undefined ? undefined : unitOf(app)?.runs.find(({ number }) => runUrl(unit, number) === url);
  if (listed === undefined) {
    return isLookedAt(app, url);
  }
  const { run } = app.answers.get(url) ?? noAnswer;
  // Numbers start at 1 again when the server does, or when a unit is removed and added again.
  const isSame = run?.startedAt === listed.startedAt;
  return isSame && (run.verdict !== undefined || isLookedAt(app, url));
}
