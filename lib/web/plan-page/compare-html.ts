import type { SetComparison } from "../../compare/set-comparison.ts";
import { formatPath } from "../../plan/format-reason.ts";
import { originOf, type Wait } from "../../plan/plan.ts";
import { comparisonSections, namesOf } from "../../report/compare/comparison-sections.ts";
import { comparisonHeadline } from "../../report/compare/headline.ts";
import { type SideNames, sidesText } from "../../report/compare/side-names.ts";
import { changeLooks } from "./change-look.ts";
import { type ComparedLanes, comparedLanes } from "./compared-lanes.ts";
import { type ComparedPlans, comparedTexts } from "./compared-texts.ts";
import { layOutPage, type PageContent, type PageGuide } from "./page-data.ts";
import { drawingHtml } from "./plan-html.ts";

/** A comparison with what its page shows besides. */
export interface ComparisonPage extends ComparedPlans {
  readonly comparison: SetComparison;
  readonly sides: SideNames;
}

/**
 * Returns a comparison as a page like that of a plan: the groups of the head with the objects of both sides,
 * marked by what happens to them. Complexity: O(n log n) in objects and waits.
 */
export function comparisonHtml({ comparison, sides, ...plans }: ComparisonPage): string {
  const data = layOutPage({
    title: sidesText(sides),
    summary: comparisonHeadline(comparison),
    ...comparisonGraph(comparison, plans),
    diagnostics: comparison.findings,
    guide: { hints: comparisonHints, legend: changeLooks, notes: comparisonNotes(comparison) },
  });
  return drawingHtml(data);
}

/** The lanes of a comparison and the arrows between their objects, which are numbered from 0. */
export type ComparisonGraph = Pick<PageContent, "lanes" | "arrows">;

/** Returns the groups of the head with the objects of both sides, marked by what happens to them. */
export function comparisonGraph(comparison: SetComparison, plans: ComparedPlans): ComparisonGraph {
  const lanes = comparedLanes(plans, comparedTexts(comparison, plans));
  return { lanes: lanes.lanes, arrows: comparedArrows(lanes, plans, newWaits(comparison)) };
}

/** Explanations of the page for its reader. */
export const comparisonHints: readonly string[] = [
  "Groups are applied from left to right. An arrow points to the object that waits. Removed objects have a lane of their own.",
  "Select an object to see which of its fields change.",
];

/** Returns what a comparison found that the graph does not show. */
export function comparisonNotes(comparison: SetComparison): PageGuide["notes"] {
  return comparisonSections(comparison, namesOf(comparison)).filter(
    ({ title }) => title !== "Order" && title !== "New findings",
  );
}

type NewWaits = ReadonlySet<string>;

function newWaits({ waits }: SetComparison): NewWaits {
  return new Set(
    waits.filter(({ kind }) => kind === "new").map(({ key, on, until }) => waitKey(key, { on, until })),
  );
}

function waitKey(key: string, { on, until }: Pick<Wait, "on" | "until">): string {
  return JSON.stringify([key, on, until]);
}

type Arrows = PageContent["arrows"];

/** The waits of the head, each pair of boxes once, and those of removed objects. */
function comparedArrows(lanes: ComparedLanes, { display }: ComparedPlans, isNew: NewWaits): Arrows {
  const { head, base, boxOf, byKey, removed } = lanes;
  const keys = new Map(
    head.columns.flatMap(({ nodes }) => nodes.map(({ id, object }) => [id, object.manifest.key])),
  );
  const present = head.arrows.map(({ first, second, wait }) => {
    const isAdded = isNew.has(waitKey(keys.get(second) ?? "", wait));
    const [from, to] = [boxOf.get(first) ?? -1, boxOf.get(second) ?? -1];
    return arrowOf([from, to], wait, { display: display.head, note: isAdded ? " (new)" : "" });
  });
  const gone = base.columns
    .flatMap(({ nodes }) => nodes)
    .filter(({ object }) => removed.has(object.manifest.key))
    .flatMap(({ object }) =>
      object.waitsFor.map((wait) => {
        const ends = [byKey.get(wait.on) ?? -1, byKey.get(object.manifest.key) ?? -1] as const;
        return arrowOf(ends, wait, { display: display.base, note: " (removed)" });
      }),
    );
  const drawn = [...present, ...gone].filter(
    ({ first, second }) => first >= 0 && second >= 0 && first !== second,
  );
  return [
    ...new Map(drawn.map((arrow) => [`${arrow.first} ${arrow.second} ${arrow.until}`, arrow])).values(),
  ];
}

function arrowOf(
  [first, second]: readonly [number, number],
  wait: Wait,
  { display, note }: { readonly display: (file: string) => string; readonly note: string },
): Arrows[number] {
  const origin = originOf(wait.cause);
  return {
    first,
    second,
    until: wait.until,
    rule: `${wait.rule}${note}`,
    because: formatPath(wait.cause.path),
    origin: { ...origin, file: display(origin.file) },
  };
}
