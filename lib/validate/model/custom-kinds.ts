import { definedKind, isCrd } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { JsonObject } from "../../object/json.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import { type CustomDefinition, readCustomDefinition } from "./crd.ts";

/**
 * The custom kinds that a set and definitions from elsewhere define, by `groupKindKey`; those of the set
 * count where both do.
 */
export function customKinds(
  manifests: readonly Manifest[],
  known: readonly JsonObject[],
): ReadonlyMap<string, CustomDefinition> {
  const inSet = manifests.filter(isCurrentDefinition).map(({ value }) => value);
  return new Map(
    [...known, ...inSet].map((definition) => [
      groupKindKey(definedKind(definition)),
      readCustomDefinition(definition),
    ]),
  );
}

/** What older versions of definitions say cannot be relied on: no supported Kubernetes takes them. */
export function isCurrentDefinition(manifest: Manifest): boolean {
  return isCrd(manifest) && manifest.apiVersion === "apiextensions.k8s.io/v1";
}
