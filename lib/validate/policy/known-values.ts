import { EvaluationAbort } from "../../cel/evaluate/evaluation-abort.ts";
import { CelFailure } from "../../cel/model/expression.ts";
import { plainValue } from "../../cel/model/plain-value.ts";
import type { CelKey, CelList, CelMap, CelValue } from "../../cel/model/value.ts";
import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../object/json.ts";
import type { UnknownFields } from "../admitted/unknown-fields.ts";

/** Records what an evaluation would have to know. */
export class UnknownReads {
  /** The first part that was read and is not known offline: `object.metadata.uid`. */
  first: string | undefined;

  /** Begins a new evaluation. */
  begin(): void {
    this.first = undefined;
  }

  /**
   * Ends a part of an evaluation. CEL absorbs that like any failure: `false && unknown` is false.
   *
   * @throws EvaluationAbort always
   */
  stop(what: string): never {
    this.first ??= what;
    throw new EvaluationAbort(new CelFailure(`${what} is not known offline`));
  }
}

/** A value with its unknown parts, and its path for messages. */
export interface KnownPart {
  readonly path: string;
  readonly unknown: UnknownFields | undefined;
  /** Whether any field that is absent here or below may be present on the server. */
  readonly isOpen: boolean;
  readonly reads: UnknownReads;
}

/** Binds JSON as expressions see it without a schema; reading an unknown part ends the evaluation. */
export function bindKnown(value: JsonValue, part: KnownPart): CelValue {
  if (part.unknown === undefined && !part.isOpen) {
    return plainValue(value);
  }
  if (isArray(value)) {
    return knownList(value, part);
  }
  return isObject(value) ? new KnownMap(value, part) : plainValue(value);
}

function knownList(value: JsonArray, part: KnownPart): CelList {
  const entry = part.unknown?.["*"];
  const below = typeof entry === "object" ? entry : undefined;
  return {
    tag: "list",
    size: value.length,
    at: (index) => bindKnown(value[index] ?? null, { ...part, path: `${part.path}[]`, unknown: below }),
  };
}

/** Maps with keys of the user: they have no fields that a server fills in. */
const userMaps: ReadonlySet<string> = new Set(["annotations", "data", "labels", "matchLabels", "stringData"]);

class KnownMap implements CelMap {
  readonly tag = "map";
  readonly #value: JsonObject;
  readonly #part: KnownPart;

  constructor(value: JsonObject, part: KnownPart) {
    this.#value = value;
    this.#part = part;
  }

  get size(): number {
    return this.#names().length;
  }

  get(key: CelValue): CelValue | undefined {
    if (typeof key !== "string") {
      return undefined;
    }
    const { path, isOpen, reads } = this.#part;
    const found = field(this.#value, key);
    const state = this.#state(key);
    if (found === undefined) {
      return typeof state !== "string" && !isOpen ? undefined : reads.stop(`${path}.${key}`);
    }
    return state === "always"
      ? reads.stop(`${path}.${key}`)
      : bindKnown(found, {
          path: `${path}.${key}`,
          unknown: typeof state === "object" ? state : undefined,
          isOpen: isOpen && key !== "metadata" && !userMaps.has(key),
          reads,
        });
  }

  #state(key: string): UnknownFields[string] | undefined {
    const { unknown = {} } = this.#part;
    return Object.hasOwn(unknown, key) ? unknown[key] : undefined;
  }

  keys(): Iterable<CelKey> {
    return this.#names();
  }

  /** The names of all fields, if they are known. */
  #names(): readonly string[] {
    const { path, unknown = {}, isOpen, reads } = this.#part;
    const isPartial = Object.entries(unknown).some(
      ([name, state]) => name !== "*" && typeof state === "string" && field(this.#value, name) === undefined,
    );
    return isOpen || isPartial ? reads.stop(path) : Object.keys(this.#value);
  }
}
