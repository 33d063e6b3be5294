import { isUnchangedValue, type Correlated, pairField, pairItem } from "../value/correlated-value.ts";

/**
 * The old state of a part. A broken rule is tolerated if the part, or the part that contains it, is
 * unchanged.
 */
export interface Ratchet {
  /** The part with its old value, if there is a corresponding one. */
  readonly pair: Correlated | undefined;
  /** The nearest enclosing part with an old value. Undefined at the root. */
  readonly around: Correlated | undefined;
}

/** The ratchet of a new object: nothing is tolerated. */
export const noRatchet: Ratchet = { pair: undefined, around: undefined };

/** Reports whether faults of the part are tolerated. */
export function isLetPass({ pair, around }: Ratchet): boolean {
  const known = pair ?? around;
  return known !== undefined && isUnchangedValue(known);
}

/** Returns the ratchet of a field of the part. */
export function ratchetField(ratchet: Ratchet, name: string): Ratchet {
  const { pair, around } = ratchet;
  if (pair === undefined) {
    return ratchet;
  }
  // Objects are compared in the same version, so a change of version would go unnoticed.
  return around === undefined && (name === "apiVersion" || name === "kind")
    ? noRatchet
    : { pair: pairField(pair, name), around: pair };
}

/** Returns the ratchet of an item of the part. */
export function ratchetItem(ratchet: Ratchet, index: number): Ratchet {
  const { pair } = ratchet;
  return pair === undefined ? ratchet : { pair: pairItem(pair, index), around: pair };
}
