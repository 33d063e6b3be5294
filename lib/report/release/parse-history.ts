import { type Duration, parseDuration } from "../../object/duration.ts";
import { field, type JsonValue, objectField } from "../../object/json.ts";

/**
 * Returns the durations in a history as `historyJson` writes it, by reference, none if no run has recorded
 * any; undefined if the text is something else. The file may come from anyone.
 */
export function parseHistory(text: string): ReadonlyMap<string, Duration> | undefined {
  const document = readJson(text);
  if (field(document, "kind") !== "History") {
    return undefined;
  }
  const durations = new Map<string, Duration>();
  for (const [ref, written] of Object.entries(objectField(document, "durations"))) {
    const took = typeof written === "string" ? parseDuration(written) : undefined;
    if (took === undefined || took < 0) {
      return undefined;
    }
    durations.set(ref, took);
  }
  return durations;
}

function readJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
