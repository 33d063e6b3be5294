import type { Compatibility, ExternalPolicy } from "../../order/model/edge.ts";
import type { FieldRule } from "../../object/field-rule.ts";
import type { InventoryPolicy } from "../../inventory/applyset-membership.ts";
import type { Consent, MaxPrune } from "../../inventory/prune-limits.ts";
import type { Duration } from "../../object/duration.ts";
import type { CheckLevel } from "../../validate/model/validation-level.ts";
import type { GitSource } from "../../git/model/git-source.ts";
import type { ChartOptions } from "../../render/chart-options.ts";
import type { MaintenanceWindow } from "../rollout/maintenance-window.ts";
import type { Ring } from "../rollout/qualified-revision.ts";

/** One set with its source: the state that a sidecar keeps a cluster in. */
export interface Unit {
  /** A DNS label: its name in every output, of its custom resource, and in `dependsOn` of others. */
  readonly name: string;
  readonly source: GitSource;
  readonly release: string;
  /** The namespace of the release, and of objects that name none; undefined for that of the context. */
  readonly namespace: string | undefined;
  /** Undefined for the cluster of the sidecar. */
  readonly cluster?: UnitCluster;
  /** Units that must be ready at the revision that git has now before this one starts. */
  readonly dependsOn: readonly string[];
  /** The interval at which git is polled. */
  readonly interval: Duration;
  /** The interval at which everything is compared with the cluster even without an event. */
  readonly recheck: Duration;
  readonly prune: boolean;
  readonly maxPrune: MaxPrune;
  readonly allowPrune: readonly Consent[];
  /** Nothing is polled or written. */
  readonly suspend: boolean;
  readonly timeouts: UnitTimeouts;
  /** The treatment of faults in fields. */
  readonly validation: CheckLevel;
  readonly externalDeps: ExternalPolicy;
  readonly compat?: Compatibility;
  readonly forceConflicts: boolean;
  readonly recreate: boolean;
  readonly inventoryPolicy: InventoryPolicy;
  /** Fields that are left to the cluster once an object exists. */
  readonly fields: readonly FieldRule[];
  /** Files and folders of the repository with health rules. */
  readonly health: readonly string[];
  readonly createNamespace: boolean;
  /** Files and folders with the age keys for its encrypted files. */
  readonly ageKeyPaths: readonly string[];
  /** Programs for the data keys of other key services, as `TYPE=PROGRAM`. */
  readonly keyPlugins: readonly string[];
  /** Options of rendering its charts; values files are looked up in the repository. */
  readonly render: ChartOptions;
  /** The policy for its objects once it is no longer configured. */
  readonly onRemove: "orphan" | "delete";
  /** The service account to act as; undefined to act with our own identity. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
  /** Undefined if each plan is applied at once; otherwise a person has to approve its digest. */
  readonly approval?: "manual";
  /** The name of its ring; undefined if it does not wait for other units to be ready at a revision. */
  readonly ring?: string;
  /** Its maintenance windows; undefined for those of its ring. */
  readonly windows?: readonly MaintenanceWindow[];
}

/** A cluster other than that of the sidecar, and where its kubeconfig is. */
export interface UnitCluster {
  /** Its name in every output. */
  readonly name: string;
  readonly kubeconfig:
    | { readonly secret: string; readonly key: string }
    /** `exec`: whether it may start credential plugins. */
    | { readonly file: string; readonly exec: boolean };
  /** Undefined for the current context. */
  readonly context?: string;
}

/** Timeouts of a unit, in milliseconds. */
export interface UnitTimeouts {
  /** Of a whole run; undefined for as long as its objects may take. */
  readonly run: Duration | undefined;
  readonly reconcile: Duration;
  readonly prune: Duration;
  readonly external: Duration;
}

/** The configuration of one sidecar. */
export interface SyncConfiguration {
  /**
   * Distinguishes its units, Leases and custom resources from those of other sidecars in the same namespace.
   */
  readonly name: string;
  readonly clusters: readonly UnitCluster[];
  readonly units: readonly Unit[];
  readonly notifications: readonly NotificationTarget[];
  /** The rings of units, in the order of promotion. */
  readonly rings?: readonly Ring[];
}

/** A receiver of notifications about the states of units. */
export type NotificationTarget =
  | {
      readonly type: "webhook";
      readonly url: string;
      /** Holds the key by which payloads are signed (HMAC-SHA256). */
      readonly secretFile?: string;
      /** Units that it is notified of; all if none is named. */
      readonly units: readonly string[];
    }
  | {
      readonly type: "githubStatus";
      /** `https://api.github.com`, or that of GitHub Enterprise. */
      readonly api: string;
      /** `owner/name`; undefined for the one in the unit's URL. */
      readonly repository?: string;
      readonly tokenFile: string;
      readonly units: readonly string[];
    };
