import type { JsonObject } from "../object/json.ts";

/** How far the cluster has come with an object, in the words of kstatus. */
export const readinessStates = [
  "Current",
  "InProgress",
  "Failed",
  "Terminating",
  "NotFound",
  "Unknown",
] as const;
export type ReadinessState = (typeof readinessStates)[number];

/** What an object's own state says. */
export interface Readiness {
  readonly state: ReadinessState;
  /**
   * A word for programs, as in conditions: `MinimumReplicasUnavailable`, `ImagePullBackOff`,
   * `BackoffLimitExceeded`.
   */
  readonly reason: string;
  /** For people, e.g. `2 of 3 replicas available`; no full stop, no line break, nothing secret. */
  readonly message: string;
  /** Where the answer changes by time alone: milliseconds after which to ask again. */
  readonly askAgain?: number;
}

/** Which rules decide: converge's own, or those of kstatus to the letter. */
export const readinessModes = ["converge", "kstatus"] as const;
export type ReadinessMode = (typeof readinessModes)[number];

/** What there is to know besides the object itself. */
export interface Surroundings {
  readonly mode: ReadinessMode;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * `converge.dev/ready-when`, in the words of `kubectl wait --for`; it takes the place of the kind's rule.
   */
  readonly readyWhen?: string;
  /** For a custom resource: what its definition says; undefined where the definition is not known. */
  readonly definition?: DefinitionFacts;
  /**
   * When its generation was last seen to change by this run, in milliseconds since 1970; undefined where this
   * run changed nothing.
   */
  readonly changedAt?: number;
  /** A Job or Pod is ready only when it has run to its end, whichever rules decide, as hooks are. */
  readonly completes?: boolean;
  /**
   * How often pods may fail before a workload counts as failed, in place of the tolerance of each reason: for
   * each replica of a Deployment, StatefulSet or DaemonSet, for the whole of anything else.
   */
  readonly failuresAllowed?: number;
  /** Pods that belong to the object's present revision. */
  readonly pods?: readonly JsonObject[];
  /** For a PersistentVolumeClaim: the binding mode of its storage class; undefined where not known. */
  readonly bindingMode?: string;
  /** For a CustomResourceDefinition or an APIService: whether discovery serves what it promises. */
  readonly served?: boolean;
}

/** What the definition of a custom resource says of its status. */
export interface DefinitionFacts {
  /**
   * The version has the status subresource, and its schema has conditions, observedGeneration or a phase in
   * status.
   */
  readonly hasStatus: boolean;
}
