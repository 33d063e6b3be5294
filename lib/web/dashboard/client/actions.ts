import { type PageState, groupings, runNumber, runOf, selectedIn, unitOf } from "./app.ts";
import { scheduleRender, go, goQuietly } from "./render-loop.ts";
import { fitGraph, scrollToObject, zoomGraph } from "./graph-viewport.ts";
import { objectStatusText } from "./object-status.ts";
import { showRow } from "./timeline-sight.ts";
import { timelineRows } from "./timeline.ts";
import { refWords } from "./format.ts";

/** Runs the command of a button or a key: `select:12`, `tab:graph`, `fit`. */
export function act(app: PageState, order: string): void {
  const [verb = "", object = ""] = order.split(":");
  const deeds = new Map<string, () => void>([
    ["tab", () => go(app, { tab: object })],
    [
      "run",
      () =>
        go(app, {
          run: Number(object) === unitOf(app)?.runs[0]?.number ? undefined : Number(object),
          object: undefined,
        }),
    ],
    ["select", () => selectObject(app, Number(object))],
    ["unselect", () => unselect(app)],
    ["phase", () => filterPhase(app, object)],
    ["group", () => setGrouping(app, object)],
    ["quiet", () => toggleQuiet(app)],
    ["help", () => app.browser.document.getElementById("help")?.showModal()],
    ["close-help", () => app.browser.document.getElementById("help")?.close()],
    ["zoom-in", () => zoomGraph(app, 1.3)],
    ["zoom-out", () => zoomGraph(app, 1 / 1.3)],
    ["fit", () => fitAll(app)],
  ]);
  deeds.get(verb)?.();
  scheduleRender(app);
}

/** Selects an object of the run. */
export function selectObject(app: PageState, number: number): void {
  const run = runOf(app);
  const object = run?.objects[number];
  if (run === undefined || object === undefined) {
    return;
  }
  goQuietly(app, { object: object.key });
  const stand = app.wiring?.stands[number] ?? "";
  app.said = `${refWords(object.key)}, ${objectStatusText(stand)}`;
  if (app.route.tab === "graph") {
    scrollToObject(app, run, number);
  } else if (app.route.tab === "timeline") {
    showRow(app, run);
  }
}

/** Clears the selection. */
export function unselect(app: PageState): void {
  const isInside = app.browser.document.activeElement?.closest("#details") !== null;
  goQuietly(app, { object: undefined });
  app.said = "";
  if (isInside) {
    focusView(app);
  }
}

/** Focuses the view in which arrow keys move from object to object. */
export function focusView(app: PageState): void {
  const { document } = app.browser;
  (document.getElementById("graph") ?? document.getElementById("timeline"))?.focus({ preventScroll: true });
}

/** Goes to the object above or below in the timeline. */
export function stepRow(app: PageState, step: number): void {
  const run = runOf(app);
  if (run === undefined) {
    return;
  }
  const { rows } = timelineRows(app, run);
  const place = rows.indexOf(selectedIn(app, run));
  selectObject(app, rows[Math.min(Math.max(place + step, 0), rows.length - 1)] ?? -1);
}

/** Goes to the next earlier run (1) or the next later one (-1). */
export function stepRun(app: PageState, step: number): void {
  const runs = unitOf(app)?.runs ?? [];
  const place = runs.findIndex(({ number }) => number === runNumber(app));
  const next = runs[place + step];
  if (next !== undefined) {
    act(app, `run:${next.number}`);
  }
}

/** Filters the list by a phase; the same phase again clears the filter. */
export function filterPhase(app: PageState, phase: string): void {
  app.phase = app.phase === phase ? "" : phase;
}

/** Groups the list by a fact of the units; the same fact again ungroups it. */
export function setGrouping(app: PageState, name: string): void {
  const grouping = groupings().find((one) => one === name) ?? "none";
  app.grouping = app.grouping === grouping ? "none" : grouping;
}

/** Shows or hides objects that took next to no time. */
export function toggleQuiet(app: PageState): void {
  app.timeline.quiet = !app.timeline.quiet;
}

/** Shows the whole graph. */
export function fitAll(app: PageState): void {
  const run = runOf(app);
  if (run !== undefined) {
    fitGraph(app, run, 0);
  }
}
