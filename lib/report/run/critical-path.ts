import type { Result } from "../../apply/model/event.ts";
import { formatElapsed } from "../terminal/format-elapsed.ts";
import type { RunProgress } from "./run-progress.ts";

/** Less is not worth a number, in milliseconds. */
const shortStep = 100;
/** A run shorter than this, in milliseconds, has nothing that held it up. */
const shortRun = 1000;
/** Of a longer chain the middle is folded. */
const longestChain = 8;

/**
 * What the time of a run went into, as one sentence; none where none of its steps has taken time:
 * `critical path: Namespace/shop → StatefulSet/mysql (9.1s) → Deployment/wordpress (3.4s)`.
 */
export function criticalPathWords(result: Result, progress: RunProgress): readonly string[] {
  const { criticalPath, took, verdict } = result;
  // What a run that did not converge was held up by is its failure.
  const isReported = verdict === "converged" && progress.start?.dryRun !== true;
  if (!isReported || criticalPath.length < 2 || took < shortRun) {
    return [];
  }
  // What is deleted after it has ended stands in the chain twice.
  const keys = [...new Set(criticalPath)];
  if (!keys.some((key) => (progress.tookOf(key) ?? 0) >= shortStep)) {
    return [];
  }
  const steps = keys.map((key) => stepWords(key, progress.tookOf(key)));
  const folded = steps.length - longestChain;
  const half = longestChain / 2;
  const shown =
    folded <= 1 ? steps : [...steps.slice(0, half), `${folded} more`, ...steps.slice(half + folded)];
  return [`critical path: ${shown.join(" → ")}`];
}

function stepWords(key: string, took = 0): string {
  return `${shortRef(key)}${took < shortStep ? "" : ` (${formatElapsed(took)})`}`;
}

/** The last two parts of a written reference: `Deployment/web`. */
export function shortRef(key: string): string {
  return key.split("/").slice(-2).join("/");
}
