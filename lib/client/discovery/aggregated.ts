import {
  field,
  listField,
  objectField,
  stringField,
  stringsField,
  type JsonObject,
  type JsonValue,
} from "../../object/json.ts";
import { nameOf } from "../../object/metadata.ts";
import type { Resource } from "../model/cluster.ts";
import type { Findings } from "./catalog.ts";

/**
 * Requests everything in one response (KEP-3352), from Kubernetes 1.27 on; the response of older servers is
 * accepted too.
 */
export const discoveryAccept: string = [
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  "application/json",
].join(",");

/** Reads an APIGroupDiscoveryList; undefined if the response is something else. */
export function readAggregated(body: JsonObject): Findings | undefined {
  if (field(body, "kind") !== "APIGroupDiscoveryList") {
    return undefined;
  }
  const versions: string[] = [];
  const missing = new Map<string, string>();
  const resources = listField(body, "items").flatMap((item) => {
    const group = nameOf(item);
    return listField(item, "versions").flatMap((value) => {
      const version = stringField(value, "version") ?? "";
      if (stringField(value, "freshness") === "Stale") {
        missing.set(`${group}/${version}`, "its server does not answer");
      } else {
        versions.push(`${group}/${version}`);
      }
      return readVersion(group, version, value);
    });
  });
  return { resources, versions, missing };
}

function readVersion(group: string, version: string, value: JsonValue): readonly Resource[] {
  return listField(value, "resources").map((resource) => ({
    group,
    version,
    kind: stringField(objectField(resource, "responseKind"), "kind") ?? "",
    plural: stringField(resource, "resource") ?? "",
    namespaced: stringField(resource, "scope") === "Namespaced",
    verbs: stringsField(resource, "verbs"),
  }));
}
