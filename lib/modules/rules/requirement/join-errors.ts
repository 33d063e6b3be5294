import { compareText } from "../../../object/object-ref.ts";

/** Joins faults into one text, sorted: `2 errors occurred: a; b`. Undefined if there are none. */
export function joinFaults(faults: readonly string[]): string | undefined {
  if (faults.length === 0) {
    return undefined;
  }
  const count = faults.length === 1 ? "1 error" : `${faults.length} errors`;
  return `${count} occurred: ${faults.toSorted(compareText).join("; ")}`;
}
