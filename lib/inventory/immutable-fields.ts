import { stringField, type JsonObject } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import type { DeletePolicy } from "../object/deploy-policy.ts";

/** One field that the server objected to, as in the causes of a Status. */
export interface RefusalCause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

/**
 * How the API server words that a field cannot be changed once the object exists. There is no reason code for
 * it: the same `FieldValueInvalid` and `FieldValueForbidden` stand for what is wrong in itself. Source: the
 * validation of each kind in `k8s.io/kubernetes/pkg/apis`, and the transition rules that custom resources
 * use.
 */
const immutableWords =
  /\bimmutable\b|may not (?:be )?changed? (?:once|in an update|after)|may not change once set|cannot change roleRef|updates? to .{1,200}(?:is|are) forbidden|updates may not change fields|can ?not be (?:changed|updated|modified)(?! to)|may not be (?:changed|modified)/i;

/**
 * The fields that a refused write tried to change though they cannot be, sorted, each once: `spec.template`.
 * Empty where the refusal has another reason, or one besides: then the object could not be made anew either,
 * and would be lost. Where the server names no field, the field is empty: `[""]`.
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

/** What the server says, without the value it says it of: that may hold any words. */
function verdict(message: string): string {
  const [line = ""] = message.split("\n");
  return line.includes("Invalid value: ") ? line.slice(line.lastIndexOf(": ")) : line;
}

/**
 * The annotations that allow to delete an object and make it anew where it cannot be changed, besides the
 * delete policy.
 */
const recreationMarks: readonly (readonly [annotation: string, value: RegExp])[] = [
  ["converge.dev/recreate", /^(?:true|on-immutable)$/],
  ["kustomize.toolkit.fluxcd.io/force", /^\s*enabled\s*$/i],
  ["argocd.argoproj.io/sync-options", /(?:^|,)\s*(?:Replace|Force)=true\s*(?:,|$)/],
];

const policies: readonly DeletePolicy[] = ["before-creation", "before-creation-if-immutable"];

/**
 * Whether an object may be deleted and made anew when a field of it cannot be changed: where its annotations
 * or its delete policy say so. What must be kept (`keepReason`) is not recreated either; the caller looks at
 * that first.
 */
export function mayRecreate(annotations: JsonObject, deletePolicy: readonly DeletePolicy[]): boolean {
  if (stringField(annotations, "converge.dev/recreate") === "false") {
    return false;
  }
  return (
    policies.some((policy) => deletePolicy.includes(policy)) ||
    recreationMarks.some(([name, value]) => value.test(stringField(annotations, name) ?? ""))
  );
}
