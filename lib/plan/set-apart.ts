import type { Manifest } from "../manifest/manifest.ts";
import { type ManifestSet, resolveManifests } from "../manifest/resolve-manifests.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { PlanningRequest } from "./plan-request.ts";

/** A set with resolved references, and the objects that cannot be planned set apart. */
export interface SetApart extends ManifestSet {
  /** Those whose kind and name are known. */
  readonly faulty: readonly Manifest[];
  /** The diagnostics of reading, with the reference of the object wherever it is known. */
  readonly found: readonly Diagnostic[];
}

/** Resolves the references of all objects, including those that cannot be planned for their faults. */
export function setApart(
  objects: PlanningRequest["objects"],
  { faulty = [], found, namespace, served }: PlanningRequest,
): SetApart {
  const blamed = new Map(faulty.flatMap(({ object, faults }) => (object ? [[object.value, faults]] : [])));
  if (blamed.size === 0) {
    return { ...resolveManifests(objects, namespace, served), faulty: [], found };
  }
  const named = faulty.flatMap(({ object }) => (object === undefined ? [] : [object]));
  const { manifests, diagnostics } = resolveManifests([...objects, ...named], namespace, served);
  const apart = manifests.filter(({ value }) => blamed.has(value));
  const refs = new Map(
    apart.flatMap(({ value, key }) => (blamed.get(value) ?? []).map((fault) => [fault, key] as const)),
  );
  return {
    manifests: manifests.filter(({ value }) => !blamed.has(value)),
    diagnostics,
    faulty: apart,
    found: found.map((one) => {
      const ref = refs.get(one);
      return ref === undefined ? one : { ...one, ref };
    }),
  };
}
