import type { Duration } from "./duration.ts";
import type { LinePattern } from "./re2.ts";

/** The conditions for deleting an object, in the terms of `werf.io/delete-policy`. */
export const deletePolicies = [
  "before-creation",
  "before-creation-if-immutable",
  "succeeded",
  "failed",
] as const;
export type WerfDeletePolicy = (typeof deletePolicies)[number];

/**
 * The time at which an object is deleted: for itself, or at the end of the run, by whether the run succeeded
 * (Argo CD).
 */
export type DeletePolicy = WerfDeletePolicy | "run-succeeded" | "run-failed";

/** The operations on an object that `werf.io/resource-policy` prevents. */
export const resourcePolicies = [
  "skip-create",
  "skip-update",
  "skip-recreate",
  "skip-delete",
  "keep",
] as const;
export type ResourcePolicy = (typeof resourcePolicies)[number];

/** The effect of an object's failure on the run (`werf.io/fail-mode`). */
export const failModes = [
  "FailWholeDeployProcessImmediately",
  "IgnoreAndContinueDeployProcess",
  "HopeUntilEndOfDeployProcess",
] as const;
export type FailMode = (typeof failModes)[number];

/** Filters for the log lines of an object's pods. */
export interface LogOptions {
  /** `werf.io/skip-logs`. */
  readonly skip: boolean;
  /** `werf.io/skip-logs-for-containers`. */
  readonly skipContainers: readonly string[];
  /** `werf.io/show-logs-only-for-containers`; null for all. */
  readonly onlyContainers: readonly string[] | null;
  /** `werf.io/show-logs-only-for-number-of-replicas`. */
  readonly replicas: number;
  /** `werf.io/log-regex`: only matching lines are shown, whole as in werf; null for all lines. */
  readonly regex: LinePattern | null;
  /** `werf.io/log-regex-for-<container>`, instead of `regex`. */
  readonly regexByContainer: ReadonlyMap<string, LinePattern>;
  /** `werf.io/log-regex-skip`: matching lines are not shown. */
  readonly skipRegex: LinePattern | null;
  /** `werf.io/log-regex-skip-for-<container>`, instead of `skipRegex`. */
  readonly skipRegexByContainer: ReadonlyMap<string, LinePattern>;
}

/** The deployment settings in an object's annotations: how it is applied, tracked, shown and deleted. */
export interface DeployPolicy {
  /**
   * `werf.io/ownership`; null if not set: then hooks and CRDs from `crds` are anyone's, everything else is
   * the release's.
   */
  readonly ownership: "release" | "anyone" | null;
  /** `werf.io/delete-policy`; null if not set. */
  readonly deletePolicy: readonly DeletePolicy[] | null;
  /** `werf.io/resource-policy`, and `keep` also from `helm.sh/resource-policy`. */
  readonly resourcePolicy: readonly ResourcePolicy[];
  /** `werf.io/replicas-on-creation`. */
  readonly replicasOnCreation: number | null;
  /** `werf.io/track-termination-mode: NonBlocking`: its readiness is not waited for. */
  readonly isNonBlocking: boolean;
  /** `kapp.k14s.io/exists`: it is only waited for, never written or deleted. */
  readonly isExternal: boolean;
  /** `werf.io/fail-mode`; null if not set: its dependents are skipped, everything else continues. */
  readonly failMode: FailMode | null;
  /** `werf.io/failures-allowed-per-replica`; null if not set. */
  readonly failuresAllowed: number | null;
  /** `werf.io/no-activity-timeout`: the maximum time without a change while it is waited for. */
  readonly noActivityTimeout: Duration | null;
  readonly logs: LogOptions;
  /** `werf.io/sensitive`: none of its values is shown. */
  readonly isSensitive: boolean;
  /** `werf.io/sensitive-paths`: JSONPaths of values that are not shown. */
  readonly sensitivePaths: readonly string[];
}

/** The policy of an object without such annotations. */
export const defaultDeployPolicy: DeployPolicy = {
  ownership: null,
  deletePolicy: null,
  resourcePolicy: [],
  replicasOnCreation: null,
  isNonBlocking: false,
  isExternal: false,
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
