import type { Outcome, Target, Diagnosis } from "../../apply/model/event.ts";

/** A cause, and the number of objects skipped because of it, directly or transitively. */
export interface FailureGroup {
  /** The key of the object that held the others back. */
  readonly key: string;
  /** Its outcome; undefined if it is not an object of the run. */
  readonly cause: Outcome | undefined;
  readonly dependents: number;
}

/**
 * Returns the objects that failed or timed out, in order of failure, each with the number of objects skipped
 * because of it; then causes that are not objects of the run. `order`: the keys in the order in which they
 * failed. Complexity: O(outcomes).
 */
export function failureGroups(
  outcomes: readonly Outcome[],
  order: readonly string[],
): readonly FailureGroup[] {
  const failed = new Map(outcomes.filter(hasFailed).map((outcome) => [outcome.target.key, outcome]));
  const dependents = countDependents(outcomes, failed);
  const keys = new Set([...order.filter((key) => failed.has(key)), ...failed.keys(), ...dependents.keys()]);
  return Array.from(keys, (key) => ({ key, cause: failed.get(key), dependents: dependents.get(key) ?? 0 }));
}

function hasFailed({ actuation, reconcile }: Outcome): boolean {
  return actuation === "Failed" || reconcile === "Failed" || reconcile === "Timeout";
}

/**
 * Counts the skipped objects by the key of their cause: the first failure on the way, or the last object
 * named.
 */
function countDependents(
  outcomes: readonly Outcome[],
  failed: ReadonlyMap<string, Outcome>,
): ReadonlyMap<string, number> {
  const skipped = outcomes.filter((outcome) => outcome.actuation === "Skipped");
  const waitsOn = new Map(
    skipped.flatMap(({ target, because }) =>
      because === undefined ? [] : [[target.key, because.on] as const],
    ),
  );
  const roots = new Map<string, string>();
  const amounts = new Map<string, number>();
  for (const key of waitsOn.keys()) {
    const root = rootOf(key, { waitsOn, failed, roots });
    amounts.set(root, (amounts.get(root) ?? 0) + 1);
  }
  return amounts;
}

interface Ways {
  readonly waitsOn: ReadonlyMap<string, string>;
  readonly failed: ReadonlyMap<string, Outcome>;
  /** Causes found already. */
  readonly roots: Map<string, string>;
}

/** Follows the way to its end; a way that returns to itself ends there. */
function rootOf(key: string, { waitsOn, failed, roots }: Ways): string {
  const way = new Set<string>();
  let current = key;
  while (!failed.has(current) && !way.has(current)) {
    const next = roots.get(current) ?? waitsOn.get(current);
    if (next === undefined) {
      break;
    }
    way.add(current);
    current = next;
  }
  for (const passed of way) {
    roots.set(passed, current);
  }
  return current;
}

/** The failure of an object. */
interface Fault {
  readonly target: Target;
  readonly message?: string | undefined;
  readonly trouble?: Diagnosis | undefined;
}

/**
 * Returns a key that is the same for objects with the same fault: their own names and those of their pods are
 * left out.
 */
export function faultKey({ target, message = "", trouble }: Fault): string {
  const pods = (trouble?.pods ?? []).map((line) => line.replace(/^pod\/[^:]*: (?:container \S+ )?/, ""));
  const logs = (trouble?.logs ?? []).flatMap(({ lines }) => lines);
  const blockers = trouble?.blockers ?? [];
  // In a pod's name the name of the object is followed by a suffix.
  const name = new RegExp(`(?<![\\w-])${RegExp.escape(target.name)}(?!\\w)`, "g");
  return [message, ...new Set(pods), ...logs, ...blockers].map((text) => text.replace(name, "*")).join("\n");
}

/** The maximum number of names listed; more are only counted. */
const shownNames = 50;

/** Formats the names of further objects: `2 more for the same reason: Job/load, Deployment/web`. */
export function namesWords(names: readonly string[]): string {
  const rest = names.length - shownNames;
  const shown = names.slice(0, shownNames).join(", ");
  return `${names.length} more for the same reason: ${shown}${rest > 0 ? ` and ${rest} others` : ""}`;
}
