import { field, stringField, type JsonObject, type JsonValue } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";

/** The fields kept of each object: enough to report it as gone, small enough for ten thousand. */
const keptFields = ["name", "namespace", "uid", "resourceVersion", "labels", "ownerReferences"] as const;

/** The objects that a watch has reported, so that nothing is reported twice and no deletion is missed. */
export class WatchStore {
  readonly #metadata = new Map<string, JsonObject>();

  /** Reports whether the object is new, or has another resourceVersion than before, and remembers it. */
  learn(object: JsonObject): boolean {
    const metadata = metadataOf(object);
    const key = keyOf(metadata);
    const before = this.#metadata.get(key);
    if (before !== undefined && field(before, "resourceVersion") === field(metadata, "resourceVersion")) {
      return false;
    }
    this.#metadata.set(key, kept(metadata));
    return true;
  }

  /** Reports whether the object with that metadata was known, and forgets it. */
  forget(metadata: JsonObject): boolean {
    return this.#metadata.delete(keyOf(metadata));
  }

  /** Begins a round over a complete list. */
  round(): Round {
    const unseen = new Set(this.#metadata.keys());
    return {
      meet: (object) => {
        unseen.delete(keyOf(metadataOf(object)));
      },
      vanished: () =>
        [...unseen].map((key) => this.#metadata.get(key)).filter((found) => found !== undefined),
    };
  }
}

/** One round over a list: the objects it meets still exist. */
export interface Round {
  readonly meet: (object: JsonObject) => void;
  /** The metadata of known objects that were not met. */
  readonly vanished: () => readonly JsonObject[];
}

function keyOf(metadata: JsonObject): string {
  return `${stringField(metadata, "namespace") ?? ""}/${stringField(metadata, "name") ?? ""}`;
}

function kept(metadata: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const name of keptFields) {
    const value = field(metadata, name);
    if (value !== undefined) {
      result[name] = value;
    }
  }
  return result;
}
