import { type ApiLifecycle, versionFates } from "./api-lifecycle-table.ts";

/** The deprecation or removal of a version of a built-in kind. */
export interface ApiDeprecation {
  readonly state: "deprecated" | "removed";
  /** The first minor that does not serve it (22 for 1.22). Absent if it stays. */
  readonly removedIn?: number;
  /**
   * The version to use instead: `networking.k8s.io/v1`; `discovery.k8s.io/v1 EndpointSlice` if the kind
   * changes too. Absent if that Kubernetes has none.
   */
  readonly use?: string;
}

/**
 * A kind in the version of its manifest, and the minor version of Kubernetes to check against (36 for 1.36).
 */
export interface AskedVersion {
  readonly apiVersion: string;
  readonly kind: string;
  readonly minor: number;
}

/**
 * Returns the deprecation or removal of a version of a built-in kind as of that Kubernetes; undefined if it
 * is neither deprecated nor removed there.
 */
export function apiVersionFate({ apiVersion, kind, minor }: AskedVersion): ApiDeprecation | undefined {
  const fate = fateOf(`${apiVersion}/${kind}`);
  if (fate === undefined || minor < fate.deprecated) {
    return undefined;
  }
  const { removed, use, since } = fate;
  return {
    state: removed !== undefined && removed <= minor ? "removed" : "deprecated",
    ...(removed === undefined ? {} : { removedIn: removed }),
    ...(use === undefined || minor < since ? {} : { use }),
  };
}

/** Reports whether that Kubernetes still has a version of a built-in kind that a later one has removed. */
export function isYetToBeRemoved({ apiVersion, kind, minor }: AskedVersion): boolean {
  const removed = fateOf(`${apiVersion}/${kind}`)?.removed;
  return removed !== undefined && minor < removed;
}

let fates: ReadonlyMap<string, ApiLifecycle> | undefined;

/** The table is turned into a map on first use, not at import. */
function fateOf(versionKind: string): ApiLifecycle | undefined {
  fates ??= new Map(versionFates().map((fate) => [`${fate.apiVersion}/${fate.kind}`, fate]));
  return fates.get(versionKind);
}
