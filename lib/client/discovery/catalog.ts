import { append } from "../../object/append.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import type { Catalog, Resource } from "../model/cluster.ts";

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
