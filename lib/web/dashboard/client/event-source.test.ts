import test from "ava";

import { manualClock } from "../../../../fixtures/manual-clock.ts";
import type { Browser } from "../../page/browser.ts";
import {
  connectionOf,
  overviewOf,
  overviewUrl,
  type PageState,
  readRoute,
  runOf,
  runUrl,
  unitUrl,
} from "./app.ts";
import { askForMissing, openStream } from "./event-source.ts";

interface OpenedPage {
  readonly app: PageState;
  /**
   * The responses of the server by URL, with 404 for all others. A number is a status, or 0 for a broken
   * connection and -1 for no response.
   */
  readonly served: Map<string, object | number>;
  /** The URLs that the page has requested. */
  readonly asked: readonly string[];
  /** Sends an event to the page. */
  readonly send: (event: string, data?: object) => Promise<void>;
  /** Opens another view. */
  readonly show: (hash: string) => Promise<void>;
  /** Advances the clock by the given milliseconds. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** Waits until the page has read the pending responses. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** A page at the given hash, with a server whose responses the test sets. */
async function openedPage(
  hash: string,
  answers: Readonly<Record<string, object | number>>,
): Promise<OpenedPage> {
  const clock = manualClock(0);
  const served = new Map<string, object | number>(Object.entries(answers));
  const asked: string[] = [];
  const listeners = new Map<string, (event: { readonly data: string }) => void>();
  const browser: Pick<
    Browser,
    "AbortSignal" | "Date" | "performance" | "EventSource" | "fetch" | "setTimeout"
  > = {
    Date: clock,
    performance: clock,
    EventSource: class {
      readonly readyState = 1;
      addEventListener = listeners.set.bind(listeners);
      close(): void {}
    },
    AbortSignal: {
      timeout: (milliseconds) => ({
        addEventListener: (_, listener) => {
          clock.after(milliseconds, listener);
        },
      }),
    },
    fetch: async (url, { signal }) => {
      asked.push(url);
      const value = served.get(url.replace(/\?.*/, "")) ?? 404;
      if (value === -1) {
        await new Promise<void>((resolve) => {
          signal.addEventListener("abort", resolve);
        });
      }
      if (value === 0 || value === -1) {
        throw new TypeError("failed to fetch");
      }
      return {
        status: typeof value === "number" ? value : 200,
        headers: { get: () => null },
        text: async () => JSON.stringify(value),
      };
    },
    setTimeout: (callback, milliseconds) => {
      clock.after(milliseconds, callback);
      return 0;
    },
  };
  const app = {
    browser,
    redraw: () => {},
    base: "",
    answers: new Map(),
    route: readRoute(hash),
    connection: "connecting",
    ahead: 0,
    lastEventAt: 0,
    asking: new Map(),
    failures: new Map(),
    drawTime: 0,
  } as unknown as PageState;
  const pass = async (milliseconds: number): Promise<void> => {
    clock.pass(milliseconds);
    await settle();
  };
  const send = async (event: string, data: object = {}): Promise<void> => {
    listeners.get(event)?.({ data: JSON.stringify({ now: clock.now(), ...data }) });
    await settle();
    await pass(5000);
  };
  const show = async (next: string): Promise<void> => {
    app.route = readRoute(next);
    askForMissing(app);
    await settle();
    await pass(5000);
  };
  openStream(app);
  await send("changed", { units: ["*"] });
  return { app, served, asked, send, show, pass };
}

const overview = { units: [], notices: [] };

function unit(...runs: readonly object[]): object {
  return { state: { name: "shop", phase: "Ready" }, runs };
}

/** A finished run, as it is listed in its unit and as returned with its objects. */
function ended(number: number, startedAt: number): object {
  return { number, startedAt, verdict: "converged", objects: [] };
}

/** The responses of a server whose unit has these runs, the latest first. */
function answersOf(
  ...runs: readonly (readonly [number: number, startedAt: number])[]
): Record<string, object> {
  const list = runs.map(([number, startedAt]) => ended(number, startedAt));
  return {
    [overviewUrl]: overview,
    [unitUrl("shop")]: unit(...list),
    ...Object.fromEntries(runs.map(([number], index) => [runUrl("shop", number), list[index] ?? {}])),
  };
}

function serve({ served }: OpenedPage, answers: Readonly<Record<string, object | number>>): void {
  served.clear();
  for (const [url, value] of Object.entries(answers)) {
    served.set(url, value);
  }
}

for (const hash of ["#/units/shop", "#/units/shop/graph/1"]) {
  test(`after a restart of the server, ${hash} shows the new run 1 instead of the old one`, async (t) => {
    const page = await openedPage(hash, answersOf([1, 100]));
    t.is(runOf(page.app)?.startedAt, 100);
    serve(page, answersOf([1, 900]));
    await page.send("changed", { units: ["*"] });
    t.is(runOf(page.app)?.startedAt, 900);
  });
}

test("after a restart of the server, a run that it does not know is no longer shown", async (t) => {
  const page = await openedPage("#/units/shop/graph/7", answersOf([7, 100]));
  serve(page, answersOf());
  await page.send("changed", { units: ["*"] });
  t.is(runOf(page.app), undefined);
});

test("after a restart of the server, a cached run with the same number is not shown again", async (t) => {
  const page = await openedPage("#/units/shop/graph/1", answersOf([2, 200], [1, 100]));
  await page.show("#/units/shop/graph/2");
  serve(page, answersOf([2, 900], [1, 800]));
  await page.send("changed", { units: ["*"] });
  await page.show("#/units/shop/graph/1");
  t.is(runOf(page.app)?.startedAt, 800);
});

test("run 1 of a unit that was removed and added again replaces the old run 1", async (t) => {
  const page = await openedPage("#/units/shop", answersOf([1, 100]));
  serve(page, answersOf([1, 900]));
  await page.send("changed", { units: ["shop"] });
  t.is(runOf(page.app)?.startedAt, 900);
});

test("a page that stays open keeps only the runs that the unit still lists", async (t) => {
  const page = await openedPage("#/units/shop", answersOf([1, 1]));
  for (let last = 2; last <= 30; last++) {
    serve(page, answersOf([last, last], [last - 1, last - 1]));
    await page.send("changed", { units: ["shop"] });
    t.is(runOf(page.app)?.number, last);
  }
  t.deepEqual(
    [...page.app.answers.keys()].toSorted(),
    [overviewUrl, unitUrl("shop"), runUrl("shop", 29), runUrl("shop", 30)].toSorted(),
  );
});

test("a run that is shown is kept even if the unit no longer lists it", async (t) => {
  const page = await openedPage("#/units/shop/graph/1", answersOf([2, 200], [1, 100]));
  serve(page, answersOf([2, 200]));
  await page.send("changed", { units: ["shop"] });
  t.is(runOf(page.app)?.startedAt, 100);
});

test("a run that ended while another run was shown is shown as ended", async (t) => {
  const underWay = { number: 2, startedAt: 200, objects: [] };
  const answers = answersOf([2, 200], [1, 100]);
  const page = await openedPage("#/units/shop/graph/2", { ...answers, [runUrl("shop", 2)]: underWay });
  t.is(runOf(page.app)?.verdict, undefined);
  await page.show("#/units/shop/graph/1");
  serve(page, answers);
  await page.send("changed", { units: ["shop"] });
  await page.show("#/units/shop/graph/2");
  t.is(runOf(page.app)?.verdict, "converged");
});

for (const [failure, status] of [
  ["no response", 0],
  ["status 503", 503],
  ["status 404", 404],
] as const) {
  test(`the first request for the overview is repeated after ${failure}`, async (t) => {
    const page = await openedPage("#/", { [overviewUrl]: status });
    t.is(overviewOf(page.app), undefined);
    t.is(connectionOf(page.app), "lost");
    serve(page, answersOf());
    await page.pass(5000);
    t.deepEqual(overviewOf(page.app)?.units, []);
    t.is(connectionOf(page.app), "live");
  });
}

test("a change that could not be fetched is fetched later, and the connection is shown as lost until then", async (t) => {
  const page = await openedPage("#/units/shop", answersOf([1, 100]));
  t.is(connectionOf(page.app), "live");
  serve(page, { ...answersOf([2, 200], [1, 100]), [unitUrl("shop")]: 0 });
  await page.send("changed", { units: ["shop"] });
  t.is(runOf(page.app)?.number, 1);
  // The stream reconnects with the ID of that event, so the server reports no changes since then.
  await page.send("beat");
  t.is(connectionOf(page.app), "lost");
  serve(page, answersOf([2, 200], [1, 100]));
  await page.pass(5000);
  t.is(runOf(page.app)?.number, 2);
  t.is(connectionOf(page.app), "live");
});

test("a request without a response in time shows the connection as lost, and is repeated", async (t) => {
  const page = await openedPage("#/", answersOf());
  serve(page, { [overviewUrl]: -1 });
  await page.send("changed", { units: [""] });
  await page.pass(24_000);
  t.is(connectionOf(page.app), "live");
  await page.pass(1000);
  t.is(connectionOf(page.app), "lost");
  serve(page, answersOf());
  await page.pass(5000);
  t.is(connectionOf(page.app), "live");
});

test("failing requests are repeated with a backoff of at most five seconds", async (t) => {
  const page = await openedPage("#/", { [overviewUrl]: 0 });
  const delays = [];
  let delay = 0;
  while (delays.length < 6) {
    const before = page.asked.length;
    await page.pass(1000);
    delay += 1;
    if (page.asked.length > before) {
      delays.push(delay);
      delay = 0;
    }
  }
  t.deepEqual(delays, [1, 2, 4, 5, 5, 5]);
});

test("a failed request is not repeated once another view is shown", async (t) => {
  const page = await openedPage("#/units/shop", { ...answersOf(), [unitUrl("shop")]: 503 });
  t.is(connectionOf(page.app), "lost");
  await page.show("#/");
  t.is(connectionOf(page.app), "live");
  const before = page.asked.length;
  await page.pass(60_000);
  t.is(page.asked.length, before);
});
