import { groupKindKey } from "../../object/object-ref.ts";
import type { Catalog, Resource } from "../model/cluster.ts";

/**
 * What was found out about one half of the API (`/api` or `/apis`), kinds of a group in the order of its
 * preference of versions.
 */
export interface Findings {
  readonly resources: readonly Resource[];
  /** Groups with their versions that were found, also those that have no kinds. */
  readonly versions: readonly string[];
  /** Groups with their versions that could not be asked for, with the reason. */
  readonly missing: ReadonlyMap<string, string>;
}

/** One catalog of all findings. */
export function makeCatalog(findings: readonly Findings[]): Catalog {
  const served = new Map<string, Resource[]>();
  for (const resource of findings.flatMap((found) => found.resources)) {
    const key = groupKindKey(resource);
    const versions = served.get(key);
    if (versions === undefined) {
      served.set(key, [resource]);
    } else {
      versions.push(resource);
    }
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
