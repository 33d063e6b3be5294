import { formatDuration } from "../../object/duration.ts";
import type { Severity } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import type { Until } from "../../order/model/edge.ts";
import { formatPath } from "../../plan/format-reason.ts";
import { type Plan, type PlannedObject, originOf } from "../../plan/plan.ts";
import { makeDiagram, type Arrow, type Diagram } from "../../report/plan/plan-diagram.ts";
import {
  groupFacts,
  type GroupDescription,
  groupFeatures,
  noteTexts,
} from "../../report/plan/group-title.ts";
import { planSummary } from "../../report/plan/plan-summary.ts";
import { escapeControl } from "../../report/terminal/escape-control.ts";
import { familyOf, type Family } from "./kind-family.ts";
import { boxHeight, boxWidth, layOut, type Layout } from "../graph-view/layout.ts";

/** All data of the page, ready to be drawn: every text is printable, every position computed. */
export interface PageData {
  readonly title: string;
  readonly summary: string;
  readonly width: number;
  readonly height: number;
  readonly boxWidth: number;
  readonly boxHeight: number;
  readonly lanes: readonly PageLane[];
  readonly objects: readonly PageObject[];
  readonly arrows: readonly PageArrow[];
  readonly diagnostics: readonly PageDiagnostic[];
}

/** A group, or the column of objects outside the set. */
export interface PageLane {
  readonly title: string;
  /** Lines below the title. */
  readonly facts: readonly string[];
  readonly x: number;
  readonly width: number;
}

/** A box, with the details of its object for the panel. */
export interface PageObject {
  readonly ref: string;
  readonly kind: string;
  readonly name: string;
  /** Namespace and API group, in small print. */
  readonly place: string;
  readonly family: Family;
  readonly badge: string;
  readonly lane: number;
  readonly x: number;
  readonly y: number;
  /** Name and value of each fact in the panel. */
  readonly facts: readonly (readonly [string, string])[];
}

/** An edge by the numbers of its objects, with its reason. */
export interface PageArrow {
  readonly first: number;
  readonly second: number;
  readonly until: Until;
  readonly rule: string;
  readonly because: string;
  readonly origin: string;
}

/** A finding of the plan. */
export interface PageDiagnostic {
  readonly severity: Severity;
  readonly text: string;
  readonly origin: string;
  /** The number of the object it is about, or null. */
  readonly object: number | null;
}

/** Returns the data of a plan's page. Complexity: O(n log n) in objects and waits. */
export function makePageData(plan: Plan): PageData {
  const diagram = makeDiagram(plan);
  const outsideIds = diagram.outside.map(({ id }) => id);
  const hasOutside = outsideIds.length > 0;
  const laneNodes = diagram.columns.map((column) => column.nodes.map((node) => node.id));
  const layout = layOut({
    lanes: hasOutside ? [outsideIds, ...laneNodes] : laneNodes,
    arrows: diagram.arrows,
  });
  const objects = [...insideObjects(diagram, layout, hasOutside ? 1 : 0), ...outsideObjects(diagram, layout)];
  return {
    // A plan does not require a release name, so the default one is not shown.
    title: escapeControl(`Plan to ${plan.action}${plan.release === "default" ? "" : ` ${plan.release}`}`),
    summary: planSummary(plan),
    width: layout.width,
    height: layout.height,
    boxWidth,
    boxHeight,
    lanes: lanesOf(plan, layout, hasOutside),
    objects,
    arrows: diagram.arrows.map(pageArrow),
    diagnostics: pageDiagnostics(plan, objects),
  };
}

function lanesOf(plan: Plan, layout: Layout, hasOutside: boolean): readonly PageLane[] {
  const features = groupFeatures(plan);
  const titles = plan.groups.map((group) => ({
    title: `Group ${group.index}`,
    facts: factLines(groupFacts(group, features)),
  }));
  const all = hasOutside ? [{ title: "Cluster", facts: ["outside the set"] }, ...titles] : titles;
  return all.map((title, index) => ({ ...title, ...(layout.lanes[index] ?? { x: 0, width: 0 }) }));
}

/** Returns stage and weight, with the barrier on a line of its own below. */
function factLines({ facts, barrier }: GroupDescription): readonly string[] {
  return [facts.join(" · "), barrier].filter((line) => line !== "");
}

function insideObjects(diagram: Diagram, layout: Layout, firstLane: number): readonly PageObject[] {
  return diagram.columns.flatMap((column, index) =>
    column.nodes.map(({ id, object }) => ({
      ...pageObject(object),
      lane: firstLane + index,
      ...(layout.places[id] ?? { x: 0, y: 0 }),
    })),
  );
}

function pageObject(object: PlannedObject): Omit<PageObject, "lane" | "x" | "y"> {
  const { ref, key, apiVersion, origin } = object.manifest;
  const notes = noteTexts(object).map((note) => ["", note] as const);
  const facts = [
    ["api version", apiVersion],
    ...(ref.namespace === "" ? [] : [["namespace", ref.namespace] as const]),
    ["defined in", formatOrigin(origin)],
    ["timeout", formatDuration(object.timeout)],
    ...notes,
  ] as const;
  return {
    ref: escapeControl(key),
    kind: escapeControl(ref.kind),
    name: escapeControl(ref.name),
    place: escapeControl([ref.namespace, ref.group].filter((part) => part !== "").join(" · ")),
    family: familyOf(ref),
    badge: escapeControl(badgeOf(object)),
    facts: facts.map(([name, value]) => [name, escapeControl(value)]),
  };
}

function badgeOf(object: PlannedObject): string {
  if (object.hook !== null) {
    return object.hook.event;
  }
  if (object.movedFor !== null) {
    return "moved";
  }
  return object.freed ? "freed" : "";
}

function outsideObjects(diagram: Diagram, layout: Layout): readonly PageObject[] {
  return diagram.outside.map(({ id, ref }) => {
    const parts = escapeControl(ref).split("/");
    return {
      ref: escapeControl(ref),
      kind: parts.at(-2) ?? "",
      name: parts.at(-1) ?? "",
      place: parts.slice(0, -2).join("/"),
      family: "other",
      badge: "external",
      lane: 0,
      ...(layout.places[id] ?? { x: 0, y: 0 }),
      facts: [["", "outside the set, in the cluster"]],
    };
  });
}

function pageArrow({ first, second, wait }: Arrow): PageArrow {
  return {
    first,
    second,
    until: wait.until,
    rule: wait.rule,
    because: escapeControl(formatPath(wait.cause.path)),
    origin: escapeControl(formatOrigin(originOf(wait.cause))),
  };
}

function pageDiagnostics(plan: Plan, objects: readonly PageObject[]): readonly PageDiagnostic[] {
  const numbers = new Map(objects.map((object, index) => [object.ref, index]));
  return plan.diagnostics.map((diagnostic) => ({
    severity: diagnostic.severity,
    text: escapeControl(`${diagnostic.message} [${diagnostic.code}]`),
    origin: diagnostic.origin === undefined ? "" : escapeControl(formatOrigin(diagnostic.origin)),
    object: diagnostic.ref === undefined ? null : (numbers.get(escapeControl(diagnostic.ref)) ?? null),
  }));
}
