import { append } from "../../object/append.ts";
import { groupKindKey, groupOf, versionOf } from "../../object/object-ref.ts";
import type { Catalog, Resource } from "../model/cluster.ts";
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
import { ApiError } from "../model/api-error.ts";

/**
 * The findings of one half of the API (`/api` or `/apis`), the kinds of a group in its order of version
 * preference.
 */
export interface Findings {
  readonly resources: readonly Resource[];
  /** The group versions that were found, including those without kinds. */
  readonly versions: readonly string[];
  /** The group versions that could not be discovered, with the reason. */
  readonly missing: ReadonlyMap<string, string>;
}

/** Combines all findings into one catalog. */
export function makeCatalog(findings: readonly Findings[]): Catalog {
  const served = new Map<string, Resource[]>();
  for (const resource of findings.flatMap((found) => found.resources)) {
    const key = groupKindKey(resource);
    append(served, key, resource);
  }
  return {
    find: (kind, version) => {
      const versions = served.get(groupKindKey(kind));
      return version === undefined ? versions?.[0] : versions?.find((one) => one.version === version);
    },
    resources: [...served.values()].flatMap((versions) => versions.slice(0, 1)),
    versions: new Set(findings.flatMap((found) => found.versions)),
    missing: new Map(findings.flatMap((found) => [...found.missing])),
  };
}

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
        missing.set(`${group}/${version}`, "its API server does not answer");
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

/** Fetches the body at a path. */
type Fetch = (path: string) => Promise<JsonObject>;

/**
 * Discovers group by group, as servers before 1.27 require; `body` is the response of `/api` (APIVersions) or
 * of `/apis` (APIGroupList). A group whose server does not respond is missing, the others are present.
 */
export async function readLegacy(body: JsonObject, fetch: Fetch): Promise<Findings> {
  const asked = groupVersions(body).map(async (groupVersion) => readGroupVersion(groupVersion, fetch));
  const found = await Promise.all(asked);
  return {
    resources: found.flatMap((one) => one.resources),
    versions: found.flatMap((one) => one.versions),
    missing: new Map(found.flatMap((one) => [...one.missing])),
  };
}

/** `v1`, `apps/v1`, …: for each group its preferred version first. */
function groupVersions(body: JsonObject): readonly string[] {
  const ofCore = stringsField(body, "versions");
  const ofGroups = listField(body, "groups").flatMap((group) => {
    const preferred = stringField(objectField(group, "preferredVersion"), "groupVersion");
    const all = listField(group, "versions").flatMap((one) => stringField(one, "groupVersion") ?? []);
    return [...new Set(preferred === undefined ? all : [preferred, ...all])];
  });
  return [...ofCore, ...ofGroups];
}

async function readGroupVersion(groupVersion: string, fetch: Fetch): Promise<Findings> {
  const group = groupOf(groupVersion);
  const key = `${group}/${versionOf(groupVersion)}`;
  try {
    const body = await fetch(group === "" ? `/api/${groupVersion}` : `/apis/${groupVersion}`);
    const resources = listField(body, "resources").flatMap((entry) => resourcesOfEntry(entry, groupVersion));
    return { resources, versions: [key], missing: new Map() };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return { resources: [], versions: [], missing: new Map([[key, error.message]]) };
  }
}

/** Empty for a subresource, such as `deployments/scale`. */
function resourcesOfEntry(entry: JsonValue, groupVersion: string): readonly Resource[] {
  const plural = stringField(entry, "name") ?? "";
  const made: Resource = {
    group: groupOf(groupVersion),
    version: versionOf(groupVersion),
    kind: stringField(entry, "kind") ?? "",
    plural,
    namespaced: field(entry, "namespaced") === true,
    verbs: stringsField(entry, "verbs"),
  };
  return plural.includes("/") ? [] : [made];
}
