import {
  field,
  listField,
  objectField,
  stringField,
  stringsField,
  type JsonObject,
  type JsonValue,
} from "../../object/json.ts";
import { groupOf, versionOf } from "../../object/object-ref.ts";
import { ApiError } from "../model/api-error.ts";
import type { Resource } from "../model/cluster.ts";
import type { Findings } from "./catalog.ts";

/** Fetches the body at a path. */
export type Fetch = (path: string) => Promise<JsonObject>;

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
    const resources = listField(body, "resources").flatMap((entry) => resource(entry, groupVersion));
    return { resources, versions: [key], missing: new Map() };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return { resources: [], versions: [], missing: new Map([[key, error.message]]) };
  }
}

/** Empty for a subresource, such as `deployments/scale`. */
function resource(entry: JsonValue, groupVersion: string): readonly Resource[] {
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
