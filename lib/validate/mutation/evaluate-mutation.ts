import type { CelValue } from "../../cel/model/value.ts";
import { field, isArray, isObject, type JsonObject, type JsonValue, pointerKeys } from "../../object/json.ts";
import type { AdmittedObject } from "../admitted/admitted-object.ts";
import type { UnknownFields } from "../admitted/unknown-fields.ts";
import type { CompiledPolicy, PolicyMutation } from "../policy/compile-policy.ts";
import { evaluator } from "../policy/evaluate-policy.ts";
import type { PolicyInput } from "../policy/policy-variables.ts";
import { configurationFault } from "./configuration-faults.ts";
import { applyJsonPatch, type Patched } from "./json-patch.ts";
import { mergeConfiguration } from "./merge-configuration.ts";
import type { MergeType } from "./merge-type.ts";
import {
  jsonOfConfiguration,
  jsonOfValue,
  misplacedInOperations,
  misplacedTypes,
  NoJsonForm,
  operationsOf,
} from "./patch-value.ts";

/** The knowledge of a kind that its mutations need. */
export interface MutationRules {
  /** The type of the object; undefined if it is not known. */
  readonly type: MergeType | undefined;
  /** Returns the reason why the server cannot decode a patched object, in its words. */
  readonly decodeFault: (patched: JsonObject) => string | undefined;
  /** Returns an object as the server passes it on: with defaults. */
  readonly admitted: (patched: JsonObject) => AdmittedObject;
}

/** The outcome of a mutation: the new object, an error in the server's words, or what is not known. */
export type MutationOutcome =
  | { readonly object: AdmittedObject }
  | { readonly error: string; readonly isInternal: boolean }
  | { readonly unknown: string };

interface MutationWork {
  readonly input: PolicyInput;
  readonly rules: MutationRules;
}

/** Evaluates a mutation on the object of a request and applies it. Each has the whole cost limit. */
export function evaluateMutation(
  policy: CompiledPolicy,
  mutation: PolicyMutation,
  { input, rules }: MutationWork,
): MutationOutcome {
  const evaluate = evaluator(policy, input, { read: readParts });
  const outcome = evaluate(mutation.expression);
  if ("unknown" in outcome) {
    return outcome;
  }
  if ("error" in outcome) {
    return refused(outcome.error);
  }
  try {
    return mutation.isJsonPatch
      ? patch(outcome.value, input.request.object, rules)
      : configure(outcome.value, input.request.object, rules);
  } catch (error) {
    if (error instanceof NoJsonForm) {
      return { unknown: `the JSON form of a ${error.message}` };
    }
    throw error;
  }
}

function refused(error: string): MutationOutcome {
  return { error, isInternal: false };
}

/** Reads every part. What has no JSON form is left to the conversion. */
function readParts(value: CelValue): void {
  try {
    jsonOfValue(value);
  } catch (error) {
    if (!(error instanceof NoJsonForm)) {
      throw error;
    }
  }
}

function configure(
  value: CelValue,
  { value: object }: AdmittedObject,
  { type, admitted }: MutationRules,
): MutationOutcome {
  const misplaced = misplacedTypes(value, "Object");
  if (misplaced.length > 0) {
    return refused(`type mismatch: ${misplaced.join(" ")}`);
  }
  if (type === undefined) {
    return { unknown: "the schema of the object" };
  }
  const written = jsonOfConfiguration(value);
  const { apiVersion = null, kind = null } = object;
  const applied = { ...(isObject(written) ? written : {}), apiVersion, kind };
  const fault = configurationFault(applied, type);
  if (fault !== undefined) {
    return refused(`error applying patch: ${fault}`);
  }
  const merged = mergeConfiguration(object, applied, type);
  return { object: admitted(isObject(merged) ? merged : object) };
}

function patch(
  value: CelValue,
  object: AdmittedObject,
  { decodeFault, admitted }: MutationRules,
): MutationOutcome {
  const misplaced = misplacedInOperations(value);
  if (misplaced.length > 0) {
    return refused(`type mismatch: ${misplaced.join(" ")}`);
  }
  const patched = applyJsonPatch(object.value, operationsOf(value));
  if (!("value" in patched)) {
    return failedPatch(patched, object);
  }
  const changed = isObject(patched.value) ? patched.value : object.value;
  const fault = decodeFault(changed);
  return fault === undefined
    ? { object: admitted(changed) }
    : { error: `Internal error occurred: ${fault}`, isInternal: true };
}

/** A patch whose `test` finds a difference changes nothing. */
function failedPatch(failed: Exclude<Patched, { value: unknown }>, object: AdmittedObject): MutationOutcome {
  if (isUnknownAt(object, failed.path)) {
    return { unknown: `object${failed.path.replaceAll("/", ".")}` };
  }
  return failed.error === undefined ? { object } : refused(`JSON Patch: ${failed.error}`);
}

/** Reports whether the value at a place of a JSON patch, or a part that holds it, is not known offline. */
function isUnknownAt({ value, unknown, hasUnknownDefaults }: AdmittedObject, path: string): boolean {
  const keys = pointerKeys(path);
  let state: UnknownFields | string | undefined = unknown;
  let current: JsonValue | undefined = value;
  for (const key of keys) {
    const isList = isArray(current);
    state = typeof state === "object" ? state[isList ? "*" : key] : undefined;
    current = isArray(current) ? current[Number(key)] : field(current, key);
    if (state === "always" || (state === "absent" && current === undefined)) {
      return true;
    }
  }
  return hasUnknownDefaults && keys[0] !== "metadata";
}
