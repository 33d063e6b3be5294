import {
  field,
  isObject,
  type JsonObject,
  objectField,
  sameJson,
  stringField,
  withoutFields,
} from "../object/json.ts";
import { storedForm } from "./as-stored.ts";
import type { RuleChecker, RuleOptions } from "./builtin-rules/check-builtin-rules.ts";
import type { BuiltinSchemas } from "./builtin/builtin-schemas.ts";
import { newestMinor } from "./builtin/supported-versions.ts";
import { loadBuiltinSchemas } from "./builtin/load-builtin-schemas.ts";
import { formatFieldPath } from "./model/field-fault.ts";
import { mergeConfiguration } from "./mutation/merge-configuration.ts";
import { typeOfDefinition } from "./mutation/merge-type.ts";
import { reapplyConfiguration } from "./mutation/reapply-configuration.ts";

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

/** An object as its manifest gives it, and as the API server stores that. */
interface AppliedState {
  readonly written: JsonObject;
  readonly stored: JsonObject;
}

/** The rules about applying a manifest over another one of the same object. */
export interface ReplacementCheck {
  /** Returns the faults of a change; a field that the new manifest lacks is removed. */
  readonly changes: (after: JsonObject, before: JsonObject) => readonly UpdateFault[];
  /**
   * Returns the faults of defaults that the server has filled in for the old manifest: they stay beside what
   * the new one gives, which may not allow them.
   */
  readonly defaults: (after: AppliedState, before: AppliedState) => readonly UpdateFault[];
}

/** Loads the rules about updates of a version of Kubernetes. None if the versions of manifests differ. */
export async function loadReplacementCheck(minor: number = newestMinor): Promise<ReplacementCheck> {
  const schemas = await loadBuiltinSchemas(minor);
  const { serverRules } = await import("./builtin-rules/check-builtin-rules.ts");
  return {
    changes: (after, before) =>
      isSameVersion(after, before) ? changeFaults(serverRules, { after, before, minor }) : [],
    defaults: (after, before) => {
      const isKnown = schemas !== undefined && isSameVersion(after.written, before.written);
      const merged = isKnown ? reapplied(after, before, schemas) : undefined;
      if (merged === undefined || sameJson(merged, after.stored)) {
        return [];
      }
      const options = { minor, old: before.stored };
      const others = new Set(faultsOf(after.stored, serverRules, options).map((fault) => fault.field));
      return faultsOf(merged, serverRules, options).filter((fault) => !others.has(fault.field));
    },
  };
}

function isSameVersion(after: JsonObject, before: JsonObject): boolean {
  return field(after, "apiVersion") === field(before, "apiVersion");
}

/** The object after the apply, with its defaults; undefined if its kind is not built in. */
function reapplied(
  after: AppliedState,
  before: AppliedState,
  schemas: BuiltinSchemas,
): JsonObject | undefined {
  const apiVersion = stringField(after.written, "apiVersion") ?? "";
  const kind = stringField(after.written, "kind") ?? "";
  const definition = schemas.definitionOf(apiVersion, kind);
  if (definition === undefined) {
    return undefined;
  }
  const manifests = { before: before.written, after: after.written };
  const merged = reapplyConfiguration(before.stored, manifests, typeOfDefinition(schemas, definition));
  if (!isObject(merged)) {
    return undefined;
  }
  const known = { definition: undefined, builtin: schemas };
  return storedForm({ value: merged, apiVersion, kind }, known, { defaulted: true, pruned: true });
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
  // Faults that the object has whatever it was before are not about the change.
  const others = new Set(faultsOf(after, rules, { minor, old: after }).map((fault) => fault.field));
  return faultsOf(after, rules, { minor, old: before }).filter((fault) => !others.has(fault.field));
}

function faultsOf(object: JsonObject, rules: RuleChecker, options: RuleOptions): readonly UpdateFault[] {
  return rules
    .check(object, [], options)
    .map(({ path, reason, message }) => ({ field: formatFieldPath(path), reason, message }));
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
