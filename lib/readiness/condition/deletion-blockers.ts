import { type JsonObject } from "../../object/json.ts";
import { finalizersOf } from "../../object/metadata.ts";
import { conditionsOf, messageOf } from "./condition.ts";
import { plainLine } from "./readiness-result.ts";
import type { Readiness } from "../readiness.ts";

/** The conditions by which a Namespace reports what blocks its deletion. */
const namespaceConditions = new Set([
  "NamespaceDeletionDiscoveryFailure",
  "NamespaceDeletionGroupVersionParsingFailure",
  "NamespaceDeletionContentFailure",
  "NamespaceContentRemaining",
  "NamespaceFinalizersRemaining",
]);

/**
 * The blockers of an object's deletion, each as text for people: `finalizer example.com/cleanup`, and those a
 * Namespace reports.
 */
export function blockersOf(object: JsonObject): readonly string[] {
  const finalizers = finalizersOf(object);
  const conditions = conditionsOf(object).filter(
    ({ type, status }) => status === "True" && namespaceConditions.has(type),
  );
  return [
    ...finalizers.map((finalizer) => plainLine(`finalizer ${finalizer}`)),
    ...conditions.map((condition) => plainLine(`${condition.type}: ${messageOf(condition)}`)),
  ];
}

/** The object is being deleted; the message lists the blockers. */
export function terminating(object: JsonObject): Readiness {
  const blockers = blockersOf(object);
  const waits = blockers.length === 0 ? "" : `, held up by ${blockers.join("; ")}`;
  return { state: "Terminating", reason: "Terminating", message: plainLine(`being deleted${waits}`) };
}
