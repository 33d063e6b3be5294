import { isArray, isObject, type JsonObject, type JsonValue } from "../../lib/object/json.ts";

/** The judgement of the server or of offline validation on an object. */
export interface Verdict {
  /** Each fault as its reason and path, sorted; or only `unreadable` if the object cannot be parsed. */
  readonly faults: readonly string[];
  /** The unknown fields that strict validation refuses, sorted. */
  readonly unknown: readonly string[];
  /** The object that would be stored, if it has no other faults than unknown fields. */
  readonly stored?: JsonObject;
}

/** The only fault of an object that cannot be parsed: the server names no fields then. */
export const unreadable = "unreadable";

/** The difference between two verdicts; undefined if they agree. */
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

/** The value with the fields of each object sorted. */
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

/** A stored object without the metadata that the server maintains. */
export function ownPart(object: JsonObject): JsonObject {
  const { metadata } = object;
  return isObject(metadata)
    ? {
        ...object,
        metadata: Object.fromEntries(Object.entries(metadata).filter(([name]) => !serverFields.has(name))),
      }
    : object;
}
