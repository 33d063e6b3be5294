import { zoomByCommand } from "../../graph-view/graph-events.ts";
import { showObject } from "../../graph-view/viewport.ts";
import { type PageState, go, goQuietly, groupings, runNumber, runOf, selectedIn, unitOf } from "./app.ts";
import { refWords } from "./format.ts";
import { objectStatusText } from "./object-status.ts";
import { showRow, timelineRows } from "./timeline.ts";

/** The commands of buttons and keys, by their verbs, with the object after the colon. */
const commands = new Map<string, (app: PageState, object: string) => void>([
  ["tab", (app, object) => go(app, { tab: object })],
  [
    "run",
    (app, object) => {
      const isLast = Number(object) === unitOf(app)?.runs[0]?.number;
      go(app, { run: isLast ? undefined : Number(object), object: undefined });
    },
  ],
  ["select", (app, object) => selectObject(app, Number(object))],
  ["unselect", unselect],
  // The same phase or grouping again clears it.
  [
    "phase",
    (app, object) => {
      app.phase = app.phase === object ? "" : object;
    },
  ],
  [
    "group",
    (app, object) => {
      const grouping = groupings.find((one) => one === object) ?? "none";
      app.grouping = app.grouping === grouping ? "none" : grouping;
    },
  ],
  [
    "quiet",
    (app) => {
      app.timeline.quiet = !app.timeline.quiet;
    },
  ],
  ["help", (app) => app.browser.document.getElementById("help")?.showModal()],
  ["close-help", (app) => app.browser.document.getElementById("help")?.close()],
]);

/** Runs the command of a button or a key: `select:12`, `tab:graph`, `fit`. */
export function act(app: PageState, command: string): void {
  const [verb = "", object = ""] = command.split(":");
  const run = runOf(app);
  commands.get(verb)?.(app, object);
  if (run !== undefined) {
    zoomByCommand(app.graph, run, command);
  }
  app.redraw();
}

/** Selects an object of the run. */
export function selectObject(app: PageState, number: number): void {
  const run = runOf(app);
  const object = run?.objects[number];
  if (run === undefined || object === undefined) {
    return;
  }
  goQuietly(app, { object: object.key });
  const status = app.dependencies?.statuses[number] ?? "";
  app.said = `${refWords(object.key)}, ${objectStatusText(status)}`;
  if (app.route.tab === "graph") {
    showObject(app.graph, run, number);
  } else if (app.route.tab === "timeline") {
    showRow(app, run);
  }
}

function unselect(app: PageState): void {
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
