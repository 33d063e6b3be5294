import { field, objectField, stringField, type JsonObject, type JsonValue } from "../../object/json.ts";

/** What is kept of each object: enough to say what vanished, small enough for ten thousand. */
const keptFields = ["name", "namespace", "uid", "resourceVersion", "labels", "ownerReferences"] as const;

/**
 * The objects that a watch has told of, so that nothing is told twice and what vanished meanwhile is told at
 * all.
 */
export class WatchStore {
  readonly #metadata = new Map<string, JsonObject>();

  /**
   * Whether the object is news: unknown, or of another resourceVersion than it was. It is known from now on.
   */
  learn(object: JsonObject): boolean {
    const metadata = objectField(object, "metadata");
    const key = keyOf(metadata);
    const before = this.#metadata.get(key);
    if (before !== undefined && field(before, "resourceVersion") === field(metadata, "resourceVersion")) {
      return false;
    }
    this.#metadata.set(key, kept(metadata));
    return true;
  }

  /** Whether the object with that metadata was known; it is not any more. */
  forget(metadata: JsonObject): boolean {
    return this.#metadata.delete(keyOf(metadata));
  }

  /** Begins a round over everything there is. */
  round(): Round {
    const unseen = new Set(this.#metadata.keys());
    return {
      meet: (object) => {
        unseen.delete(keyOf(objectField(object, "metadata")));
      },
      vanished: () =>
        [...unseen].map((key) => this.#metadata.get(key)).filter((found) => found !== undefined),
    };
  }
}

/** One round over a list: what it meets is still there. */
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
