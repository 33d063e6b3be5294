import test from "ava";

import { manualClock } from "../../../../fixtures/manual-clock.ts";
import type { Browser } from "../../page/browser.ts";
import { overviewUrl, type PageState, readRoute, runOf, runUrl, unitUrl } from "./app.ts";
import { askForMissing, openStream } from "./event-source.ts";

interface OpenedPage {
  readonly app: PageState;
  /** The answers of the server by URL; it answers 404 to all others. */
  readonly served: Map<string, object>;
  /** Sends an event to the page. */
  readonly send: (event: string, data?: object) => Promise<void>;
  /** Opens another view. */
  readonly show: (hash: string) => Promise<void>;
  /** Lets so many milliseconds pass. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** Lets what has been answered be read. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** A page that shows what the hash says, of a server whose answers the test decides. */
async function openedPage(hash: string, answers: Readonly<Record<string, object>>): Promise<OpenedPage> {
  const clock = manualClock(0);
  const served = new Map(Object.entries(answers));
  const listeners = new Map<string, (event: { readonly data: string }) => void>();
  const browser: Pick<Browser, "Date" | "performance" | "EventSource" | "fetch" | "setTimeout"> = {
    Date: clock,
    performance: clock,
    EventSource: class {
      readonly readyState = 1;
      addEventListener = listeners.set.bind(listeners);
      close(): void {}
    },
    fetch: async (url) => {
      const value = served.get(url.replace(/\?.*/, ""));
      return {
        status: value === undefined ? 404 : 200,
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
  return { app, served, send, show, pass };
}

const overview = { units: [], notices: [] };

function unit(...runs: readonly object[]): object {
  return { state: { name: "shop", phase: "Ready" }, runs };
}

/** A run that has ended, as a unit lists it and with its objects. */
function ended(number: number, startedAt: number): object {
  return { number, startedAt, verdict: "converged", objects: [] };
}

/** The answers of a server whose unit has had these runs, the last one first. */
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

function serve({ served }: OpenedPage, answers: Readonly<Record<string, object>>): void {
  served.clear();
  for (const [url, value] of Object.entries(answers)) {
    served.set(url, value);
  }
}

for (const hash of ["#/units/shop", "#/units/shop/graph/1"]) {
  test(`after a restart of the server the new run 1 is shown at ${hash}, not the old one`, async (t) => {
    const page = await openedPage(hash, answersOf([1, 100]));
    t.is(runOf(page.app)?.startedAt, 100);
    serve(page, answersOf([1, 900]));
    await page.send("changed", { units: ["*"] });
    t.is(runOf(page.app)?.startedAt, 900);
  });
}

test("after a restart of the server a run that it does not know is no longer shown", async (t) => {
  const page = await openedPage("#/units/shop/graph/7", answersOf([7, 100]));
  serve(page, answersOf());
  await page.send("changed", { units: ["*"] });
  t.is(runOf(page.app), undefined);
});

test("after a restart of the server an old run that was shown before is not shown again", async (t) => {
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

test("a run is kept while it is shown, although the unit no longer lists it", async (t) => {
  const page = await openedPage("#/units/shop/graph/1", answersOf([2, 200], [1, 100]));
  serve(page, answersOf([2, 200]));
  await page.send("changed", { units: ["shop"] });
  t.is(runOf(page.app)?.startedAt, 100);
});

test("a run that ended while another one was shown is shown as ended", async (t) => {
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
