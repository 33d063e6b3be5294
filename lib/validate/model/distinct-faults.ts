import { type FieldFault, formatFieldPath } from "./field-fault.ts";

/** Returns the faults without repetitions: of the same reason, path and message. */
export function distinctFaults(faults: readonly FieldFault[]): readonly FieldFault[] {
  return faults.length < 2
    ? faults
    : [...new Map(faults.map((fault) => [`${causeOf(fault)} ${fault.message}`, fault])).values()];
}

/** Returns those faults whose reason and path none of the others have. */
export function otherFaults(
  faults: readonly FieldFault[],
  others: readonly FieldFault[],
): readonly FieldFault[] {
  if (faults.length === 0 || others.length === 0) {
    return faults;
  }
  const known = new Set(others.map(causeOf));
  return faults.filter((fault) => !known.has(causeOf(fault)));
}

function causeOf({ reason, path }: FieldFault): string {
  return `${reason} ${formatFieldPath(path)}`;
}
