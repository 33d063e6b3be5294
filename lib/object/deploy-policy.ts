import type { Duration } from "./duration.ts";
import type { LinePattern } from "./line-pattern.ts";

/** When an object is deleted, in the words of `werf.io/delete-policy`. */
export const deletePolicies = [
  "before-creation",
  "before-creation-if-immutable",
  "succeeded",
  "failed",
] as const;
export type DeletePolicy = (typeof deletePolicies)[number];

/** What `werf.io/resource-policy` keeps from being done to an object. */
export const resourcePolicies = [
  "skip-create",
  "skip-update",
  "skip-recreate",
  "skip-delete",
  "keep",
] as const;
export type ResourcePolicy = (typeof resourcePolicies)[number];

/** What the failure of an object means for the run (`werf.io/fail-mode`). */
export const failModes = [
  "FailWholeDeployProcessImmediately",
  "IgnoreAndContinueDeployProcess",
  "HopeUntilEndOfDeployProcess",
] as const;
export type FailMode = (typeof failModes)[number];

/** Which lines of an object's pods are shown. */
export interface LogOptions {
  /** `werf.io/skip-logs`. */
  readonly skip: boolean;
  /** `werf.io/skip-logs-for-containers`. */
  readonly skipContainers: readonly string[];
  /** `werf.io/show-logs-only-for-containers`; null for all. */
  readonly onlyContainers: readonly string[] | null;
  /** `werf.io/show-logs-only-for-number-of-replicas`. */
  readonly replicas: number;
  /** `werf.io/log-regex`: only lines that match are shown, whole as werf does; null for all lines. */
  readonly regex: LinePattern | null;
  /** `werf.io/log-regex-for-<container>`, in place of `regex`. */
  readonly regexByContainer: ReadonlyMap<string, LinePattern>;
  /** `werf.io/log-regex-skip`: lines that match are not shown. */
  readonly skipRegex: LinePattern | null;
  /** `werf.io/log-regex-skip-for-<container>`, in place of `skipRegex`. */
  readonly skipRegexByContainer: ReadonlyMap<string, LinePattern>;
}

/** How an object is written, waited for, shown and removed, as its annotations ask. */
export interface DeployPolicy {
  /**
   * `werf.io/ownership`; null where nothing is written: then hooks and definitions from `crds` are anyone's,
   * all else is the release's.
   */
  readonly ownership: "release" | "anyone" | null;
  /** `werf.io/delete-policy`; null where nothing is written. */
  readonly deletePolicy: readonly DeletePolicy[] | null;
  /** `werf.io/resource-policy`, and `keep` also by `helm.sh/resource-policy`. */
  readonly resourcePolicy: readonly ResourcePolicy[];
  /** `werf.io/replicas-on-creation`. */
  readonly replicasOnCreation: number | null;
  /** `werf.io/track-termination-mode: NonBlocking`: nobody waits until it is ready. */
  readonly isNonBlocking: boolean;
  /** `werf.io/fail-mode`; null where nothing is written: what waits for it is skipped, all else goes on. */
  readonly failMode: FailMode | null;
  /** `werf.io/failures-allowed-per-replica`; null where nothing is written. */
  readonly failuresAllowed: number | null;
  /** `werf.io/no-activity-timeout`: how long nothing may change while it is waited for. */
  readonly noActivityTimeout: Duration | null;
  readonly logs: LogOptions;
  /** `werf.io/sensitive`: none of its values is shown. */
  readonly isSensitive: boolean;
  /** `werf.io/sensitive-paths`: JSONPaths of values that are not shown. */
  readonly sensitivePaths: readonly string[];
}

/** How an object is treated that asks for nothing. */
export const defaultDeployPolicy: DeployPolicy = {
  ownership: null,
  deletePolicy: null,
  resourcePolicy: [],
  replicasOnCreation: null,
  isNonBlocking: false,
  failMode: null,
  failuresAllowed: null,
  noActivityTimeout: null,
  logs: {
    skip: false,
    skipContainers: [],
    onlyContainers: null,
    replicas: 1,
    regex: null,
    regexByContainer: new Map(),
    skipRegex: null,
    skipRegexByContainer: new Map(),
  },
  isSensitive: false,
  sensitivePaths: [],
};
