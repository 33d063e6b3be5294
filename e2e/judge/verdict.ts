import { isArray, isObject, type JsonObject, type JsonValue } from "../../lib/object/json.ts";

/** What the server, or converge in its place, makes of an object. */
export interface Verdict {
  /** Each fault as its reason and path, sorted; or only `unreadable` where the object cannot even be read. */
  readonly faults: readonly string[];
  /** The fields that strict validation refuses, sorted. */
  readonly unknown: readonly string[];
  /** What would be stored, where nothing else than unknown fields is wrong. */
  readonly stored?: JsonObject;
}

/** The only fault of what cannot be read: the server names no fields then. */
export const unreadable = "unreadable";

/** In what two verdicts differ; undefined where they agree. */
export function difference(
  server: Verdict,
  offline: Verdict,
): "verdict" | "faults" | "unknown" | "stored" | undefined {
  if (isTaken(server) !== isTaken(offline)) {
    return "verdict";
  }
  if (server.faults.includes(unreadable)) {
    return undefined;
  }
  if (written(server.faults) !== written(offline.faults)) {
    return "faults";
  }
  if (written(server.unknown) !== written(offline.unknown)) {
    return "unknown";
  }
  const areBothStored = server.stored !== undefined && offline.stored !== undefined;
  return areBothStored && written(server.stored) !== written(offline.stored) ? "stored" : undefined;
}

/** Whether a lenient server would store it. */
function isTaken({ faults }: Verdict): boolean {
  return faults.length === 0;
}

function written(value: JsonValue): string {
  return JSON.stringify(sorted(value));
}

/** The value with the fields of each object in one order. */
function sorted(value: JsonValue): JsonValue {
  if (isArray(value)) {
    return value.map(sorted);
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(byName)
          .map(([name, part]) => [name, sorted(part)]),
      )
    : value;
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return Number(left > right) - Number(left < right);
}

const serverFields: ReadonlySet<string> = new Set([
  "uid",
  "creationTimestamp",
  "generation",
  "managedFields",
  "resourceVersion",
  "namespace",
  "selfLink",
]);

/** A stored object without what the server writes into its metadata by itself. */
export function ownPart(object: JsonObject): JsonObject {
  const { metadata } = object;
  return isObject(metadata)
    ? {
        ...object,
        metadata: Object.fromEntries(Object.entries(metadata).filter(([name]) => !serverFields.has(name))),
      }
    : object;
}
