import { type EdgeIndex, indexEdges } from "../../graph-view/graph.ts";
import type { Viewport } from "../../graph-view/viewport.ts";
import type { Overview } from "../state/dashboard-state.ts";
import type { EdgeView, RunView } from "../run-view.ts";
import type { UnitView } from "../unit-view.ts";
import type { Browser, BrowserEventSource } from "../../page/browser.ts";
import type { ResponseCache } from "./data/answer.ts";
import { statusOf } from "./object-status.ts";
import type { KeptTrees } from "../../page/virtual-dom.ts";

/** A fact by which units can be grouped. */
type Grouping = "phase" | "repository" | "namespace" | "cluster";

/** All facts by which units can be grouped. */
export const groupings: readonly Grouping[] = ["phase", "repository", "namespace", "cluster"];

/** The views of a run, in the order of their tabs. */
export const tabs: readonly string[] = ["graph", "timeline", "changes", "trouble"];

/** The state of the open page: its data and its view. */
export interface PageState {
  readonly browser: Browser;
  /** Has the page drawn in the next frame. */
  readonly redraw: () => void;
  /** The prefix of every URL: empty, or the last segment of a path that lacks its trailing slash. */
  readonly base: string;
  /** The last responses by URL. */
  readonly answers: Map<string, ResponseCache>;
  route: PageRoute;
  /** Whether the event stream is connected, and whether it ever was. */
  connection: "connecting" | "live" | "lost";
  stream: BrowserEventSource | undefined;
  /** The lead of the server's clock over the browser's, in milliseconds. */
  ahead: number;
  /** The time of the last event, by the browser's clock. */
  lastEventAt: number;
  /** The URLs being fetched; true if the data changed meanwhile, so that they have to be fetched again. */
  readonly asking: Map<string, boolean>;
  /** The number of requests in a row that have failed, by URL; no entry after a success. */
  readonly failures: Map<string, number>;
  /** The milliseconds that the page took to draw last. */
  drawTime: number;
  readonly graph: Viewport;
  readonly timeline: { top: number; height: number; quiet: boolean; isPrinted: boolean };
  readonly list: ListView;
  search: string;
  /** Only units of this phase are listed. */
  phase: string;
  /** The fact by which units are grouped. */
  grouping: "none" | Grouping;
  /** The text announced to screen readers. */
  said: string;
  /** The dependency index of the run shown, valid as long as the response is the same. */
  dependencies: DependencyIndex | undefined;
  readonly kept: KeptTrees;
}

/** The visible part of the list of all units. Pixels of the page. */
interface ListView {
  /** The place of its upper edge in the window, negative above it. */
  top: number;
  /** The heights of rows that have been drawn, by unit. */
  readonly heights: Map<string, number>;
  /** The distance of each group from the upper edge, once it has been drawn. */
  readonly offsets: Map<string, number>;
  /** The units in the order of the page; only some of a long list are drawn. */
  order: readonly string[];
  isLong: boolean;
}

/** A run with the edges and the status of each object, by number. */
export interface DependencyIndex extends EdgeIndex<EdgeView> {
  readonly run: RunView;
  readonly statuses: readonly string[];
}

/** The view that is open. It is part of the URL, so that it can be shared. */
interface PageRoute {
  /** Undefined for all units. */
  readonly unit: string | undefined;
  readonly tab: string;
  /** Undefined for the last run. */
  readonly run: number | undefined;
  /** The key of an object. */
  readonly object: string | undefined;
}

/** Reads `#/units/shop/graph/7/apps%2F…`; any other hash is the overview of all units. */
export function readRoute(hash: string): PageRoute {
  const [, room, unit, tab, run, object] = hash.split("/").map(decodeStep);
  const isUnit = room === "units" && unit !== undefined && unit !== "";
  return {
    unit: isUnit ? unit : undefined,
    tab: tab !== undefined && tabs.includes(tab) ? tab : "graph",
    run: /^\d{1,9}$/.test(run ?? "") ? Number(run) : undefined,
    object: object === "" ? undefined : object,
  };
}

/** Formats a route as `readRoute` reads it. */
export function writeRoute({ unit, tab, run, object }: PageRoute): string {
  if (unit === undefined) {
    return "#/";
  }
  const steps = [
    "units",
    unit,
    tab,
    run === undefined ? "last" : String(run),
    ...(object === undefined ? [] : [object]),
  ];
  return `#/${steps.map(encodeURIComponent).join("/")}`;
}

function decodeStep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Navigates; what is not named stays as it is. */
export function go(app: PageState, change: Partial<PageRoute>): void {
  app.browser.location.hash = writeRoute({ ...app.route, ...change });
}

/** Navigates without an entry in the browser history. */
export function goQuietly(app: PageState, change: Partial<PageRoute>): void {
  const hash = writeRoute({ ...app.route, ...change });
  app.browser.history.replaceState(null, "", hash);
  app.route = readRoute(hash);
  app.redraw();
}

/** The URL of the overview. */
export const overviewUrl = "api/v1/overview";

/** Returns the URL of a unit. */
export function unitUrl(unit: string): string {
  return `api/v1/units/${encodeURIComponent(unit)}`;
}

/** Returns the URL of a run. */
export function runUrl(unit: string, run: number): string {
  return `${unitUrl(unit)}/runs/${run}`;
}

/** Returns the overview once it is loaded. */
export function overviewOf(app: PageState): Overview | undefined {
  return app.answers.get(overviewUrl)?.overview;
}

/** Returns the unit shown once it is loaded. */
export function unitOf(app: PageState): UnitView | undefined {
  return app.route.unit === undefined ? undefined : app.answers.get(unitUrl(app.route.unit))?.unit;
}

/** Returns the number of the run shown. */
export function runNumber(app: PageState): number | undefined {
  return app.route.run ?? unitOf(app)?.runs[0]?.number;
}

/** Returns the run shown once it is loaded. */
export function runOf(app: PageState): RunView | undefined {
  const number = runNumber(app);
  return app.route.unit === undefined || number === undefined
    ? undefined
    : app.answers.get(runUrl(app.route.unit, number))?.run;
}

/** Returns whether the page shows what the server knows: data that could not be fetched is outdated. */
export function connectionOf({ connection, failures }: PageState): PageState["connection"] {
  return failures.size > 0 ? "lost" : connection;
}

/** Returns the time by the server's clock, in milliseconds since 1970. */
export function serverNow(app: PageState): number {
  return app.browser.Date.now() + app.ahead;
}

/** Indexes the edges of a run by object. Complexity: O(objects and edges), once per response. */
export function dependenciesOf(app: PageState, run: RunView): DependencyIndex {
  if (app.dependencies?.run === run) {
    return app.dependencies;
  }
  const statuses = run.objects.map(statusOf);
  // Edges stay the same value when only the status of objects has changed.
  if (app.dependencies?.run.edges === run.edges) {
    app.dependencies = { ...app.dependencies, run, statuses };
    return app.dependencies;
  }
  const index = indexEdges(run.objects.length, run.edges);
  // The layout of a run does not depend on the status of its objects.
  const known =
    app.dependencies !== undefined && drawingText(app.dependencies.run) === drawingText(run)
      ? app.dependencies
      : index;
  const dependencies = { ...index, run, statuses, routing: known.routing };
  app.dependencies = dependencies;
  return dependencies;
}

/** Returns what the picture of a run depends on besides the status of its objects. */
function drawingText({ objects, edges }: RunView): string {
  return JSON.stringify([
    objects.map(({ x, y }) => [x, y]),
    edges.map(({ first, second, until }) => [first, second, until]),
  ]);
}

/** Returns the number of the selected object, or -1. */
export function selectedIn(app: PageState, run: RunView): number {
  const { object } = app.route;
  return object === undefined ? -1 : run.objects.findIndex(({ key }) => key === object);
}

/** Reports whether the search filters the object out. */
export function isFilteredOut(app: PageState, key: string): boolean {
  if (app.search === "") {
    return false;
  }
  const words = app.search.toLowerCase().split(/\s+/);
  const text = key.toLowerCase();
  return !words.every((word) => text.includes(word));
}
