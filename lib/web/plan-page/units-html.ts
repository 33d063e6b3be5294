import type { ComparedObject, ObjectEffect, SetComparison } from "../../compare/set-comparison.ts";
import type { MovedObject, UnitComparison, UnitsComparison } from "../../compare/unit-comparison.ts";
import { plannedObjects } from "../../plan/plan.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { type SideNames, sidesText } from "../../report/compare/side-names.ts";
import { differsAtAll, unitHeadline, unitsHeadline } from "../../report/compare/units-headline.ts";
import { changeText } from "../../report/diff/diff-text.ts";
import { changeLooks, effectLook } from "./change-look.ts";
import { comparisonGraph, comparisonHints, comparisonNotes, type ComparisonGraph } from "./compare-html.ts";
import type { ComparedPlans } from "./compared-texts.ts";
import { layOutPage, type ObjectTexts, type PageGuide } from "./page-data.ts";
import { drawingHtml } from "./plan-html.ts";

/** A comparison of units with what its page shows besides. */
export interface UnitsPage {
  readonly compared: UnitsComparison;
  readonly sides: SideNames;
  /** The plans of each unit, in their order; undefined of one that is not read. */
  readonly plans: readonly (ComparedPlans | undefined)[];
}

/** A unit that differs. */
interface UnitPart {
  /** Its name; with its release, if units of both sides with this name have different ones. */
  readonly title: string;
  readonly unit: UnitComparison;
  readonly plans: ComparedPlans | undefined;
}

/**
 * Returns a comparison of units as one page: the lanes of each unit that differs, one unit behind the other.
 * An object that moves is in the lanes of the unit that gets it. Complexity: O(n log n) in objects and waits.
 */
export function unitsComparisonHtml({ compared, sides, plans }: UnitsPage): string {
  const { units, moved } = compared;
  const names = Map.groupBy(units, ({ name }) => name);
  const parts = units
    .map((unit, index): UnitPart => {
      const isAlone = names.get(unit.name)?.length === 1;
      const title = isAlone ? unit.name : `${unit.name} (${unit.comparison?.release ?? ""})`;
      return { title, unit, plans: plans[index] };
    })
    .filter(({ unit }) => differsAtAll(unit));
  const data = layOutPage({
    title: sidesText(sides),
    summary: unitsHeadline(compared),
    ...joinedGraphs(parts, moved),
    diagnostics: parts.flatMap(unitFindings),
    guide: {
      hints: comparisonHints,
      legend: changeLooks,
      notes: [...parts.map(unitNotes), ...movedNotes(moved)],
    },
  });
  return drawingHtml(data);
}

/** Puts the lanes of units behind each other. Units may have objects with the same reference. */
function joinedGraphs(parts: readonly UnitPart[], moved: readonly MovedObject[]): ComparisonGraph {
  const lanes: ComparisonGraph["lanes"][number][] = [];
  const arrows: ComparisonGraph["arrows"][number][] = [];
  let first = 0;
  for (const { title, unit, plans } of parts) {
    if (unit.comparison === undefined || plans === undefined) {
      continue;
    }
    const start = first;
    const arrivals = arrivalsIn(plans, unit.name, moved);
    const graph = comparisonGraph(withArrivals(unit.comparison, arrivals), plans);
    for (const lane of graph.lanes) {
      const nodes = lane.nodes.map(({ id, texts }) => ({
        id: start + id,
        texts: { ...arrivalTexts(texts, arrivals.get(texts.ref)), ref: refIn(title, texts.ref) },
      }));
      lanes.push({ ...lane, title: `${title}: ${lane.title}`, nodes });
      first += nodes.length;
    }
    for (const arrow of graph.arrows) {
      arrows.push({ ...arrow, first: start + arrow.first, second: start + arrow.second });
    }
  }
  return { lanes, arrows };
}

type Arrivals = ReadonlyMap<string, MovedObject>;

/** Returns the objects that a unit gets from others, by reference. */
function arrivalsIn({ head }: ComparedPlans, name: string, moved: readonly MovedObject[]): Arrivals {
  const mine = new Map(moved.filter(({ to }) => to === name).map((one) => [one.key, one]));
  const keys = mine.size === 0 ? [] : plannedObjects(head).map(({ key }) => key);
  return new Map(
    keys.flatMap((key) => {
      const one = mine.get(key);
      return one === undefined ? [] : [[key, one] as const];
    }),
  );
}

/** Adds these objects to the comparison of the unit. */
function withArrivals(comparison: SetComparison, arrivals: Arrivals): SetComparison {
  const objects = [...arrivals.values()].map(({ key, changes, origin }): ComparedObject => ({
    key,
    effect: "changed",
    changes,
    immutable: [],
    reason: undefined,
    origin,
  }));
  return { ...comparison, objects: [...comparison.objects, ...objects] };
}

/** The effects that look like the outcomes of moves. */
const movedEffects: Readonly<Record<MovedObject["outcome"], ObjectEffect>> = {
  taken: "changed",
  recreated: "recreated",
  either: "recreated",
  refused: "refused",
};

function arrivalTexts(texts: ObjectTexts, moved: MovedObject | undefined): ObjectTexts {
  if (moved === undefined) {
    return texts;
  }
  const { look, sign } = effectLook(movedEffects[moved.outcome]);
  return {
    ...texts,
    family: look,
    badge: `${sign} ${moved.outcome}`,
    facts: [...texts.facts, ["moved from", moved.from], ["", moved.message]],
  };
}

function refIn(unit: string, ref: string): string {
  return `${unit}: ${ref}`;
}

function unitFindings({ title, unit }: UnitPart): readonly Diagnostic[] {
  return (unit.comparison?.findings ?? []).map((one) => ({
    ...one,
    message: `unit ${title}: ${one.message}`,
    ...(one.ref === undefined ? {} : { ref: refIn(title, one.ref) }),
  }));
}

type Notes = PageGuide["notes"][number];

function unitNotes({ title: name, unit }: UnitPart): Notes {
  const { notes, settings, comparison } = unit;
  const sections = comparison === undefined ? [] : comparisonNotes(comparison);
  return {
    title: `Unit ${name}`,
    lines: [
      unitHeadline(unit),
      ...notes,
      ...settings.map((change) => changeText(change, mostLines)),
      ...sections.flatMap(({ title, lines }) => lines.map((line) => `${title}: ${line}`)),
    ],
  };
}

/** Longer values of settings are cut. */
const mostLines = 20;

function movedNotes(moved: readonly MovedObject[]): readonly Notes[] {
  const lines = moved.map(({ key, from, to, message }) => `${key}: ${from} → ${to}: ${message}`);
  return lines.length === 0 ? [] : [{ title: "Moved between units", lines }];
}
