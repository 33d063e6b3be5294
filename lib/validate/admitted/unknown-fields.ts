/**
 * The parts of an object that the API server fills in from what is not known offline: for each field whether
 * its value is unknown if it is absent or always, or what is unknown below it. `*` is every entry of a list.
 */
export interface UnknownFields {
  readonly [name: string]: UnknownFields | "absent" | "always";
}

/** Fields of metadata that the server sets before it evaluates policies. */
const serverMetadata: UnknownFields = {
  creationTimestamp: "absent",
  generation: "absent",
  managedFields: "absent",
  resourceVersion: "absent",
  selfLink: "absent",
  uid: "absent",
};

/** The unknown fields of every object. */
export const unknownOfAll: UnknownFields = { metadata: serverMetadata };

/** Returns what is unknown by either. */
export function unknownOfBoth(left: UnknownFields, right: UnknownFields): UnknownFields {
  const merged = Object.entries(right).map(([name, added]) => {
    const known = left[name];
    return typeof known === "object" && typeof added === "object"
      ? ([name, unknownOfBoth(known, added)] as const)
      : ([name, added] as const);
  });
  return { ...left, ...Object.fromEntries(merged) };
}
