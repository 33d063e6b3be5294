import { definedKind, isCrd } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { JsonObject } from "../../object/json.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import { type CustomDefinition, readCustomDefinition } from "./crd.ts";

/**
 * Returns the custom kinds that a set and other definitions define, by `groupKindKey`; those of the set take
 * precedence.
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

/**
 * Reports whether a manifest is a definition of the current version: older ones are unreliable, since no
 * supported Kubernetes accepts them.
 */
export function isCurrentDefinition(manifest: Manifest): boolean {
  return isCrd(manifest) && manifest.apiVersion === "apiextensions.k8s.io/v1";
}
