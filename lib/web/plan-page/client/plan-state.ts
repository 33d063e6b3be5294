import { type EdgeIndex, indexEdges } from "../../graph-view/graph.ts";
import { type Drawing, makeViewport, showObject, type Viewport } from "../../graph-view/viewport.ts";
import { type Browser, elementOf } from "../../page/browser.ts";
import type { KeptTrees } from "../../page/virtual-dom.ts";
import type { PageArrow, PageData } from "../page-data.ts";

/** The state of the open page: its data, its view and its selection. */
export interface PlanState {
  readonly browser: Browser;
  readonly data: PageData;
  readonly drawing: Drawing;
  readonly arrows: EdgeIndex<PageArrow>;
  readonly view: Viewport;
  readonly kept: KeptTrees;
  /** The number of the selected object, or -1. */
  selected: number;
  /** The text searched for, and the objects found. */
  search: string;
  found: readonly number[];
  /** The title of the list in the panel whose entries are all shown. */
  expanded: string;
  /** The text announced to screen readers. */
  said: string;
}

/** Waits that take no time, which are listed behind the others. */
const brief: ReadonlySet<string> = new Set(["present", "deleting"]);

/** Returns the state of the page before anything is drawn. */
export function makePlanState(browser: Browser): PlanState {
  const data: PageData = JSON.parse(elementOf(browser.document, "plan").textContent);
  const index = indexEdges(data.objects.length, data.arrows);
  const before = index.before.map((list) =>
    list.toSorted((left, right) => Number(brief.has(left.until)) - Number(brief.has(right.until))),
  );
  return {
    browser,
    data,
    drawing: { ...data, edges: data.arrows },
    arrows: { ...index, before },
    view: makeViewport(
      { titleHeight: 56, margin: 24, largestFit: 1.15, readableScale: 0.33 },
      browser.innerWidth,
    ),
    kept: new Map(),
    selected: -1,
    search: "",
    found: [],
    expanded: "",
    said: "",
  };
}

/**
 * Selects an object: its arrows are highlighted, all but its neighbours fade, the panel shows the reasons.
 * Clears the selection if there is no such object.
 */
export function setSelection(plan: PlanState, number: number): void {
  const object = plan.data.objects[number];
  const { before, behind } = plan.arrows;
  plan.selected = object === undefined ? -1 : number;
  plan.expanded = "";
  plan.said =
    object === undefined
      ? ""
      : `${object.kind} ${object.name} selected, waits for ${before[number]?.length ?? 0}, dependents ${behind[number]?.length ?? 0}`;
  plan.browser.history.replaceState(null, "", `#${encodeURIComponent(object?.ref ?? "")}`);
  showObject(plan.view, plan.drawing, number);
}

/** Returns the object named in the URL, as in `plan.html#apps%2F…`, or -1. */
export function linkedObject({ browser, data }: PlanState): number {
  const { hash } = browser.location;
  return data.objects.findIndex(({ ref }) => `#${encodeURIComponent(ref)}` === hash);
}

/** Searches objects by a text; without one, clears the selection. */
export function search(plan: PlanState, text: string): void {
  plan.search = text.trim();
  plan.found = plan.search === "" ? [] : matches(plan.data, plan.search);
  if (plan.search === "") {
    setSelection(plan, -1);
    return;
  }
  plan.selected = -1;
  plan.expanded = "";
  plan.said = `${plan.found.length} found`;
}

/** Returns the objects whose reference contains every word of the text, exact names first. */
export function matches({ objects }: PageData, text: string): readonly number[] {
  const words = text.toLowerCase().split(/\s+/);
  const exact: number[] = [];
  const others: number[] = [];
  for (const [number, object] of objects.entries()) {
    const ref = object.ref.toLowerCase();
    if (words.every((word) => ref.includes(word))) {
      (words.some((word) => word !== "" && `/${ref}`.endsWith(`/${word}`)) ? exact : others).push(number);
    }
  }
  return [...exact, ...others];
}
