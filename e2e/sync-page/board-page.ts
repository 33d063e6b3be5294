/** The dashboard of a sidecar, open in a real browser and served by the real server. */
import type { ExecutionContext } from "ava";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

import { shop } from "../../fixtures/sample-plan.ts";
import { eventsOf, type EventRun, eventsStart, eventState } from "../../fixtures/sync-timeline.ts";
import type { Clock } from "../../lib/async/clock.ts";
import type { Dashboard } from "../../lib/web/dashboard/state/dashboard-state.ts";
import { createDashboard } from "../../lib/web/dashboard/state/dashboard.ts";
import { startServer, type Listening } from "../../lib/web/server/server.ts";
import { router } from "../../lib/web/server/router.ts";
import { pageRoutes } from "../../lib/web/dashboard/page-routes.ts";
import type { SyncEvent } from "../../lib/sync/sync-event.ts";
import { startBrowser } from "../browser.ts";
import { reservePort } from "../control-plane/reserve-port.ts";

let browser: Promise<Browser> | undefined;

/** Closes the browser of this process, if there is one. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}

const clock: Pick<Clock, "now" | "after"> = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** A page with its requests and problems. */
export interface Visit {
  readonly page: Page;
  /** Errors and messages of the page. */
  readonly trouble: readonly string[];
  /** Every URL that it requested. */
  readonly asked: readonly string[];
}

/** A page with its server. */
export interface BoardPage extends Visit {
  readonly board: Dashboard;
  /** The URL of the page, without its fragment. */
  readonly url: string;
  readonly server: Listening;
}

function failTest(error: unknown): void {
  throw error;
}

/** Serves a dashboard on the loopback; port 0 for any free one. */
export async function serveBoard(board: Dashboard, port = 0): Promise<Listening> {
  const routes = pageRoutes(board, { clock });
  return startServer(`127.0.0.1:${port}`, router(routes), { clock, fault: failTest });
}

/** A dashboard with two units, `shop` after `base`, after these events. */
export function boardOf(events: readonly SyncEvent[]): Dashboard {
  const board = createDashboard({
    sync: "platform",
    identity: "sync-0",
    units: [
      { name: "base", dependsOn: [] },
      { name: "shop", dependsOn: ["base"] },
    ],
  });
  for (const event of events) {
    board.emit(event);
  }
  return board;
}

/** The options of a page: previous events, the fragment, and those of the browser. */
export interface PageOptions extends BrowserContextOptions {
  readonly events?: readonly SyncEvent[];
  readonly hash?: string;
}

/** Opens the page of a dashboard; both end with the test. */
export async function openBoardPage(
  t: ExecutionContext,
  { events = [], hash = "", ...look }: PageOptions,
): Promise<BoardPage> {
  const board = boardOf(events);
  // A port on which a test can serve it again.
  const server = await serveBoard(board, await reservePort());
  const url = `http://127.0.0.1:${server.port}/`;
  const opened = await visit(t, `${url}${hash}`, look);
  t.teardown(() => server.close());
  return { ...opened, board, server, url };
}

/** Opens a page by its URL. */
export async function visit(t: ExecutionContext, url: string, look: BrowserContextOptions): Promise<Visit> {
  browser ??= startBrowser();
  const context = await (await browser).newContext(look);
  const page = await context.newPage();
  t.teardown(() => context.close());
  const trouble: string[] = [];
  const asked: string[] = [];
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("console", (message) => trouble.push(message.text()));
  page.on("dialog", (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(url);
  return { page, trouble, asked };
}

/** An event with the state of a unit. */
export function stateEvent(name: string, facts: Parameters<typeof eventState>[1] = {}): SyncEvent {
  return { type: "state", at: eventsStart, state: eventState(name, facts) };
}

/** A run in which a web server never starts. */
export const failedWeb: EventRun = {
  unit: "shop",
  number: 7,
  plan: shop,
  at: eventsStart,
  ends: { web: "timeout", nightly: "skipped", a: "configured", database: "configured" },
  takes: { web: 14_000, database: 9000, migrate: 2500 },
  messages: { web: "container app waiting: ImagePullBackOff" },
  trouble: {
    web: {
      pods: ["pod/web-5d8f-x2x: container app waiting: ImagePullBackOff"],
      events: ["Warning Failed: pull of shop/web:1.29 failed"],
      logs: [{ pod: "web-5d8f-x2x", container: "init", lines: ["migrating", "done"] }],
      blockers: [],
    },
  },
  criticalPath: [
    "/namespaces/shop/Secret/database",
    "apps/namespaces/shop/StatefulSet/database",
    "apps/namespaces/shop/Deployment/web",
  ],
  message: "1 object timed out",
};

/** All events of that run. */
export const failedRun: readonly SyncEvent[] = eventsOf({ ...failedWeb, verdict: "failed" });
