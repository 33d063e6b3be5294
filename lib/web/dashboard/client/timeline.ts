import type { ObjectView, RunView } from "../run-view.ts";
import { type PageState, isFilteredOut, selectedIn, serverNow, dependenciesOf } from "./app.ts";
import { icon, objectStatusText } from "./object-status.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import { amountWords, lengthWords, refParts, refWords } from "./format.ts";

/** The time span that is drawn. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The height of a row, in pixels. */
const rowHeight = 26;

/** Renders when each object was sent, written and ready: a bar per object, the critical path marked. */
export function timelineTree(app: PageState, run: RunView): VNode {
  const { rows, quiet } = timelineRows(app, run);
  const span = timeSpan(app, run);
  const selected = selectedIn(app, run);
  const first = Math.max(0, Math.floor(app.timeline.top / rowHeight) - 8);
  const last = first + Math.ceil(Math.max(app.timeline.height, 300) / rowHeight) + 16;
  const facts = {
    id: "timeline",
    role: "listbox",
    tabindex: 0,
    "aria-label": "Objects in the order in which they were applied",
    "aria-activedescendant": selected === -1 ? undefined : `row-${selected}`,
  };
  const near = rows.flatMap((number, place) =>
    app.timeline.isPrinted || (place >= first && place <= last) || number === selected
      ? [rowTree(app, run, { number, place, span, selected })]
      : [],
  );
  return node("div.timeline-frame", [
    node("div.tools", { key: "tools" }, [
      node("span.soft", timelineWords(run, span)),
      quiet === 0 && !app.timeline.quiet ? undefined : quietButton(app, quiet),
    ]),
    axisTree(span),
    node("div.timeline", facts, [node("div.rows", { "style:height": `${rows.length * rowHeight}px` }, near)]),
  ]);
}

/** Renders the toggle for objects that took under 0.1 s, which would only hide the rest. */
function quietButton({ timeline }: PageState, quiet: number): VNode {
  const words = `Show ${amountWords(quiet, "object")} under 0.1s`;
  const facts = { type: "button", "data-do": "quiet", "aria-pressed": String(timeline.quiet) };
  return node("button.plain", facts, timeline.quiet ? "Hide objects under 0.1s" : words);
}

/** Describes the duration and the critical path. */
function timelineWords(run: RunView, { from, to }: Span): string {
  const steps = run.criticalPath.flatMap((number) => {
    const object = run.objects[number];
    return object === undefined ? [] : [refWords(object.key)];
  });
  const shown =
    steps.length > 6 ? [...steps.slice(0, 3), `${steps.length - 5} more`, ...steps.slice(-2)] : steps;
  const time = lengthWords(to - from);
  const length = run.verdict === undefined ? `${time} so far${remainingWords(run, to)}` : `took ${time}`;
  const path = run.verdict === undefined ? "expected critical path" : "critical path";
  return steps.length < 2 ? length : `${length}; ${path}: ${shown.join(" → ")}`;
}

/** Describes the expected rest of a run, if there is a history. */
function remainingWords({ expectedEndAt }: RunView, now: number): string {
  if (expectedEndAt === undefined) {
    return "";
  }
  return expectedEndAt > now ? `, about ${lengthWords(expectedEndAt - now)} left` : ", later than expected";
}

/**
 * Returns the visible objects in the order in which they were sent, and the number of those hidden as too
 * quick.
 */
export function timelineRows(
  app: PageState,
  run: RunView,
): { readonly rows: readonly number[]; readonly quiet: number } {
  const sent = [...run.objects.keys()].filter((number) => {
    const object = run.objects[number];
    return object?.sentAt !== undefined && !isFilteredOut(app, object.key);
  });
  const critical = new Set(run.criticalPath);
  const loud = sent.filter((number) => {
    const object = run.objects[number];
    return (
      object !== undefined && (!isQuick(object) || critical.has(number) || object.key === app.route.object)
    );
  });
  // A run without slow objects is shown whole.
  const rows = app.timeline.quiet || loud.length === 0 ? sent : loud;
  const order = (number: number): number => run.objects[number]?.sentAt ?? 0;
  return {
    rows: rows.toSorted((left, right) => order(left) - order(right) || left - right),
    quiet: sent.length - rows.length,
  };
}

/** Reports whether the object succeeded within 100 ms. */
function isQuick({ sentAt, endedAt, actuation, reconcile }: ObjectView): boolean {
  const isWell = actuation === "Succeeded" && (reconcile === "Succeeded" || reconcile === "Skipped");
  return isWell && endedAt !== undefined && endedAt - (sentAt ?? 0) < 100;
}

/** Returns the span from the first object sent to the end of the run, or to now. */
function timeSpan(app: PageState, run: RunView): Span {
  const starts = run.objects.flatMap(({ sentAt }) => sentAt ?? []);
  const from = starts.reduce((least, at) => Math.min(least, at), run.endedAt ?? serverNow(app));
  const to = run.endedAt ?? serverNow(app);
  return { from, to: Math.max(to, from + 50) };
}

/** Renders round times along the upper edge. */
function axisTree({ from, to }: Span): VNode {
  const length = to - from;
  const step = tickStep(length);
  const ticks = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => {
    const place = { key: String(index), "style:left": `${(100 * index * step) / length}%` };
    return node("span", place, index === 0 ? "0" : lengthWords(index * step));
  });
  return node("div.axis", { key: "axis", "aria-hidden": "true" }, [node("div.axis-room", ticks)]);
}

/** Returns the step between round times: about five of them. */
function tickStep(length: number): number {
  const rough = Math.max(length / 5, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  if (lead < 1.5) {
    return power;
  }
  return lead < 3.5 ? 2 * power : 5 * power;
}

interface Row {
  readonly number: number;
  readonly place: number;
  readonly span: Span;
  readonly selected: number;
}

/** Renders one object: the time it was being sent, and the time it was waited for. */
function rowTree(app: PageState, run: RunView, { number, place, span, selected }: Row): VNode {
  const object = run.objects[number];
  if (object === undefined) {
    return node("div");
  }
  const isCritical = run.criticalPath.includes(number);
  const status = dependenciesOf(app, run).statuses[number] ?? "waiting";
  const { kind, name } = refParts(object.key);
  const words = `${objectStatusText(status)}${isCritical ? ", on the critical path" : ""}`;
  const facts = {
    key: `row ${number}`,
    id: `row-${number}`,
    class: `row ${status}${isCritical ? " critical" : ""}`,
    role: "option",
    "aria-selected": String(number === selected),
    title: object.key,
    "data-do": `select:${number}`,
    "style:top": `${place * rowHeight}px`,
  };
  return node("div", facts, [
    node("span.label", [icon(status), node("span.name", name), node("span.kind", kind)]),
    node("span.unseen", words),
    trackTree(object, span, isCritical ? " ◆" : ""),
  ]);
}

/** Renders the bars of an object. */
function trackTree({ sentAt, writtenAt, endedAt }: ObjectView, span: Span, mark: string): VNode {
  const start = sentAt ?? span.to;
  const end = endedAt ?? span.to;
  const written = Math.min(writtenAt ?? end, end);
  const bar = (look: string, from: number, to: number): VNode => {
    const left = share(from, span);
    const width = Math.max(share(to, span) - left, 0);
    return node(`i.${look}`, { key: look, "style:left": `${left}%`, "style:width": `${width}%` });
  };
  return node("span.track", [
    bar("sent", start, written),
    writtenAt === undefined ? undefined : bar("waited", written, end),
    node("span.length", { "style:left": `${share(end, span)}%` }, `${lengthWords(end - start)}${mark}`),
  ]);
}

/** Returns the position of a time in the span, from 0 to 100. */
function share(at: number, { from, to }: Span): number {
  return Math.min(100, Math.max(0, (100 * (at - from)) / (to - from)));
}

/** Scrolls the row of the selected object into view. */
export function showRow(app: PageState, run: RunView): void {
  const element = app.browser.document.getElementById("timeline");
  if (element === null) {
    return;
  }
  const top = timelineRows(app, run).rows.indexOf(selectedIn(app, run)) * rowHeight;
  const bottom = element.scrollTop + element.clientHeight;
  const isInView = top >= element.scrollTop && top + rowHeight <= bottom;
  if (top >= 0 && !isInView) {
    element.scrollTo(0, top - element.clientHeight / 2);
  }
}
