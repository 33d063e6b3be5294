import { isObject, type JsonObject } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import type { ObjectFault } from "./object-fault.ts";

/**
 * Reports whether errors of an object leave its kind and its name readable: they are only about labels,
 * annotations and redacted values.
 */
export function isNamed(errors: readonly ObjectFault[]): boolean {
  return errors.every((error) => error.code === "ValueMasked" || isEntryFault(error));
}

function isEntryFault({ path: [first, second] }: ObjectFault): boolean {
  return first === "metadata" && (second === "labels" || second === "annotations");
}

/** The value without the labels and annotations that these errors are about. Complexity: linear. */
export function withoutFaultyEntries(value: JsonObject, errors: readonly ObjectFault[]): JsonObject {
  const places = Map.groupBy(
    errors.filter(isEntryFault).map(({ path }) => path),
    ([, map]) => map,
  );
  const metadata = Object.entries(metadataOf(value)).flatMap(([name, part]) => {
    const keys = new Set(places.get(name)?.map(([, , key]) => key));
    if (keys.size === 0) {
      return [[name, part] as const];
    }
    const sound = isObject(part) ? Object.entries(part).filter(([key]) => !keys.has(key)) : [];
    return [[name, Object.fromEntries(sound)] as const];
  });
  return { ...value, metadata: Object.fromEntries(metadata) };
}
