import {
  type JsonObject,
  field,
  isObject,
  listField,
  objectField,
  stringField,
  valueAt,
} from "../object/json.ts";

/**
 * The states of an object, in the terms of kstatus. `Suspended` is converge's own: work on the object is
 * paused on request, so it is neither ready nor failed, and nothing waits for it.
 */
export const readinessStates = [
  "Current",
  "InProgress",
  "Failed",
  "Suspended",
  "Terminating",
  "NotFound",
  "Unknown",
] as const;
export type ReadinessState = (typeof readinessStates)[number];

/** Reports whether dependents of an object in that state may start: it is ready, or work on it is paused. */
export function releasesDependents(state: ReadinessState): boolean {
  return state === "Current" || state === "Suspended";
}

/** The verdict on an object's own state. */
export interface Readiness {
  readonly state: ReadinessState;
  /**
   * A machine-readable word, as in conditions: `MinimumReplicasUnavailable`, `ImagePullBackOff`,
   * `BackoffLimitExceeded`.
   */
  readonly reason: string;
  /** For people, e.g. `2 of 3 replicas available`; no full stop, no line break, nothing secret. */
  readonly message: string;
  /** The rule that decided: `Deployment`, `condition Ready`, `argoproj.io/Rollout in health.yaml:12`. */
  readonly rule?: string;
  /** Set if dependents may start although the object is in progress: kapp's `unblockChanges`. */
  readonly unblocks?: true;
  /** Set if the verdict may change by time alone: milliseconds after which to ask again. */
  readonly askAgain?: number;
}

/** The rules that decide: converge's own, or exactly those of kstatus. */
export const readinessModes = ["converge", "kstatus"] as const;
export type ReadinessMode = (typeof readinessModes)[number];

/** The annotation whose condition or JSONPath decides when an object is ready. */
export const readyWhenAnnotation = "converge.dev/ready-when";

/** The context of an object: everything known besides the object itself. */
export interface Surroundings {
  readonly mode: ReadinessMode;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Rules read from data; undefined if there are none. */
  readonly healthRules?: HealthRuleSources;
  /** `converge.dev/ready-when`, in the syntax of `kubectl wait --for`; it replaces the kind's rule. */
  readonly readyWhen?: string;
  /** For a custom resource: the facts of its CRD; undefined if the CRD is not known. */
  readonly definition?: DefinitionFacts;
  /**
   * The time this run last observed its generation change, in milliseconds since 1970; undefined if this run
   * changed nothing.
   */
  readonly changedAt?: number;
  /** Whether a Job or Pod is ready only when it has completed, under either set of rules, as for hooks. */
  readonly completes?: boolean;
  /**
   * The pod failures allowed before a workload counts as failed, instead of the tolerance of each reason: per
   * replica of a Deployment, StatefulSet or DaemonSet, in total for any other kind.
   */
  readonly failuresAllowed?: number;
  /** Pods of the object's current revision. */
  readonly pods?: readonly JsonObject[];
  /** For a PersistentVolumeClaim: the binding mode of its storage class; undefined if not known. */
  readonly bindingMode?: string;
  /** For a CustomResourceDefinition or an APIService: whether discovery serves what it declares. */
  readonly served?: boolean;
}

/** The facts that the CRD of a custom resource states about its status. */
export interface DefinitionFacts {
  /**
   * Whether the version has the status subresource, and its schema has conditions, observedGeneration or a
   * phase in status.
   */
  readonly hasStatus: boolean;
}

const statusFields = ["conditions", "observedGeneration", "phase"];
const statusPath = ["schema", "openAPIV3Schema", "properties", "status", "properties"];

/** The status that a CustomResourceDefinition declares for the resources of that version. */
export function definitionFactsOf(crd: JsonObject, version: string): DefinitionFacts {
  const served = listField(objectField(crd, "spec"), "versions").find(
    (entry) => stringField(entry, "name") === version,
  );
  const status = valueAt(served, statusPath);
  const hasSubresource = isObject(valueAt(served, ["subresources", "status"]));
  return { hasStatus: hasSubresource && statusFields.some((name) => field(status, name) !== undefined) };
}

/** The facts that a health rule may use besides the object. */
export interface HealthContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** For a custom resource: the facts of its CRD; undefined if the CRD is not known. */
  readonly definition?: DefinitionFacts;
}

/** A readiness rule read from data: a file of the user, a peer's configuration, the built-in table. */
export interface HealthRule {
  /** The kinds it is for, as its author wrote them: `argoproj.io/Rollout`, `*.upbound.io/*`. */
  readonly name: string;
  /** The place it was read from: `health.yaml:12`, `built-in cert-manager`. */
  readonly origin: string;
  /**
   * Judges an object that is not being deleted. Never throws, whatever the object contains: a rule that
   * cannot be evaluated yields `Unknown` or, where its language says so, `InProgress`.
   */
  readonly judge: (object: JsonObject, context: HealthContext) => Readiness;
}

/** Finds the most specific health rule of an object; undefined if none matches. */
export type FindHealthRule = (object: JsonObject) => HealthRule | undefined;

/** Health rules by precedence. */
export interface HealthRuleSources {
  /** The user's rules. They replace the rule of the kind. */
  readonly given: FindHealthRule;
  /** The built-in table. It replaces only the generic conditions. */
  readonly builtin: FindHealthRule;
}
