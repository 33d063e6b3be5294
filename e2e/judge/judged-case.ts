import { field, type JsonObject, objectField, stringField } from "../../lib/object/json.ts";

/** What is asked of the server and offline alike: may this definition, or this custom resource, be stored? */
export interface JudgedCase {
  /** The part of the test, the seed and the numbers by which the case is drawn again: `object/1/4/17`. */
  readonly name: string;
  /** Where the server keeps such objects, or this one; without a query. */
  readonly path: string;
  /** The definition in question, or that of the custom resource. */
  readonly definition: JsonObject;
  /** The custom resource in question; absent where it is the definition. */
  readonly object?: JsonObject;
  /** What is in question as the server has it now: then it is to be updated. */
  readonly old?: JsonObject;
}

/** What is in question. */
export function subjectOf({ definition, object }: JudgedCase): JsonObject {
  return object ?? definition;
}

/** The case with something else in question. */
export function withSubject(judged: JudgedCase, subject: JsonObject): JudgedCase {
  return judged.object === undefined ? { ...judged, definition: subject } : { ...judged, object: subject };
}

/** Where definitions are kept. */
export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * Where the custom resources of a definition are kept that are written in that version; namespaced ones in
 * `default`.
 */
export function objectsPath(definition: JsonObject, apiVersion: string): string {
  const spec = objectField(definition, "spec");
  const home = stringField(spec, "scope") === "Cluster" ? "" : "/namespaces/default";
  return `/apis/${apiVersion}${home}/${stringField(field(spec, "names"), "plural") ?? ""}`;
}
