import { field, type JsonObject, objectField, stringField } from "../../lib/object/json.ts";

/** A question to the server and to offline validation: may this CRD, or this custom resource, be stored? */
export interface JudgedCase {
  /** The part of the test, the seed and the numbers from which the case is generated: `object/1/4/17`. */
  readonly name: string;
  /** The path of the collection, or of the object; without a query. */
  readonly path: string;
  /** The CRD in question, or that of the custom resource. */
  readonly definition: JsonObject;
  /** The custom resource in question; absent if it is the CRD. */
  readonly object?: JsonObject;
  /** The current object on the server, if the case is an update. */
  readonly old?: JsonObject;
}

/** The object in question. */
export function subjectOf({ definition, object }: JudgedCase): JsonObject {
  return object ?? definition;
}

/** The case with another object in question. */
export function withSubject(judged: JudgedCase, subject: JsonObject): JudgedCase {
  return judged.object === undefined ? { ...judged, definition: subject } : { ...judged, object: subject };
}

/** The path of CRDs. */
export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The path of the custom resources of a CRD in that version; namespaced ones in `default`. */
export function objectsPath(definition: JsonObject, apiVersion: string): string {
  const spec = objectField(definition, "spec");
  const home = stringField(spec, "scope") === "Cluster" ? "" : "/namespaces/default";
  return `/apis/${apiVersion}${home}/${stringField(field(spec, "names"), "plural") ?? ""}`;
}
