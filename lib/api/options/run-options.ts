import type { InventoryPolicy } from "../../inventory/applyset-membership.ts";
import type { Consent } from "../../inventory/prune-limits.ts";
import type { FieldMeaning } from "../../object/field-rule.ts";
import type { Compatibility, ExternalPolicy } from "../../order/model/edge.ts";
import type { InvalidPolicy } from "../../plan/plan-request.ts";
import type { ReadinessMode } from "../../readiness/readiness.ts";
import type { RunEvent } from "../../report/run/run-event.ts";
import type { CheckLevel } from "../../validate/model/validation-level.ts";
import type { AbortSignalLike } from "./abort-signal-like.ts";
import type { SetOptions } from "./set-options.ts";

/** A release of a cluster. */
export interface ReleaseOptions {
  /** The name of the release. Required. */
  readonly release: string;
  /** Its namespace; by default that of the cluster's context. */
  readonly namespace?: string | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

/** Options of functions that change a cluster. Times are milliseconds or texts such as `5m`. */
export interface RunOptions extends ReleaseOptions {
  /** Receives the events of the run, as `-o json` prints them. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** The time of the whole run; unlimited by default. */
  readonly timeout?: number | string | undefined;
  /** The time an object may take to be gone; default: `5m`. */
  readonly pruneTimeout?: number | string | undefined;
  /** The time to wait for another run of the release; default: `60s`. */
  readonly lockTimeout?: number | string | undefined;
  /** Changes nothing: `server` sends server-side dry runs, `client` only compares. */
  readonly dryRun?: "none" | "client" | "server" | undefined;
  /** The treatment of dependents of deleted objects; default: `Background`. */
  readonly prunePropagationPolicy?: "Background" | "Foreground" | "Orphan" | undefined;
  /** Deletes namespaces and CRDs even if they contain objects of others; default: false. */
  readonly deleteContents?: boolean | undefined;
  /** Stops at the first failure; default: false. */
  readonly failFast?: boolean | undefined;
  /** Runs the hooks of the action; default: true. */
  readonly hooks?: boolean | undefined;
  /** Waits also for objects that no other object waits for; default: true. */
  readonly wait?: boolean | undefined;
  /** Reports logs of objects that are waited for; default: true. */
  readonly logs?: boolean | undefined;
  /** The number of concurrent writes; default: 32. */
  readonly concurrency?: number | undefined;
  /** The rules by which objects are ready; default: `converge`. */
  readonly readiness?: ReadinessMode | undefined;
  /** Files and folders of health rules. */
  readonly health?: readonly string[] | undefined;
}

/** A set of a release, and how it is applied. */
export interface ReleaseSetOptions extends SetOptions, ReleaseOptions {
  /** Only objects with these labels, as in kubectl; then nothing is pruned. */
  readonly selector?: string | undefined;
  /** The severity of faults of fields; default: `strict`. */
  readonly validate?: CheckLevel | undefined;
  /** With faults in the set, whether nothing is applied (`fail`, the default), or the valid rest (`skip`). */
  readonly invalid?: InvalidPolicy | undefined;
  /** The treatment of a depends-on that leads outside the set; default: `error`. */
  readonly externalDeps?: ExternalPolicy | undefined;
  /** Keeps the order of that tool: of Argo CD, where waves are barriers. */
  readonly compat?: Compatibility | undefined;
  /** Existing objects that may be adopted; default: `adopt`. */
  readonly inventoryPolicy?: InventoryPolicy | undefined;
  /** Deletes objects of the release that the set lacks; default: true. */
  readonly prune?: boolean | undefined;
  /** Takes over fields that other managers own; default: true. */
  readonly forceConflicts?: boolean | undefined;
  /** Deletes and recreates objects that cannot be updated; default: false. */
  readonly recreate?: boolean | undefined;
  /** Rules about fields that are left to the cluster, or files and folders with such rules. */
  readonly fields?: readonly (FieldRuleOptions | string)[] | undefined;
  /** Creates the namespace of the release if it is missing; default: false. */
  readonly createNamespace?: boolean | undefined;
  /** Keeps values that charts generate at random as they are in the cluster; default: true. */
  readonly keepRandom?: boolean | undefined;
  /** Takes over a release of Helm or werf, by default in the namespace of the release. */
  readonly adoptHelmRelease?: AdoptedName | undefined;
  /** Takes over an application of Argo CD, by default in the namespace `argocd`. */
  readonly adoptArgoApp?: AdoptedName | undefined;
  /** Takes over an app of kapp, by default in the namespace of the release. */
  readonly adoptKappApp?: AdoptedName | undefined;
  /** Takes over an ApplySet of kubectl by its parent, by default a Secret in the namespace of the release. */
  readonly adoptApplySet?: AdoptedApplySet | undefined;
  /** The time an object may take until it is ready; default: `5m`. */
  readonly reconcileTimeout?: number | string | undefined;
}

/** The name by which another tool knows a set of objects. */
export interface AdoptedName {
  readonly name: string;
  readonly namespace?: string;
}

/** The parent of an ApplySet. */
export interface AdoptedApplySet extends AdoptedName {
  /** A Secret by default. */
  readonly kind?: string;
  /** The API group of the kind; the core group by default. */
  readonly group?: string;
}

/** A rule about fields that are left to the cluster, for the objects that match everything that is given. */
export interface FieldRuleOptions {
  /** The API group; empty for the core group. `*` matches any text here and in the lists. */
  readonly group?: string;
  readonly kinds?: readonly string[];
  readonly names?: readonly string[];
  readonly namespaces?: readonly string[];
  /** A label selector, as in kubectl. */
  readonly labels?: string;
  readonly meaning: FieldMeaning;
  /** RFC 6901: `/spec/replicas`. */
  readonly pointers?: readonly string[];
  readonly jq?: readonly string[];
  /** Field managers. */
  readonly managers?: readonly string[];
}

/** Options of `apply`. */
export interface ApplyOptions extends ReleaseSetOptions, RunOptions {
  /** The time an object outside the set may take; default: `5m`. */
  readonly externalTimeout?: number | string | undefined;
  /** The part of the release that one run may delete: `25%`, which is the default, or a number of objects. */
  readonly maxPrune?: string | number | undefined;
  /** Kinds that may be deleted without consent. */
  readonly allowPrune?: readonly Consent[] | undefined;
  /** Called if more would be deleted than the limits allow; without it the run is refused. */
  readonly confirmPrune?:
    | ((refusals: readonly PruneRefusalReport[]) => Promise<boolean> | boolean)
    | undefined;
  /** The origin of the manifests, such as a commit; stored with the revision. */
  readonly sourceRevision?: string | undefined;
  /** The number of revisions to keep; default: 10. */
  readonly historyMax?: number | undefined;
  /** Undoes a run that fails; default: false. */
  readonly atomic?: boolean | undefined;
}

/** A limit that a run would exceed by deleting objects. */
export interface PruneRefusalReport {
  readonly guard: "max-prune" | Consent;
  /** The references of the objects. */
  readonly objects: readonly string[];
  readonly message: string;
}

/** Options of `diff`. */
export interface DiffOptions extends ReleaseSetOptions {
  /** Compares namespaces and CRDs as if they were deleted with their contents; default: false. */
  readonly deleteContents?: boolean | undefined;
  /** Compares the hooks of the action, too; default: true. */
  readonly hooks?: boolean | undefined;
  /** The number of concurrent requests; default: 32. */
  readonly concurrency?: number | undefined;
}

/** Options of `status`. */
export interface StatusOptions extends ReleaseOptions {
  /** The rules by which objects are ready; default: `converge`. */
  readonly readiness?: ReadinessMode | undefined;
  /** Files and folders of health rules. */
  readonly health?: readonly string[] | undefined;
}

/** Options of `remove`. */
export interface RemoveOptions extends RunOptions {
  /** Deletes CRDs from the `crds` folders of charts, too; default: false. */
  readonly deleteCrds?: boolean | undefined;
  /** Deletes controllers of custom resources that are not of the release, which stay; default: false. */
  readonly deleteControllers?: boolean | undefined;
}
