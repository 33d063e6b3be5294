import { field, isObject, type JsonObject, objectField, stringField, withoutFields } from "../object/json.ts";
import type { RuleChecker } from "./builtin-rules/check-builtin-rules.ts";
import type { BuiltinSchemas } from "./builtin/builtin-schemas.ts";
import { newestMinor } from "./builtin/supported-versions.ts";
import { loadBuiltinSchemas } from "./builtin/load-builtin-schemas.ts";
import { formatFieldPath } from "./model/field-fault.ts";
import { mergeConfiguration } from "./mutation/merge-configuration.ts";
import { typeOfDefinition } from "./mutation/merge-type.ts";

/**
 * Returns the fields of an object of a built-in kind that a server-side apply would change although the API
 * server probably does not allow that: whether it does, only the server knows. None if the live object has
 * another version.
 */
export type UpdateCheck = (applied: JsonObject, live: JsonObject) => readonly string[];

/** Loads the rules about updates of a version of Kubernetes; undefined if its kinds are not known. */
export async function loadUpdateCheck(minor: number = newestMinor): Promise<UpdateCheck | undefined> {
  const schemas = await loadBuiltinSchemas(minor);
  const { serverRules } = await import("./builtin-rules/check-builtin-rules.ts");
  return schemas === undefined
    ? undefined
    : (applied, live) => {
        const after = updated(applied, live, schemas);
        if (after === undefined) {
          return [];
        }
        return changeFaults(serverRules, { after, before: live, minor }).map((fault) => fault.field);
      };
}

/** A fault of a change, with the reason and the words that the API server would give. */
export interface UpdateFault {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

/** Returns the faults of replacing a manifest by another one of the same object. */
export type ReplacementCheck = (after: JsonObject, before: JsonObject) => readonly UpdateFault[];

/**
 * Loads the rules about updates of a version of Kubernetes for two manifests of an object, of which one
 * replaces the other: a field that the new one lacks is removed. None if they have different versions.
 */
export async function loadReplacementCheck(minor: number = newestMinor): Promise<ReplacementCheck> {
  const { serverRules } = await import("./builtin-rules/check-builtin-rules.ts");
  return (after, before) =>
    field(after, "apiVersion") === field(before, "apiVersion")
      ? changeFaults(serverRules, { after, before, minor })
      : [];
}

/** Returns the faults that an object has only because of its state before. */
function changeFaults(
  rules: RuleChecker,
  {
    after,
    before,
    minor,
  }: { readonly after: JsonObject; readonly before: JsonObject; readonly minor: number },
): readonly UpdateFault[] {
  const faultsAfter = (old: JsonObject): readonly UpdateFault[] =>
    rules
      .check(after, [], { minor, old })
      .map(({ path, reason, message }) => ({ field: formatFieldPath(path), reason, message }));
  // Faults that the object has whatever it was before are not about the change.
  const others = new Set(faultsAfter(after).map((fault) => fault.field));
  return faultsAfter(before).filter((fault) => !others.has(fault.field));
}

/** The object after the apply, as far as that is known. */
function updated(applied: JsonObject, live: JsonObject, schemas: BuiltinSchemas): JsonObject | undefined {
  const apiVersion = stringField(applied, "apiVersion") ?? "";
  const definition = schemas.definitionOf(apiVersion, stringField(applied, "kind") ?? "");
  if (definition === undefined || field(live, "apiVersion") !== apiVersion) {
    return undefined;
  }
  const merged = mergeConfiguration(live, applied, typeOfDefinition(schemas, definition));
  return isObject(merged) ? withoutFollowing(merged, applied) : undefined;
}

/** The addresses of a Service that the server sets from its address. */
function withoutFollowing(merged: JsonObject, applied: JsonObject): JsonObject {
  const spec = field(applied, "spec");
  const isFollowed = field(spec, "clusterIP") !== undefined && field(spec, "clusterIPs") === undefined;
  return isFollowed
    ? { ...merged, spec: withoutFields(objectField(merged, "spec"), new Set(["clusterIPs"])) }
    : merged;
}
