import { type ApiLifecycle, versionFates } from "./api-lifecycle-table.ts";

/** That a version of a built-in kind is on its way out, or gone. */
export interface ApiDeprecation {
  readonly state: "deprecated" | "removed";
  /** The first minor that does not serve it: the 22 of 1.22. Absent where it stays. */
  readonly removedIn?: number;
  /**
   * The version to write in its place: `networking.k8s.io/v1`; `discovery.k8s.io/v1 EndpointSlice` where the
   * kind changes too. Absent where that Kubernetes has none.
   */
  readonly use?: string;
}

/** A kind in the version that it is written in, and the Kubernetes that is asked: the 36 of 1.36. */
export interface AskedVersion {
  readonly apiVersion: string;
  readonly kind: string;
  readonly minor: number;
}

/**
 * Whether that Kubernetes has deprecated or removed that version of a built-in kind; undefined where it has
 * not.
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

/** Whether that Kubernetes still has a version of a built-in kind that a later one has removed. */
export function isYetToBeRemoved({ apiVersion, kind, minor }: AskedVersion): boolean {
  const removed = fateOf(`${apiVersion}/${kind}`)?.removed;
  return removed !== undefined && minor < removed;
}

let fates: ReadonlyMap<string, ApiLifecycle> | undefined;

/** The table is turned into a map at the first question, not at import. */
function fateOf(versionKind: string): ApiLifecycle | undefined {
  fates ??= new Map(versionFates().map((fate) => [`${fate.apiVersion}/${fate.kind}`, fate]));
  return fates.get(versionKind);
}
