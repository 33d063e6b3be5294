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
  /** Whether its fields were looked at: not where no schema of its kind is known. */
  readonly checked: boolean;
}

/** How many objects were found good and bad, and of how many nothing is known. */
export interface Verdicts {
  readonly valid: number;
  readonly invalid: number;
  readonly unchecked: number;
}

/** Counts them. An object with an error is invalid, whether or not its fields were looked at. */
export function verdictsOf(validation: Validation): Verdicts {
  const byObject = findingsByObject(validation);
  const isInvalid = ({ ref }: ValidatedObject): boolean =>
    byObject.get(ref)?.some(({ severity }) => severity === "error") === true;
  const invalid = validation.objects.filter(isInvalid).length;
  const unchecked = validation.objects.filter((object) => !object.checked && !isInvalid(object)).length;
  return { invalid, unchecked, valid: validation.objects.length - invalid - unchecked };
}

/** Findings by the objects that they speak of; those that speak of none, or of one that could not be read, by `undefined`. */
export function findingsByObject({
  objects,
  diagnostics,
}: Validation): ReadonlyMap<string | undefined, readonly Diagnostic[]> {
  const known = new Set(objects.map(({ ref }) => ref));
  return Map.groupBy(diagnostics, ({ ref }) => (ref !== undefined && known.has(ref) ? ref : undefined));
}
