import type { Diagnostic } from "../../object/diagnostic.ts";
import type { Origin } from "../../object/source-text.ts";

/** What was checked, and what was found: what every form of a validation is made from. */
export interface Validation {
  readonly objects: readonly ValidatedObject[];
  /** Sorted. */
  readonly diagnostics: readonly Diagnostic[];
  /** The Kubernetes that objects were checked for: `1.36`. */
  readonly kubernetesVersion: string;
}

/** One object that was checked. */
export interface ValidatedObject {
  /** Its written form. */
  readonly ref: string;
  readonly origin: Origin;
}

/** Findings by the objects that they speak of; those that speak of none, or of one that could not be read, by `undefined`. */
export function findingsByObject({
  objects,
  diagnostics,
}: Validation): ReadonlyMap<string | undefined, readonly Diagnostic[]> {
  const known = new Set(objects.map(({ ref }) => ref));
  return Map.groupBy(diagnostics, ({ ref }) => (ref !== undefined && known.has(ref) ? ref : undefined));
}
