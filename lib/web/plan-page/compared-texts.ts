import type { ComparedObject, SetComparison } from "../../compare/set-comparison.ts";
import { formatOrigin, type Origin } from "../../object/diagnostic/source-text.ts";
import { parseRef } from "../../object/object-ref.ts";
import type { Plan } from "../../plan/plan.ts";
import { plannedObjects } from "../../plan/plan.ts";
import { effectNotes } from "../../report/compare/object-diffs.ts";
import { changeText } from "../../report/diff/diff-text.ts";
import { type ChangeLook, looksOf } from "./change-look.ts";
import type { ObjectTexts } from "./page-data.ts";

/** Both plans of a comparison, and how their files are named. */
export interface ComparedPlans {
  readonly base: Plan;
  readonly head: Plan;
  readonly display: Readonly<Record<"base" | "head", (file: string) => string>>;
}

/** The texts of compared objects, by reference. */
export interface ComparedTexts {
  readonly lookOf: (key: string) => ChangeLook;
  readonly textsOf: (key: string) => ObjectTexts;
}

/** Changes with more lines are cut: nobody reads a whole added file on a page. */
const mostLines = 60;

/** Returns the texts of every object of a comparison. */
export function comparedTexts(
  comparison: SetComparison,
  { base, head, display }: ComparedPlans,
): ComparedTexts {
  const looks = looksOf(comparison);
  const compared = new Map(comparison.objects.map((object) => [object.key, object]));
  const facts = factsByKey(comparison);
  const origins = new Map<string, string>([
    ...plannedObjects(base).map(({ key, origin }) => [key, placeOf(origin, display.base)] as const),
    ...plannedObjects(head).map(({ key, origin }) => [key, placeOf(origin, display.head)] as const),
  ]);
  return {
    lookOf: (key) => looks.get(key)?.look ?? "change-none",
    textsOf: (key) => {
      const object = compared.get(key);
      const origin = origins.get(key);
      return {
        ...nameTexts(key),
        family: looks.get(key)?.look ?? "change-none",
        badge: looks.get(key)?.badge ?? "",
        facts: [
          ...(origin === undefined ? [] : [["defined in", origin] as const]),
          ...(object === undefined ? [] : notesOf(object)),
          ...(facts.get(key) ?? []),
        ],
        changes:
          object?.changes.map((change) => ({ kind: change.kind, text: changeText(change, mostLines) })) ?? [],
      };
    },
  };
}

function placeOf({ file, ...place }: Origin, display: (file: string) => string): string {
  return formatOrigin({ ...place, file: display(file) });
}

/** Returns the names of an object by its reference. */
export function nameTexts(key: string): Pick<ObjectTexts, "ref" | "kind" | "name" | "place"> {
  const { kind = "", name = key, namespace = "", group = "" } = parseRef(key) ?? {};
  return { ref: key, kind, name, place: [namespace, group].filter((part) => part !== "").join(" · ") };
}

type Fact = readonly [string, string];

function notesOf(object: ComparedObject): readonly Fact[] {
  const { effect, reason } = object;
  const spared = effect === "left" ? "the release does not own it" : (reason ?? "");
  const notes = effect === "kept" || effect === "left" ? [`not deleted: ${spared}`] : effectNotes(object);
  return notes.map((note) => ["", note]);
}

/** The facts about the order of each object. */
function factsByKey({ moves, waits }: SetComparison): ReadonlyMap<string, readonly Fact[]> {
  const facts: readonly (readonly [string, Fact])[] = [
    ...moves.map(
      ({ key, before, after }) => [key, ["moved", `group ${before.index} → group ${after.index}`]] as const,
    ),
    ...waits.map(
      ({ key, kind, on, until, rule }) =>
        [
          key,
          [kind === "new" ? "now waits for" : "no longer waits for", `${on} until ${until} (${rule})`],
        ] as const,
    ),
  ];
  const grouped = Map.groupBy(facts, ([key]) => key);
  return new Map([...grouped].map(([key, of]) => [key, of.map(([, fact]) => fact)]));
}
