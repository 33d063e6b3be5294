import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";

/** What was checked, and what was found: what every form of a validation is made from. */
export interface Validation {
  readonly objects: readonly ValidatedObject[];
  /** Documents and objects of which not even kind and name could be read. */
  readonly unreadable: readonly UnreadableObject[];
  /** Sorted. */
  readonly diagnostics: readonly Diagnostic[];
  /** The Kubernetes that objects were checked for: `1.36`. */
  readonly kubernetesVersion: string;
  /** Whether fields were not looked at because that was asked for. */
  readonly fieldsIgnored: boolean;
}

/** Something that could not be read as an object. */
export interface UnreadableObject {
  /** Where it begins. */
  readonly origin: Origin;
  /** Those of the diagnostics that are about it. */
  readonly faults: readonly Diagnostic[];
}

/** One object that was checked. */
export interface ValidatedObject {
  /** Its written form. */
  readonly ref: string;
  readonly origin: Origin;
  /** Whether its fields were looked at: not where no schema of its kind is known, or fields are ignored. */
  readonly checked: boolean;
}

/**
 * How many objects were found good and bad, of how many nothing is known, and how many could not be read:
 * together, all objects.
 */
export interface Verdicts {
  readonly objects: number;
  readonly valid: number;
  readonly invalid: number;
  readonly unchecked: number;
  readonly unreadable: number;
}

/** Counts them. An object with an error is invalid, whether or not its fields were looked at. */
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
 * Findings by the objects that they speak of; those that speak of none, or of one that could not be read, by
 * `undefined`.
 */
export function findingsByObject({
  objects,
  diagnostics,
}: Validation): ReadonlyMap<string | undefined, readonly Diagnostic[]> {
  const known = new Set(objects.map(({ ref }) => ref));
  return Map.groupBy(diagnostics, ({ ref }) => (ref !== undefined && known.has(ref) ? ref : undefined));
}
