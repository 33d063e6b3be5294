import { type PageState, overviewUrl, runNumber, runUrl, serverNow, unitOf, unitUrl } from "./app.ts";
import { scheduleRender } from "./render-loop.ts";

/** Follows what the server tells, and comes back whenever it cannot be heard. */
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
    // A stream that was refused does not try again by itself.
    if (stream.readyState === 2) {
      app.browser.setTimeout(() => {
        reopenStream(app);
      }, 2000);
    }
  });
}

/** Begins anew, unless that has happened already. */
export function reopenStream(app: PageState): void {
  if (app.connection === "lost") {
    app.stream?.close();
    openStream(app);
  }
}

/** The server is there: its clock is taken over. */
export function onServerEvent(app: PageState, now: number): void {
  app.lastEventAt = app.browser.Date.now();
  // Every look at the clock is late by a network's delay, so small steps are none.
  if (Math.abs(serverNow(app) - now) > 1000) {
    app.ahead = now - app.lastEventAt;
  }
  app.connection = "live";
  scheduleRender(app);
}

/** The server cannot be heard; what is known of it stays. */
export function onDisconnect(app: PageState): void {
  app.connection = "lost";
  scheduleRender(app);
}

/** A connection that broke without a word is noticed by its silence: something is heard every 15 s. */
export function checkSilence(app: PageState): void {
  if (app.connection === "live" && app.browser.Date.now() - app.lastEventAt > 40_000) {
    onDisconnect(app);
    reopenStream(app);
  }
}

/** Asks for what has changed and is looked at. */
export function handleChanges(app: PageState, units: ReadonlySet<string>): void {
  const { unit } = app.route;
  void ask(app, overviewUrl());
  if (unit !== undefined && (units.has(unit) || units.has("*"))) {
    void ask(app, unitUrl(unit));
    askForRun(app, true);
  }
}

/** Asks for all that is looked at and not known yet. */
export function askForMissing(app: PageState): void {
  const { unit } = app.route;
  if (unit !== undefined && !app.answers.has(unitUrl(unit))) {
    void ask(app, unitUrl(unit));
  }
  askForRun(app, false);
}

/** Asks for the run that is looked at: where it is not known, and, with `again`, where it has not ended. */
export function askForRun(app: PageState, again: boolean): void {
  const { unit } = app.route;
  const number = runNumber(app);
  if (unit === undefined || number === undefined) {
    return;
  }
  const url = runUrl(unit, number);
  const known = app.answers.get(url)?.run;
  if (known === undefined ? !app.answers.has(url) || again : again && known.verdict === undefined) {
    void ask(app, url);
  }
}

/**
 * Asks the server for what is at an address, one question at a time; of many changes meanwhile the last one
 * counts.
 */
export async function ask(app: PageState, url: string): Promise<void> {
  if (app.asking.has(url)) {
    app.asking.set(url, true);
    return;
  }
  app.asking.set(url, false);
  const startedAt = app.browser.Date.now();
  try {
    await takeAnswer(app, url);
  } catch {
    onDisconnect(app);
  }
  // A large unit that is busy may take a fifth of the reader's time, no more.
  const rest = Math.min(5000, Math.max(200, 4 * (app.browser.Date.now() - startedAt)));
  app.browser.setTimeout(() => {
    const isDue = app.asking.get(url) === true;
    app.asking.delete(url);
    if (isDue && isLookedAt(app, url)) {
      void ask(app, url);
    }
  }, rest);
}

/** Whether what is at an address is on the page. */
export function isLookedAt(app: PageState, url: string): boolean {
  const { unit } = app.route;
  return url === overviewUrl() || (unit !== undefined && `${url}/`.startsWith(`${unitUrl(unit)}/`));
}

/** Takes in one answer. */
export async function takeAnswer(app: PageState, url: string): Promise<void> {
  const known = app.answers.get(url);
  const before = unitOf(app)?.state.phase;
  const headers = known === undefined || known.tag === "" ? {} : { "If-None-Match": known.tag };
  const response = await app.browser.fetch(app.base + url, { cache: "no-store", headers });
  if (response.status === 404) {
    app.answers.set(url, { tag: "", overview: undefined, unit: undefined, run: undefined });
  } else if (response.status === 200) {
    const value = JSON.parse(await response.text());
    app.answers.set(url, {
      tag: response.headers.get("ETag") ?? "",
      overview: value,
      unit: value,
      run: value,
    });
  } else if (response.status !== 304) {
    onDisconnect(app);
  }
  sayPhase(app, before);
  askForRun(app, false);
  scheduleRender(app);
}

/** A screen reader is told when the unit that is looked at gets into another phase. */
export function sayPhase(app: PageState, before: string | undefined): void {
  const { name, phase } = unitOf(app)?.state ?? {};
  if (before !== undefined && phase !== undefined && before !== phase) {
    app.said = `${name}: ${phase}`;
  }
}

/** Lets go of what is no longer looked at. */
export function forgetOthers(app: PageState): void {
  for (const url of app.answers.keys()) {
    if (!isLookedAt(app, url)) {
      app.answers.delete(url);
    }
  }
}
