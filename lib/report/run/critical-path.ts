import type { Result } from "../../apply/model/event.ts";
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
  const folded = steps.length - longestChain;
  const half = longestChain / 2;
  const shown =
    folded <= 1 ? steps : [...steps.slice(0, half), `${folded} more`, ...steps.slice(half + folded)];
  return [`critical path: ${shown.join(" → ")}`];
}

function stepWords(name: string, took = 0): string {
  return `${name}${took < shortStep ? "" : ` (${formatElapsed(took)})`}`;
}
