import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";

/** The objects that were checked and the findings, from which every output format is made. */
export interface Validation {
  readonly objects: readonly ValidatedObject[];
  /** Documents and objects whose kind and name could not be read. */
  readonly unreadable: readonly UnreadableObject[];
  /** Sorted. */
  readonly diagnostics: readonly Diagnostic[];
  /** The version of Kubernetes that objects were checked against: `1.36`. */
  readonly kubernetesVersion: string;
  /** Whether fields were not checked by request. */
  readonly fieldsIgnored: boolean;
}

/** A document or object that could not be read. */
export interface UnreadableObject {
  /** The place where it begins. */
  readonly origin: Origin;
  /** The diagnostics about it. */
  readonly faults: readonly Diagnostic[];
}

/** One object that was checked. */
export interface ValidatedObject {
  /** The object reference. */
  readonly ref: string;
  readonly origin: Origin;
  /** Whether its fields were checked: not if its kind has no known schema, or if fields are ignored. */
  readonly checked: boolean;
}

/** The number of valid, invalid, unchecked and unreadable objects: together, all objects. */
export interface Verdicts {
  readonly objects: number;
  readonly valid: number;
  readonly invalid: number;
  readonly unchecked: number;
  readonly unreadable: number;
}

/** Counts the verdicts. An object with an error is invalid, whether or not its fields were checked. */
export function verdictsOf(validation: Validation): Verdicts {
  const byObject = findingsByObject(validation);
  const isInvalid = ({ ref }: ValidatedObject): boolean =>
    byObject.get(ref)?.some(({ severity }) => severity === "error") === true;
  const invalid = validation.objects.filter(isInvalid).length;
  const unchecked = validation.objects.filter((object) => !object.checked && !isInvalid(object)).length;
  const unreadable = validation.unreadable.length;
  const objects = validation.objects.length + unreadable;
  return { objects, valid: validation.objects.length - invalid - unchecked, invalid, unchecked, unreadable };
}

/**
 * Groups findings by the object they are about; those about no object, or about an unreadable one, under
 * `undefined`.
 */
export function findingsByObject({
  objects,
  diagnostics,
}: Validation): ReadonlyMap<string | undefined, readonly Diagnostic[]> {
  const known = new Set(objects.map(({ ref }) => ref));
  return Map.groupBy(diagnostics, ({ ref }) => (ref !== undefined && known.has(ref) ? ref : undefined));
}
