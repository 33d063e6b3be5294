import { type Path, field, isObject, type JsonValue, stringField } from "../../object/json.ts";
import type { Manifest } from "../../manifest/manifest.ts";

/** An object that another one names in a field. */
export interface ObjectReference {
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped one. */
  readonly namespace: string;
  readonly name: string;
  readonly path: Path;
}

/** Returns the references of a manifest of certain kinds. */
export type ReferenceFinder = (manifest: Manifest) => readonly ObjectReference[];

/** Returns a reference in the core group and the namespace of the referring object; none without a name. */
export function coreReference(
  manifest: Manifest,
  target: { readonly kind: string; readonly name: string | undefined; readonly path: Path },
): readonly ObjectReference[] {
  const { kind, name, path } = target;
  return name === undefined || name === ""
    ? []
    : [{ group: "", kind, namespace: manifest.ref.namespace, name, path }];
}

/** Returns a reference to a cluster-scoped object; none without a name. */
export function clusterReference(
  group: string,
  kind: string,
  target: { readonly name: string | undefined; readonly path: Path },
): readonly ObjectReference[] {
  const { name, path } = target;
  return name === undefined || name === "" ? [] : [{ group, kind, namespace: "", name, path }];
}

/**
 * Returns the Service that an API server calls: of a webhook's `clientConfig` or an APIService. Undefined for
 * a URL or nothing.
 */
export function serviceReference(
  value: JsonValue | undefined,
): { readonly namespace: string; readonly name: string } | undefined {
  const service = field(value, "service");
  const namespace = stringField(service, "namespace");
  const name = stringField(service, "name");
  return isObject(service) && namespace !== undefined && name !== undefined ? { namespace, name } : undefined;
}
