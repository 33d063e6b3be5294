import type { Routes } from "../../graph-view/route/corridors.ts";
import type { Overview } from "../state/dashboard-state.ts";
import type { EdgeView, RunView } from "../run-view.ts";
import type { UnitView } from "../unit-view.ts";
import type { Browser, BrowserEventSource } from "./browser.ts";
import { statusOf } from "./object-status.ts";
import type { Mounted, VNode } from "./virtual-dom.ts";

/** A fact by which units can be listed together. */
export type Grouping = "phase" | "repository" | "namespace";

/** All facts by which units can be listed together. */
export function groupings(): readonly Grouping[] {
  return ["phase", "repository", "namespace"];
}

/** The page while it is open: what it knows, where it stands. */
export interface PageState {
  readonly browser: Browser;
  readonly mounted: Mounted;
  /** What stands before every address: empty, or the last part of a path that lacks its slash. */
  readonly base: string;
  /** What was answered last, by address, with the tag by which it is asked for again. */
  readonly answers: Map<string, ResponseCache>;
  route: PageRoute;
  /** Whether the server can be heard, and whether it ever was. */
  connection: "connecting" | "live" | "lost";
  stream: BrowserEventSource | undefined;
  /** How far the clock of the server is ahead of that of the browser, in milliseconds. */
  ahead: number;
  /** When something was last heard, by the clock of the browser. */
  lastEventAt: number;
  frameAsked: boolean;
  /** What is being asked for, and what has to be asked for again because it changed meanwhile. */
  readonly asking: Map<string, boolean>;
  readonly graph: GraphView;
  /** The graph while it is moved with the mouse: where that began, and whether it is more than a click. */
  readonly drag: { isOn: boolean; isMoved: boolean; x: number; y: number };
  readonly timeline: { top: number; height: number; quiet: boolean };
  search: string;
  /** Only units of this phase are listed. */
  phase: string;
  /** By which of their facts units are listed together. */
  grouping: "none" | Grouping;
  /** What a screen reader is told. */
  said: string;
  /** How objects of the run hang together, as long as it is the same answer. */
  wiring: DependencyIndex | undefined;
  /** Parts of the page that cost something to make, with what they were made of. */
  readonly made: Map<string, { readonly of: unknown; readonly tree: VNode }>;
}

/** Which objects wait for which, by number. */
export interface DependencyIndex {
  readonly run: RunView;
  readonly before: readonly (readonly EdgeView[])[];
  readonly behind: readonly (readonly EdgeView[])[];
  readonly stands: readonly string[];
  /** How the edges of a small run are drawn, once that is known. */
  routes: Routes | undefined;
  paths: EdgePaths | undefined;
}

/** Edges as the data of SVG paths: their lines, and the heads of their arrows. */
export interface EdgePaths {
  readonly lines: string;
  readonly heads: string;
}

/**
 * An answer of the server, under the name of each kind: which of them it is, its address says. Undefined
 * where there is none.
 */
export interface ResponseCache {
  readonly tag: string;
  readonly overview: Overview | undefined;
  readonly unit: UnitView | undefined;
  readonly run: RunView | undefined;
}

/** The part of the drawing in sight: offset in pixels of the page, and scale. */
export interface GraphView {
  left: number;
  top: number;
  width: number;
  height: number;
  scale: number;
  /** The run that the scale was chosen for: another one is fitted anew. */
  fitted: string;
  /** Where it has to be scrolled to with the next frame. */
  goal: { readonly left: number; readonly top: number } | undefined;
}

/** Where the reader is. The address tells it, so that it can be sent to somebody else. */
export interface PageRoute {
  /** Undefined for all units. */
  readonly unit: string | undefined;
  readonly tab: string;
  /** Undefined for the last run. */
  readonly run: number | undefined;
  /** The key of an object. */
  readonly object: string | undefined;
}

/** Reads `#/units/shop/graph/7/apps%2F…`; whatever is no such address is that of all units. */
export function readRoute(hash: string): PageRoute {
  const [, room, unit, tab, run, object] = hash.split("/").map(decodeStep);
  const isUnit = room === "units" && unit !== undefined && unit !== "";
  const tabs = ["graph", "timeline", "changes", "trouble"];
  return {
    unit: isUnit ? unit : undefined,
    tab: tab !== undefined && tabs.includes(tab) ? tab : "graph",
    run: /^\d{1,9}$/.test(run ?? "") ? Number(run) : undefined,
    object: object === "" ? undefined : object,
  };
}

/** Writes what `readRoute` reads. */
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

/** A part of an address; as it stands where it is not encoded as it should be. */
export function decodeStep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of the overview. */
export function overviewUrl(): string {
  return "api/v1/overview";
}

/** The address of a unit. */
export function unitUrl(unit: string): string {
  return `api/v1/units/${encodeURIComponent(unit)}`;
}

/** The address of a run. */
export function runUrl(unit: string, run: number): string {
  return `${unitUrl(unit)}/runs/${run}`;
}

/** The overview, once it is known. */
export function overviewOf(app: PageState): Overview | undefined {
  return app.answers.get(overviewUrl())?.overview;
}

/** The unit that is looked at, once it is known. */
export function unitOf(app: PageState): UnitView | undefined {
  return app.route.unit === undefined ? undefined : app.answers.get(unitUrl(app.route.unit))?.unit;
}

/** The number of the run that is looked at. */
export function runNumber(app: PageState): number | undefined {
  return app.route.run ?? unitOf(app)?.runs[0]?.number;
}

/** The run that is looked at, once it is known. */
export function runOf(app: PageState): RunView | undefined {
  const number = runNumber(app);
  return app.route.unit === undefined || number === undefined
    ? undefined
    : app.answers.get(runUrl(app.route.unit, number))?.run;
}

/** The time by the clock of the server, in milliseconds since 1970. */
export function serverNow(app: PageState): number {
  return app.browser.Date.now() + app.ahead;
}

/** How the objects of a run hang together. Complexity: O(objects and edges), once for each answer. */
export function wiringOf(app: PageState, run: RunView): DependencyIndex {
  if (app.wiring?.run === run) {
    return app.wiring;
  }
  const before = run.objects.map((): EdgeView[] => []);
  const behind = run.objects.map((): EdgeView[] => []);
  for (const edge of run.edges) {
    before[edge.second]?.push(edge);
    behind[edge.first]?.push(edge);
  }
  const stands = run.objects.map(statusOf);
  // How a run is drawn does not change with how its objects stand.
  const known = app.wiring !== undefined && isSameDrawing(app.wiring.run, run) ? app.wiring : undefined;
  const wiring = { run, before, behind, stands, routes: known?.routes, paths: known?.paths };
  app.wiring = wiring;
  return wiring;
}

/** Whether boxes and edges are at the same places in both. */
export function isSameDrawing(one: RunView, other: RunView): boolean {
  return (
    one.objects.length === other.objects.length &&
    one.edges.length === other.edges.length &&
    one.objects.every(({ x, y }, index) => {
      const place = other.objects[index];
      return place?.x === x && place.y === y;
    }) &&
    one.edges.every(({ first, second }, index) => {
      const edge = other.edges[index];
      return edge?.first === first && edge.second === second;
    })
  );
}

/** The number of the object that is selected, or -1. */
export function selectedIn(app: PageState, run: RunView): number {
  const { object } = app.route;
  return object === undefined ? -1 : run.objects.findIndex(({ key }) => key === object);
}

/** Whether the search leaves the object out. */
export function isSoughtOut(app: PageState, key: string): boolean {
  const words = app.search.toLowerCase().split(/\s+/);
  const text = key.toLowerCase();
  return !words.every((word) => text.includes(word));
}
