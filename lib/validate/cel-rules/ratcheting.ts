import { isUnchangedValue, type Correlated, pairField, pairItem } from "../value/correlated-value.ts";

/**
 * What is known about how a part was before. A broken rule is let pass where the part, or what it is in, has
 * not changed.
 */
export interface Ratchet {
  /** The part beside its old value, where it has one that belongs to it. */
  readonly pair: Correlated | undefined;
  /** The nearest part around that has one. Undefined at the root. */
  readonly around: Correlated | undefined;
}

/** Of an object that is new: nothing is let pass. */
export const noRatchet: Ratchet = { pair: undefined, around: undefined };

/** Whether faults of the part are let pass. */
export function isLetPass({ pair, around }: Ratchet): boolean {
  const known = pair ?? around;
  return known !== undefined && isUnchangedValue(known);
}

/** The same for a field of the part. */
export function ratchetField(ratchet: Ratchet, name: string): Ratchet {
  const { pair, around } = ratchet;
  if (pair === undefined) {
    return ratchet;
  }
  // Objects are compared in the same version, so that a change of version would not be seen.
  return around === undefined && (name === "apiVersion" || name === "kind")
    ? noRatchet
    : { pair: pairField(pair, name), around: pair };
}

/** The same for an item of the part. */
export function ratchetItem(ratchet: Ratchet, index: number): Ratchet {
  const { pair } = ratchet;
  return pair === undefined ? ratchet : { pair: pairItem(pair, index), around: pair };
}
