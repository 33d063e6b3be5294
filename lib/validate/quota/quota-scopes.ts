/**
 * The scopes that limit a ResourceQuota to some pods or claims.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/quota/v1/evaluator/core/pods.go
 */
import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../object/json.ts";

/** A scope that what a quota counts must have. */
export interface QuotaScope {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Reads `spec.scopes` and `spec.scopeSelector` of a ResourceQuota. */
export function quotaScopes(spec: JsonObject): readonly QuotaScope[] {
  const plain = stringsField(spec, "scopes").map((name) => ({ name, operator: "Exists", values: [] }));
  const selected = listField(objectField(spec, "scopeSelector"), "matchExpressions").map((one) => ({
    name: stringField(one, "scopeName") ?? "",
    operator: stringField(one, "operator") ?? "",
    values: stringsField(one, "values"),
  }));
  return [...plain, ...selected];
}

/** Reports whether a pod has a scope. */
export function podHasScope(
  spec: JsonObject,
  { name, ...scope }: QuotaScope,
  { isBestEffort }: { readonly isBestEffort: boolean },
): boolean {
  switch (name) {
    case "Terminating":
      return typeof field(spec, "activeDeadlineSeconds") === "number";
    case "NotTerminating":
      return typeof field(spec, "activeDeadlineSeconds") !== "number";
    case "BestEffort":
      return isBestEffort;
    case "NotBestEffort":
      return !isBestEffort;
    case "PriorityClass":
      return meetsScope(scope, stringField(spec, "priorityClassName") ?? "");
    case "CrossNamespacePodAffinity":
      return crossesNamespaces(spec);
    default:
      return false;
  }
}

/** Reports whether a PersistentVolumeClaim has a scope. */
export function claimHasScope(spec: JsonObject, { name, ...scope }: QuotaScope): boolean {
  return (
    name === "VolumeAttributesClass" &&
    meetsScope(scope, stringField(spec, "volumeAttributesClassName") ?? "")
  );
}

/** Reports whether the name of a class, empty if there is none, is one that a scope asks for. */
function meetsScope({ operator, values }: Omit<QuotaScope, "name">, name: string): boolean {
  switch (operator) {
    case "Exists":
      return name !== "";
    case "DoesNotExist":
      return name === "";
    case "In":
      return name !== "" && values.includes(name);
    case "NotIn":
      return name === "" || !values.includes(name);
    default:
      return false;
  }
}

function crossesNamespaces(spec: JsonObject): boolean {
  const affinity = objectField(spec, "affinity");
  return ["podAffinity", "podAntiAffinity"].some((kind) => {
    const terms = objectField(affinity, kind);
    return [
      ...listField(terms, "requiredDuringSchedulingIgnoredDuringExecution"),
      ...listField(terms, "preferredDuringSchedulingIgnoredDuringExecution").map((one) =>
        objectField(one, "podAffinityTerm"),
      ),
    ].some(namesNamespaces);
  });
}

function namesNamespaces(term: JsonValue): boolean {
  return listField(term, "namespaces").length > 0 || isObject(field(term, "namespaceSelector"));
}
