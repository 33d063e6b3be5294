import { truncateWord } from "../../object/message-text.ts";
import type { FieldFault } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { forbidden, invalid, required, unsupported, childPath, type FieldPathNode } from "./field-errors.ts";
import { isWritten } from "./subschemas.ts";
import type { CrdValidationOptions } from "./validation-options.ts";

/**
 * Validates how a schema specifies the merging of lists and maps. Kubernetes documentation, "Server-Side
 * Apply", "Merge strategy". Complexity: linear.
 */
export function mergeFaults(
  schema: Schema,
  trail: FieldPathNode,
  demands: Pick<CrdValidationOptions, "atomicSets" | "soundKeys">,
): readonly FieldFault[] {
  const { listType } = schema;
  if (listType === undefined && schema.mapType === undefined && schema.listMapKeys.length === 0) {
    return [];
  }
  return [
    ...mapTypeFaults(schema, trail),
    ...listTypeFaults(schema, trail),
    ...(demands.atomicSets && schema.type === "array" ? setFaults(schema, trail) : []),
    ...(listType === "map" ? mapListFaults(schema, trail) : []),
    ...(demands.soundKeys ? keyFaults(schema, trail) : []),
  ];
}

function mapTypeFaults({ type, mapType }: Schema, trail: FieldPathNode): readonly FieldFault[] {
  if (mapType === undefined) {
    return [];
  }
  const known = ["atomic", "granular"];
  return [
    ...typeFaults(type, "object", { trail, because: "x-kubernetes-map-type is specified" }),
    ...(known.includes(mapType) ? [] : [unsupported(childPath(trail, "x-kubernetes-map-type"), known)]),
  ];
}

function typeFaults(
  type: string | undefined,
  wanted: string,
  { trail, because }: { readonly trail: FieldPathNode; readonly because: string },
): readonly FieldFault[] {
  if (type === wanted) {
    return [];
  }
  const message = `must be ${wanted} if ${because}`;
  const at = childPath(trail, "type");
  return [type === undefined ? required(at, message) : invalid(at, message)];
}

function listTypeFaults(
  { type, listType, listMapKeys }: Schema,
  trail: FieldPathNode,
): readonly FieldFault[] {
  const at = childPath(trail, "x-kubernetes-list-type");
  const known = ["atomic", "set", "map"];
  const message = "must be map if x-kubernetes-list-map-keys is non-empty";
  const found: FieldFault[] = [];
  if (listType !== undefined) {
    found.push(...typeFaults(type, "array", { trail, because: "x-kubernetes-list-type is specified" }));
  }
  if (listType !== undefined && !known.includes(listType)) {
    found.push(unsupported(at, known));
  }
  if (listMapKeys.length > 0 && listType !== "map") {
    found.push(listType === undefined ? required(at, message) : invalid(at, message));
  }
  return found;
}

/**
 * Reports whether it is a list of unique items that are compared as wholes while the parts of an item are
 * merged.
 */
export function isSetOfStructures(schema: Schema): boolean {
  return setFieldAtFault(schema) !== undefined;
}

function setFaults(schema: Schema, trail: FieldPathNode): readonly FieldFault[] {
  const name = setFieldAtFault(schema);
  const message = "must be atomic as item of a list with x-kubernetes-list-type=set";
  return name === undefined ? [] : [invalid(childPath(trail, "items", name), message)];
}

function setFieldAtFault({ listType, items }: Schema): string | undefined {
  if (listType !== "set" || items === undefined) {
    return undefined;
  }
  if (items.type === "array" && (items.listType ?? "atomic") !== "atomic") {
    return "x-kubernetes-list-type";
  }
  return items.type === "object" && items.mapType !== "atomic" ? "x-kubernetes-map-type" : undefined;
}

/**
 * Validates a list with items that are identified by keys: it needs keys, and one schema for items that are
 * objects.
 */
function mapListFaults(schema: Schema, trail: FieldPathNode): readonly FieldFault[] {
  const { items } = schema;
  const found: FieldFault[] = [];
  if (schema.listMapKeys.length === 0) {
    const at = childPath(trail, "x-kubernetes-list-map-keys");
    found.push(required(at, "must not be empty if x-kubernetes-list-type is map"));
  }
  if (items === undefined) {
    const at = childPath(trail, "items");
    found.push(
      isWritten(schema, "items")
        ? invalid(at, "must only have a single schema if x-kubernetes-list-type is map")
        : required(at, "must have a schema if x-kubernetes-list-type is map"),
    );
    return found;
  }
  if (items.type !== "object") {
    const at = childPath(trail, "items", "type");
    found.push(invalid(at, "must be object if the list's x-kubernetes-list-type is map"));
    return found;
  }
  return [...found, ...namedKeyFaults(schema.listMapKeys, items, trail)];
}

function namedKeyFaults(keys: readonly string[], items: Schema, trail: FieldPathNode): readonly FieldFault[] {
  const at = childPath(trail, "x-kubernetes-list-map-keys");
  const unknown = [...new Set(keys)].filter((key) => items.properties?.get(key) === undefined);
  const composite = [...new Set(keys)].filter((key) =>
    ["array", "object"].includes(items.properties?.get(key)?.type ?? ""),
  );
  return [
    ...unknown.map((key) =>
      invalid(at, `entries must all be names of item properties: ${truncateWord(key)} is none`),
    ),
    ...composite.map((key) =>
      invalid(
        childPath(trail, "items", "properties", { key }, "type"),
        "must be a scalar type if the list's x-kubernetes-list-type is map",
      ),
    ),
    ...(new Set(keys).size < keys.length ? [invalid(at, "must not contain duplicate entries")] : []),
  ];
}

/**
 * Reports whether it is a list of unique or keyed items that may be null, or whose keys may be absent or
 * null.
 */
export function isKeyedBadly(schema: Schema): boolean {
  return keyFaultsIn(schema).length > 0;
}

function keyFaults(schema: Schema, trail: FieldPathNode): readonly FieldFault[] {
  return keyFaultsIn(schema).map(({ key, name }) => {
    const at =
      key === undefined ? childPath(trail, "items") : childPath(trail, "items", "properties", { key });
    if (name === "default") {
      const message =
        "this property is in x-kubernetes-list-map-keys: it must have a default or be a required property";
      return required(childPath(at, name), message);
    }
    const because =
      key === undefined
        ? `x-kubernetes-list-type is ${truncateWord(schema.listType ?? "")}`
        : "it is in x-kubernetes-list-map-keys";
    return forbidden(childPath(at, name), `cannot be nullable when ${because}`);
  });
}

interface KeyFault {
  /** Undefined for the item itself. */
  readonly key: string | undefined;
  readonly name: "default" | "nullable";
}

function keyFaultsIn({ listType, listMapKeys, items }: Schema): readonly KeyFault[] {
  if (items === undefined || (listType !== "set" && listType !== "map")) {
    return [];
  }
  const found: KeyFault[] = items.nullable ? [{ key: undefined, name: "nullable" }] : [];
  const keys = listType === "map" ? listMapKeys : [];
  return [...found, ...keys.flatMap((key) => oneKeyFaults(key, items))];
}

function oneKeyFaults(key: string, items: Schema): readonly KeyFault[] {
  const one = items.properties?.get(key);
  if (one === undefined) {
    return [];
  }
  const isSure = items.required.includes(key) || isWritten(one, "default");
  return [
    ...(isSure ? [] : [{ key, name: "default" } as const]),
    ...(one.nullable ? [{ key, name: "nullable" } as const] : []),
  ];
}
