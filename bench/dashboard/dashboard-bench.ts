import type { Browser } from "playwright-core";

import { startBrowser } from "../../e2e/browser.ts";
import { serveBoard } from "../../e2e/sync-page/board-page.ts";
import type { SyncEvent } from "../../lib/sync/sync-event.ts";
import { type Spread, spreadOf } from "../measure.ts";
import { type ManyUnits, manyUnits, stateEventOf } from "./many-units.ts";
import { type MeasuredPage, openMeasured } from "./open-page.ts";

/** The figures of one view of the page. */
export interface ViewFigures {
  readonly view: string;
  /** Milliseconds until the first frame with data. */
  readonly firstPaint: Spread;
  /** Milliseconds from an event to the frame that shows it, while other events arrive. */
  readonly eventToScreen: Spread;
  /** The largest JavaScript heap in MiB, with garbage. */
  readonly peakHeap: number;
  /** The largest JavaScript heap in MiB after a garbage collection. */
  readonly liveHeap: number;
}

/** The parameters of the measurement. */
export interface DashboardBench {
  readonly units: number;
  readonly objects: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
}

const eventsPerRound = 10;

/** Opens the page of many units, and that of a large run, in turn; both while events arrive. */
export async function benchDashboard({
  units,
  objects,
  rounds,
  say,
}: DashboardBench): Promise<readonly ViewFigures[]> {
  const browser = await startBrowser();
  try {
    const found = views.map((view) => ({ view, pages: new Array<PageFigures>() }));
    for (let round = 1; round <= rounds; round++) {
      for (const { view, pages } of found) {
        say(`round ${round} of ${rounds}: ${view.name}`);
        pages.push(await measureView(browser, view, manyUnits(units, objects)));
      }
    }
    return found.map(({ view, pages }) => ({
      view: view.name,
      firstPaint: spreadOf(pages.map(({ firstPaint }) => firstPaint)),
      eventToScreen: spreadOf(pages.flatMap(({ delays }) => delays)),
      peakHeap: Math.max(...pages.map(({ peakHeap }) => peakHeap)),
      liveHeap: Math.max(...pages.map(({ liveHeap }) => liveHeap)),
    }));
  } finally {
    await browser.close();
  }
}

/** A view of the page, and an event that it shows. */
interface View {
  readonly name: string;
  readonly hash: (site: ManyUnits) => string;
  /** An element that is there once the view shows its data. */
  readonly selector: string;
  /** An event, and the expression that is true once it is on the screen. */
  readonly probe: (site: ManyUnits, number: number) => readonly [event: SyncEvent, expression: string];
}

const views: readonly View[] = [
  {
    name: "all units",
    hash: () => "#/",
    selector: ".unit",
    probe: ({ units }, number) => {
      const message = `probe ${number}: Deployment/web timed out`;
      const shown = `document.getElementById("unit-0")?.innerText.includes(${JSON.stringify(message)})`;
      // The first unit in trouble is the first row.
      return [stateEventOf(units[1] ?? "", "Failed", message), shown];
    },
  },
  {
    name: "graph of the run",
    hash: ({ large }) => `#/units/${large}/graph`,
    selector: "path.far, .box",
    probe: failedObject,
  },
  {
    name: "timeline of the run",
    hash: ({ large }) => `#/units/${large}/timeline`,
    selector: ".row",
    probe: (site, number) => {
      const [event] = failedObject(site, number);
      return [event, `document.getElementById("tab-trouble")?.innerText.includes("${number}")`];
    },
  },
];

/** The failure of another object of the large run; the graph counts failed objects. */
function failedObject({ ahead }: ManyUnits, number: number): readonly [SyncEvent, string] {
  const last = ahead.at(-2 * number);
  if (last?.type !== "apply" || last.event.type !== "reconcile") {
    throw new Error("the run has no such event");
  }
  const event = { ...last.event, state: "Failed", message: `probe ${number}` } as const;
  const expression = `document.querySelector(".sign.failed")?.innerText.startsWith("${number} ")`;
  return [{ ...last, event }, expression];
}

interface PageFigures {
  readonly firstPaint: number;
  readonly delays: readonly number[];
  readonly peakHeap: number;
  readonly liveHeap: number;
}

async function measureView(browser: Browser, view: View, site: ManyUnits): Promise<PageFigures> {
  const server = await serveBoard(site.board);
  const url = `http://127.0.0.1:${server.port}/${view.hash(site)}`;
  const opened = await openMeasured(browser, url, view.selector);
  const quiet = startBackground(site);
  try {
    return { firstPaint: opened.firstPaint, ...(await measureEvents(opened, view, site)) };
  } finally {
    quiet();
    await opened.close();
    await server.close();
  }
}

async function measureEvents(
  opened: MeasuredPage,
  view: View,
  site: ManyUnits,
): Promise<Omit<PageFigures, "firstPaint">> {
  const delays: number[] = [];
  const heaps: number[] = [await opened.heap()];
  for (let number = 1; number <= eventsPerRound; number++) {
    const [event, expression] = view.probe(site, number);
    delays.push(await opened.untilShown(expression, () => site.board.emit(event)));
    heaps.push(await opened.heap());
  }
  return { delays, peakHeap: Math.max(...heaps), liveHeap: await opened.liveHeap() };
}

/**
 * Emits 200 events of the large run and the states of 20 other units per second, until the returned function
 * is called.
 */
function startBackground({ board, ahead, units }: ManyUnits): () => void {
  const events = ahead.slice(0, -4 * eventsPerRound).values();
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    for (const event of events.take(10)) {
      board.emit(event);
    }
    const name = units[100 + (turn % (units.length - 100))] ?? "";
    board.emit(stateEventOf(name, turn % 2 === 0 ? "Ready" : "Reconciling", `turn ${turn}`));
  }, 50);
  return () => {
    clearInterval(timer);
  };
}
