import type { Manifest } from "../../manifest/manifest.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { field, isObject, type JsonValue, stringField } from "../../object/json.ts";
import { labelLookup, matchesSelector } from "../../object/label-selector.ts";
import { type GroupKind, groupKindKey, groupOf } from "../../object/object-ref.ts";
import type { CustomDefinition } from "../model/crd.ts";

/** The objects that policies may read parameters from, and the definitions of custom kinds. */
export interface ParameterSource {
  readonly byKind: ReadonlyMap<string, readonly Manifest[]>;
  readonly definitions: ReadonlyMap<string, CustomDefinition>;
}

/**
 * The parameters of a policy for a request, null for none. With an error, the binding is misconfigured;
 * `unknown` names what is not in the set.
 */
export type Parameters =
  | { readonly params: readonly (Manifest | null)[] }
  | { readonly error: string }
  | { readonly unknown: string };

/**
 * Returns the parameters that a binding passes to its policy for a request in a namespace, which is empty for
 * a cluster-scoped object. Objects that are not in the set may be in the cluster: without one in the set, the
 * parameters are unknown. Source: Kubernetes documentation, "Validating Admission Policy", "Parameters".
 */
export function collectParameters(
  source: ParameterSource,
  { paramKind, binding }: { readonly paramKind: JsonValue | undefined; readonly binding: Manifest },
  namespace: string,
): Parameters {
  const reference = field(field(binding.value, "spec"), "paramRef");
  if (!isObject(paramKind) || !isObject(reference)) {
    return { params: [null] };
  }
  const kind = kindOfParameters(paramKind);
  const isNamespaced = scopeOf(source, kind);
  if (isNamespaced === undefined) {
    return { unknown: `the scope of ${kind.kind}` };
  }
  const place = placeOfParameters(stringField(reference, "namespace") ?? "", { isNamespaced, namespace });
  if (typeof place === "object") {
    return place;
  }
  const ofKind = source.byKind.get(groupKindKey(kind)) ?? [];
  return chooseParameters(
    ofKind.filter(({ ref }) => ref.namespace === place),
    reference,
    kind,
  );
}

function kindOfParameters(paramKind: JsonValue): GroupKind {
  return {
    group: groupOf(stringField(paramKind, "apiVersion") ?? ""),
    kind: stringField(paramKind, "kind") ?? "",
  };
}

/** Returns the namespace of the parameters, empty if they are cluster-scoped. */
function placeOfParameters(
  written: string,
  { isNamespaced, namespace }: { readonly isNamespaced: boolean; readonly namespace: string },
): string | { readonly error: string } {
  if (!isNamespaced) {
    return written === ""
      ? ""
      : { error: "paramRef.namespace must not be provided for a cluster-scoped `paramKind`" };
  }
  const place = written === "" ? namespace : written;
  return place === ""
    ? { error: "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources" }
    : place;
}

function chooseParameters(
  candidates: readonly Manifest[],
  reference: JsonValue,
  { kind }: GroupKind,
): Parameters {
  const name = stringField(reference, "name") ?? "";
  const selector = field(reference, "selector");
  const params = candidates.filter((one) =>
    name === "" ? matchesSelector(selector, labelLookup(one.value)) : one.name === name,
  );
  return params.length === 0
    ? { unknown: name === "" ? `its parameters of kind ${kind}` : `its parameter ${kind}/${name}` }
    : { params };
}

function scopeOf({ definitions }: ParameterSource, kind: GroupKind): boolean | undefined {
  return definitions.get(groupKindKey(kind))?.namespaced ?? builtinKind(kind.group, kind.kind)?.namespaced;
}
