import { type JsonObject, stringField } from "../object/json.ts";
import { nameOf, namespaceOf } from "../object/metadata.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { ReadObject } from "./manifest.ts";

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
