import { type ListEntry, listWindow } from "../../page/list-window.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";
import type { UnitSummary } from "../state/dashboard-state.ts";
import { type PageState, serverNow, writeRoute } from "./app.ts";
import { dateWords, roughly } from "./format.ts";
import { asideTrees, healthTree, keeperWords, phaseTree, progressTree, revisionTree } from "./unit-facts.ts";

/** Longer lists are drawn in part: the rows in and near the window. */
const longList = 100;
/** The height of a row that has not been drawn yet, and that of a heading, in pixels. */
const [usualRow, usualHeading] = [76, 42];
/** The part of a long list drawn above and below the window, in pixels. */
const margin = 600;

/** Renders the units as one list, or as one list per group under its heading. */
export function unitLists(app: PageState, shown: readonly UnitSummary[]): VNode {
  const { grouping, list } = app;
  const groups =
    grouping === "none"
      ? [["", shown] as const]
      : [...Map.groupBy(shown, (unit) => unit[grouping] ?? nameOfNone(grouping))];
  const places = placesToKeep(app, groups);
  let [place, offset] = [0, 0];
  const trees = groups.flatMap(([title, units], index) => {
    const first = place;
    const heights = units.map(({ name }) => list.heights.get(name) ?? usualRow);
    const top = list.top + (list.offsets.get(title) ?? offset + (title === "" ? 0 : usualHeading));
    const range = { from: -top - margin, to: app.browser.innerHeight - top + margin };
    const entries = list.isLong
      ? listWindow(heights, { ...range, pinned: (row) => places.has(first + row) })
      : units.map((_, row): ListEntry => ({ row }));
    place += units.length;
    offset = heights.reduce((sum, height) => sum + height, top - list.top);
    const heading = node("h2.group-title", { key: `title of ${title}` }, `${title} · ${units.length}`);
    const label = title === "" ? "Units" : `Units of ${title}`;
    const words = `${label}, failed ones first, then in dependency order`;
    const rows = entries.map((entry, at) => entryTree(app, entry, { units, first, at }));
    const tree = node(
      "ul.units",
      { key: words, id: `units-${index}`, "aria-label": words, "data-title": title },
      rows,
    );
    return title === "" ? [tree] : [heading, tree];
  });
  const look = list.isLong ? "unit-lists long" : "unit-lists";
  return node("div", { key: "units", id: "units", class: look }, trees);
}

/** Returns the places that are always drawn, so that the keyboard reaches the next unit and both ends. */
function placesToKeep(
  { browser, list, timeline }: PageState,
  groups: readonly (readonly [title: string, units: readonly UnitSummary[]])[],
): ReadonlySet<number> {
  const focused = browser.document.activeElement?.closest(".units li")?.getAttribute("data-unit");
  list.order = groups.flatMap(([, units]) => units.map(({ name }) => name));
  list.isLong = list.order.length > longList && !timeline.isPrinted;
  const place = typeof focused === "string" ? list.order.indexOf(focused) : -1;
  const near = place === -1 ? [] : [place - 1, place, place + 1];
  return new Set([0, list.order.length - 1, ...near]);
}

interface EntryPlace {
  readonly units: readonly UnitSummary[];
  /** The place of the first unit of the list among all. */
  readonly first: number;
  /** The position of the entry among those drawn. */
  readonly at: number;
}

function entryTree(app: PageState, { row, gap }: ListEntry, { units, first, at }: EntryPlace): VNode {
  const unit = row === undefined ? undefined : units[row];
  return unit === undefined || row === undefined
    ? node("li.gap", { key: `gap ${at}`, "aria-hidden": "true", "style:height": `${gap}px` })
    : unitRow(app, unit, { place: first + row, row, size: units.length });
}

/** Notes where the list is in the window before it is drawn. */
export function locateUnitList({ browser, list }: PageState): void {
  list.top = browser.document.getElementById("units")?.getBoundingClientRect().top ?? list.top;
}

/** Measures the rows of a long list as drawn. Returns whether that changes which rows are visible. */
export function measureUnitList({ browser: { document }, list }: PageState): boolean {
  const element = document.getElementById("units");
  if (element === null || !list.isLong) {
    return false;
  }
  let isChanged = false;
  const note = (sizes: Map<string, number>, name: string, size: number): void => {
    isChanged ||= Math.abs((sizes.get(name) ?? -1) - size) > 1;
    sizes.set(name, size);
  };
  const { top } = element.getBoundingClientRect();
  for (const child of Array.from(element.children)) {
    const title = child.getAttribute("data-title");
    if (title !== null) {
      note(list.offsets, title, child.getBoundingClientRect().top - top);
    }
    for (const row of Array.from(child.children)) {
      const name = row.getAttribute("data-unit");
      if (name !== null) {
        note(list.heights, name, row.getBoundingClientRect().height);
      }
    }
  }
  list.top = top;
  return isChanged;
}

function nameOfNone(grouping: string): string {
  return grouping === "cluster" ? "home cluster" : `no ${grouping}`;
}

/** The place of a unit among all, and in its list of that size. */
interface RowPlace {
  readonly place: number;
  readonly row: number;
  readonly size: number;
}

function unitRow(app: PageState, unit: UnitSummary, { place, row, size }: RowPlace): VNode {
  const { name, phase, cluster, dependsOn, since, sourceFault, message, progress } = unit;
  const href = writeRoute({ unit: name, tab: "graph", run: undefined, object: undefined });
  const after = dependsOn.length === 0 ? "" : `depends on ${dependsOn.join(", ")}`;
  const where = cluster === undefined ? "" : `in cluster ${cluster}`;
  const places = [where, after, keeperWords(app, unit)].filter((words) => words !== "").join(" · ");
  const said = phase === "Ready" && sourceFault === undefined ? "" : message;
  const asides = asideTrees(app, unit);
  const sinceTitle = since === 0 ? undefined : dateWords(since);
  const position = { "aria-posinset": row + 1, "aria-setsize": size };
  return node("li", { key: name, "data-place": place, "data-unit": name, ...position }, [
    node(`a.unit.${phase}`, { href, id: `unit-${place}` }, [
      phaseTree(phase),
      node("span.unit-name", [node("span.name", name), node("span.after", places)]),
      revisionTree(app, unit),
      healthTree(unit),
      node("span.since", { title: sinceTitle }, since === 0 ? "" : roughly(serverNow(app) - since)),
      said === "" && asides.length === 0
        ? undefined
        : node("span.message", { key: "message" }, [node("span.words", said), ...asides]),
      progress === undefined ? undefined : progressTree(progress),
    ]),
  ]);
}
