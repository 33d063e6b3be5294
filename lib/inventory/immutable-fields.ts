import { stringField, type JsonObject } from "../object/json.ts";
import { annotationsOf, labelsOf } from "../object/metadata.ts";
import { compareText, type GroupKind } from "../object/object-ref.ts";
import type { DeletePolicy } from "../object/deploy-policy.ts";

/** One field that the server objected to, as in the causes of a Status. */
export interface RefusalCause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

/**
 * The API server's messages for a field that is immutable once the object exists. There is no reason code for
 * it: `FieldValueInvalid` and `FieldValueForbidden` are also used for values that are invalid in themselves.
 * Source: the validation of each kind in `k8s.io/kubernetes/pkg/apis`, and the transition rules that custom
 * resources use.
 */
const immutableWords =
  /\bimmutable\b|may not (?:be )?changed? (?:once|in an update|after)|may not change once set|cannot change roleRef|updates? to .{1,200}(?:is|are) forbidden|updates may not change fields|can ?not be (?:changed|updated|modified)(?! to)|may not be (?:changed|modified)/i;

/**
 * The immutable fields that a refused write tried to change, sorted, without duplicates: `spec.template`.
 * Empty if the refusal has another reason, or an additional one: then the object could not be recreated
 * either, and would be lost. If the server names no field, the field is empty: `[""]`.
 */
export function immutableFields(refusal: {
  readonly message: string;
  readonly causes: readonly RefusalCause[];
}): readonly string[] {
  if (refusal.causes.length === 0) {
    return immutableWords.test(verdict(refusal.message)) ? [""] : [];
  }
  return refusal.causes.every(({ message }) => immutableWords.test(verdict(message)))
    ? [...new Set(refusal.causes.map((cause) => cause.field))].toSorted(compareText)
    : [];
}

/**
 * Returns the server's reasons for refusing a change of immutable fields, each with its field, without the
 * values, and what can be done: `spec.selector: field is immutable; spec.selector cannot be changed: …`.
 */
export function immutableRefusal(refusal: Parameters<typeof immutableFields>[0]): string {
  const { message, causes } = refusal;
  const reasons =
    causes.length === 0
      ? [verdict(message)]
      : causes.map((cause) => `${cause.field}: ${verdict(cause.message)}`);
  const texts = reasons.map((reason) => reason.replace(/: : /, ": "));
  return `${[...new Set(texts)].join("; ")}; ${recreationHint(immutableFields(refusal))}`;
}

/** Returns the hint that allows an object to be recreated, for its fields that cannot be changed. */
export function recreationHint(fields: readonly string[]): string {
  const named = fields.filter((field) => field !== "").join(", ");
  return `${named === "" ? "a field" : named} cannot be changed: --recreate or the annotation converge.dev/recreate: "true" deletes and recreates the object`;
}

/** The server's message without the value it is about, which may contain anything. */
function verdict(message: string): string {
  const [line = ""] = message.split("\n");
  return line.includes("Invalid value: ") ? line.slice(line.lastIndexOf(": ")) : line;
}

/**
 * The annotations that allow an object to be deleted and recreated if it cannot be changed, besides the
 * delete policy.
 */
const recreationMarks: readonly (readonly [annotation: string, value: RegExp])[] = [
  ["converge.dev/recreate", /^(?:true|on-immutable)$/],
  ["kapp.k14s.io/update-strategy", /^(?:fallback-on-replace|always-replace)$/],
  ["argocd.argoproj.io/sync-options", /(?:^|,)\s*(?:Replace|Force)=true\s*(?:,|$)/],
];

/** Flux reads it from labels too. */
const fluxForce = "kustomize.toolkit.fluxcd.io/force";

const policies: readonly DeletePolicy[] = ["before-creation", "before-creation-if-immutable"];

/**
 * Reports whether an object may be deleted and recreated when one of its immutable fields changes: if its
 * annotations or its delete policy say so. An object to be kept (`keepReason`) is not recreated either; the
 * caller checks that first.
 */
export function mayRecreate(object: JsonObject, deletePolicy: readonly DeletePolicy[]): boolean {
  const annotations = annotationsOf(object);
  if (stringField(annotations, "converge.dev/recreate") === "false") {
    return false;
  }
  return (
    policies.some((policy) => deletePolicy.includes(policy)) ||
    recreationMarks.some(([name, value]) => value.test(stringField(annotations, name) ?? "")) ||
    [annotations, labelsOf(object)].some((map) => /^\s*enabled\s*$/i.test(stringField(map, fluxForce) ?? ""))
  );
}

/**
 * Reports whether an object is deleted and created again instead of any update (kapp). Deleting a Namespace
 * or a CRD would delete what is in it.
 */
export function replacesOnChange(annotations: JsonObject, { group, kind }: GroupKind): boolean {
  return (
    stringField(annotations, "kapp.k14s.io/update-strategy") === "always-replace" &&
    kind !== "CustomResourceDefinition" &&
    !(group === "" && kind === "Namespace")
  );
}
