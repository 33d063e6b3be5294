import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { type JsonObject, type Path, stringField } from "../object/json.ts";
import type { ObjectRef } from "../object/object-ref.ts";
import type { Origin, SourceText } from "../object/diagnostic/source-text.ts";
import { nameOf, namespaceOf } from "../object/metadata.ts";

/** One YAML document (or one JSON value) inside a source text. */
export interface SourceDocument {
  readonly source: SourceText;
  /** The start and end of its text in `source.text`, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The line of `start`, from 1. */
  readonly line: number;
  /** Its index among the documents of its source, from 0. */
  readonly index: number;
  readonly format: "yaml" | "json";
}

/**
 * An object as it was read: known to be an object with apiVersion, kind and a name, its scope not yet
 * resolved.
 */
export interface ReadObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** As specified; empty if it is not. */
  readonly namespace: string;
  readonly value: JsonObject;
  readonly document: SourceDocument;
  /** The path of the object inside its document: empty for a plain one, `["items", 3]` in a List. */
  readonly path: Path;
  /** File and line of the object's first line. */
  readonly origin: Origin;
}

/** A part of a text that should be an object and has faults, so that it cannot be planned. */
export interface FaultyObject {
  /** The file and line where it begins. */
  readonly origin: Origin;
  /** The diagnostics of its text that concern it. */
  readonly faults: readonly Diagnostic[];
  /**
   * The object without the faulty labels and annotations, if its kind and name can be read: the rest of it
   * can be checked.
   */
  readonly object?: ReadObject;
}

/** The scope of a kind; `unknown` if it is neither built in nor defined in the set. */
export type Scope = "namespaced" | "cluster" | "unknown";

/** One object of the set with its origin. */
export interface Manifest extends ReadObject {
  readonly ref: ObjectRef;
  /** `formatRef(ref)`: the key of every map. */
  readonly key: string;
  readonly scope: Scope;
}

/** The source of objects read from a cluster: it has a name and no text. */
export const clusterSource: SourceText = { name: "<cluster>", text: "" };

/** Converts an object from the API server to the form of one read from a file. */
export function manifestFromLive(value: JsonObject): ReadObject {
  return {
    apiVersion: stringField(value, "apiVersion") ?? "",
    kind: stringField(value, "kind") ?? "",
    name: nameOf(value),
    namespace: namespaceOf(value),
    value,
    document: { source: clusterSource, start: 0, end: 0, line: 1, index: 0, format: "json" },
    path: [],
    origin: { file: clusterSource.name, line: 1 },
  };
}
