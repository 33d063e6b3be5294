import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { finalizersOf, managedFieldsOf } from "../../object/metadata.ts";
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
    ...finalizers.map((finalizer) => plainLine(`finalizer ${finalizer}${setBy(object, finalizer)}`)),
    ...conditions.map((condition) => plainLine(`${condition.type}: ${messageOf(condition)}`)),
  ];
}

function setBy(object: JsonObject, finalizer: string): string {
  const managers = finalizerManagers(object, finalizer);
  return managers.length === 0 ? "" : `, set by ${managers.join(" and ")}`;
}

/** The field managers that own a finalizer of an object. */
export function finalizerManagers(object: JsonObject, finalizer: string): readonly string[] {
  const managers = managedFieldsOf(object).flatMap((entry) => {
    const metadata = objectField(objectField(entry, "fieldsV1"), "f:metadata");
    const owned = objectField(metadata, "f:finalizers");
    return Object.hasOwn(owned, `v:${JSON.stringify(finalizer)}`)
      ? (stringField(entry, "manager") ?? [])
      : [];
  });
  return [...new Set(managers)];
}

/** The object is being deleted; the message lists the blockers. */
export function terminating(object: JsonObject): Readiness {
  const blockers = blockersOf(object);
  const waits = blockers.length === 0 ? "" : `, held up by ${blockers.join("; ")}`;
  return { state: "Terminating", reason: "Terminating", message: plainLine(`being deleted${waits}`) };
}
