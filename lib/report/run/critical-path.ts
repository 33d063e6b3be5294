import type { ApplyEvent, Result } from "../../apply/model/event.ts";
import { count } from "../../object/message-text.ts";
import type { ObjectNames } from "../../object/object-name.ts";
import type { ScheduledStep } from "../../plan/schedule.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import type { RunProgress } from "./run-progress.ts";

/** Shorter steps are shown without their time, in milliseconds. */
const shortStep = 100;
/** A run shorter than this, in milliseconds, has no critical path worth showing. */
const shortRun = 1000;
/** The middle of a longer path is folded. */
const longestChain = 8;

/**
 * Formats the critical path as one sentence; none if no step took time: `critical path: Namespace/shop →
 * StatefulSet/mysql (9.1s) → Deployment/wordpress (3.4s)`.
 */
export function criticalPathWords(result: Result, progress: RunProgress): readonly string[] {
  const { criticalPath, took, verdict } = result;
  // A run that did not converge was held up by its failure.
  const isReported = verdict === "converged" && progress.start?.dryRun !== true;
  if (!isReported || criticalPath.length < 2 || took < shortRun) {
    return [];
  }
  // An object that is deleted after it has ended is in the path twice.
  const keys = [...new Set(criticalPath)];
  if (!keys.some((key) => (progress.tookOf(key) ?? 0) >= shortStep)) {
    return [];
  }
  const steps = keys.map((key) => stepWords(progress.names.nameOf(key), progress.tookOf(key)));
  return [`critical path: ${foldedChain(steps)}`];
}

/** Joins the steps of a path, the middle of a long one folded. */
function foldedChain(steps: readonly string[]): string {
  const folded = steps.length - longestChain;
  const half = longestChain / 2;
  const shown =
    folded <= 1 ? steps : [...steps.slice(0, half), `${folded} more`, ...steps.slice(half + folded)];
  return shown.join(" → ");
}

/**
 * Formats the expected course of a run, if it has one: `expected to take 1m20s: StatefulSet/mysql (50s) →
 * Deployment/wordpress (30s); 2 objects have no history`.
 */
export function expectedWords(
  { expected }: Extract<ApplyEvent, { readonly type: "start" }>,
  { nameOf }: Pick<ObjectNames, "nameOf">,
): readonly string[] {
  if (expected === undefined) {
    return [];
  }
  const { total, path, unknown } = expected;
  return [
    `expected to take ${formatElapsed(total)}: ${pathWords(path, (key) => nameOf(key))}${unknownWords(unknown)}`,
  ];
}

/** Formats the expected rest of a run: `, about 1m5s left`; empty if the run has no expected course. */
export function remainingWords(progress: RunProgress, at: number): string {
  const remaining = progress.remainingAt(at);
  const { at: startedAt = at, expected } = progress.start ?? {};
  if (remaining === undefined || expected === undefined) {
    return "";
  }
  if (remaining > 0) {
    return `, about ${formatElapsed(Math.ceil(remaining / 1000) * 1000)} left`;
  }
  return at - startedAt > expected.total ? ", later than expected" : "";
}

function stepWords(name: string, took = 0): string {
  return `${name}${took < shortStep ? "" : ` (${formatElapsed(took)})`}`;
}

/** Formats the number of objects of which nothing is known: `; 2 objects have no history`. */
export function unknownWords(unknown: number): string {
  return unknown === 0 ? "" : `; ${count(unknown, "object")} ${unknown === 1 ? "has" : "have"} no history`;
}

/** Formats a path with the time of each object, its middle folded if it is long. */
export function pathWords(path: readonly ScheduledStep[], nameOf: (key: string) => string): string {
  return foldedChain(path.map(({ key, took }) => `${nameOf(key)} (${formatElapsed(took)})`));
}
