import { field, type JsonObject, objectField, stringField, stringsField } from "../object/json.ts";
import { type GroupKind, groupOf } from "../object/object-ref.ts";
import type { ReadObject } from "./manifest.ts";

/** The names and kinds that a CustomResourceDefinition declares, as far as they are set. */
export interface CrdNames {
  readonly group: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly plural: string;
  /** Kind, plural, singular and short names, in lower case: the names used on command lines. */
  readonly names: readonly string[];
}

/** Reports whether the object is a CustomResourceDefinition, of Kubernetes and not of some other group. */
export function isCrd(object: ReadObject): boolean {
  return isDefinitionKind({ group: groupOf(object.apiVersion), kind: object.kind });
}

/**
 * Reports whether the manifest is a CRD from the `crds` folder of a chart: the first stage of Helm and werf.
 * A CRD from a template, or from a folder of that name that is not part of a chart, is an object like any
 * other.
 */
export function isFromCrdsFolder(manifest: ReadObject): boolean {
  return manifest.document.source.isChartCrds === true && isCrd(manifest);
}

/** Reports whether objects of that kind are CustomResourceDefinitions. */
export function isDefinitionKind({ group, kind }: GroupKind): boolean {
  return kind === "CustomResourceDefinition" && group === "apiextensions.k8s.io";
}

/** The kind that a CustomResourceDefinition defines; missing fields are empty. */
export function definedKind(definition: JsonObject): GroupKind {
  const spec = field(definition, "spec");
  return {
    group: stringField(spec, "group") ?? "",
    kind: stringField(objectField(spec, "names"), "kind") ?? "",
  };
}

/** Reads a CustomResourceDefinition (apiextensions.k8s.io, v1 or v1beta1). Missing fields are empty. */
export function readCrdNames(object: ReadObject): CrdNames {
  const spec = field(object.value, "spec");
  const names = objectField(spec, "names");
  const { group, kind } = definedKind(object.value);
  const plural = stringField(names, "plural") ?? `${kind.toLowerCase()}s`;
  const singular = stringField(names, "singular") ?? kind.toLowerCase();
  return {
    group,
    kind,
    namespaced: stringField(spec, "scope") !== "Cluster",
    plural,
    names: [kind, plural, singular, ...stringsField(names, "shortNames")].map((name) => name.toLowerCase()),
  };
}
