import type { Diagnostic, Severity } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin, type Origin } from "../../object/diagnostic/source-text.ts";
import { escapeControl } from "../../report/terminal/escape-control.ts";
import { boxHeight, boxWidth, layOut } from "../graph-view/layout.ts";
import type { ChangeLook, LookWords } from "./change-look.ts";
import type { Family } from "./kind-family.ts";

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
  readonly guide?: PageGuide;
}

/** The texts of a comparison: how to read it, and what it found besides objects. */
export interface PageGuide {
  readonly hints: readonly string[];
  readonly legend: readonly LookWords[];
  readonly notes: readonly { readonly title: string; readonly lines: readonly string[] }[];
}

/** A group, or the column of objects outside the set. */
export interface PageLane {
  readonly title: string;
  /** Lines below the title. */
  readonly facts: readonly string[];
  readonly x: number;
  readonly width: number;
}

/** The texts of an object. */
export interface ObjectTexts {
  readonly ref: string;
  readonly kind: string;
  readonly name: string;
  /** Namespace and API group, in small print. */
  readonly place: string;
  readonly family: Family | ChangeLook;
  readonly badge: string;
  /** Name and value of each fact in the panel. */
  readonly facts: readonly (readonly [string, string])[];
  /** The changes of fields in a comparison. */
  readonly changes?: readonly PageChange[];
}

/** The change of a field, in lines. */
export interface PageChange {
  readonly kind: "added" | "removed" | "changed" | "order";
  readonly text: string;
}

/** A box, with the details of its object for the panel. */
export interface PageObject extends ObjectTexts {
  readonly lane: number;
  readonly x: number;
  readonly y: number;
}

/** An edge by the numbers of its objects, with its reason. */
export interface PageArrow {
  readonly first: number;
  readonly second: number;
  readonly until: string;
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

/** A graph that is not laid out yet. Its objects are numbered from 0. */
export interface PageContent {
  readonly title: string;
  readonly summary: string;
  readonly lanes: readonly LaneContent[];
  readonly arrows: readonly (Omit<PageArrow, "origin"> & { readonly origin: Origin | undefined })[];
  readonly diagnostics: readonly Diagnostic[];
  readonly guide?: PageGuide;
}

/** A lane with its objects, in the order in which they are sent. */
export interface LaneContent extends Pick<PageLane, "title" | "facts"> {
  readonly nodes: readonly { readonly id: number; readonly texts: ObjectTexts }[];
}

/** Lays out a graph and makes its texts printable. Complexity: O(n log n) in objects and edges. */
export function layOutPage({ title, summary, lanes, arrows, diagnostics, guide }: PageContent): PageData {
  const layout = layOut({ lanes: lanes.map(({ nodes }) => nodes.map(({ id }) => id)), arrows });
  const objects: PageObject[] = [];
  for (const [lane, { nodes }] of lanes.entries()) {
    for (const { id, texts } of nodes) {
      objects[id] = { ...printable(texts), lane, ...(layout.places[id] ?? { x: 0, y: 0 }) };
    }
  }
  const numbers = new Map(objects.map(({ ref }, number) => [ref, number]));
  return {
    title: escapeControl(title),
    summary,
    width: layout.width,
    height: layout.height,
    boxWidth,
    boxHeight,
    lanes: lanes.map((lane, index) => ({
      title: escapeControl(lane.title),
      facts: lane.facts,
      ...(layout.lanes[index] ?? { x: 0, width: 0 }),
    })),
    objects,
    arrows: arrows.map((arrow) => ({
      ...arrow,
      because: escapeControl(arrow.because),
      origin: originText(arrow.origin),
    })),
    diagnostics: diagnostics.map(({ severity, message, code, origin, ref }) => ({
      severity,
      text: escapeControl(`${message} [${code}]`),
      origin: originText(origin),
      object: ref === undefined ? null : (numbers.get(escapeControl(ref)) ?? null),
    })),
    ...(guide && { guide: printableGuide(guide) }),
  };
}

function originText(origin: Origin | undefined): string {
  return origin === undefined ? "" : escapeControl(formatOrigin(origin));
}

function printableGuide({ notes, ...guide }: PageGuide): PageGuide {
  return {
    ...guide,
    notes: notes.map(({ title, lines }) => ({ title, lines: lines.map((line) => escapeControl(line)) })),
  };
}

function printable({ ref, kind, name, place, family, badge, facts, changes }: ObjectTexts): ObjectTexts {
  return {
    ref: escapeControl(ref),
    kind: escapeControl(kind),
    name: escapeControl(name),
    place: escapeControl(place),
    family,
    badge: escapeControl(badge),
    facts: facts.map(([fact, value]) => [fact, escapeControl(value)]),
    ...(changes && { changes }),
  };
}
