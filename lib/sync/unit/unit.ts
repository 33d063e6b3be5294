import type { ExternalPolicy } from "../../order/model/rule.ts";
import type { IgnoredDifference } from "../../inventory/ignored-differences.ts";
import type { InventoryPolicy } from "../../inventory/applyset-membership.ts";
import type { Consent, MaxPrune } from "../../inventory/prune-limits.ts";
import type { Duration } from "../../object/duration.ts";
import type { CheckLevel } from "../../validate/model/validation-level.ts";
import type { GitSource } from "../../git/model/git-source.ts";
import type { ChartOptions } from "../../render/chart-options.ts";

/** One set with its source: what a sidecar keeps a cluster at. */
export interface Unit {
  /** A label of DNS: names it in every output, its custom resource, and `dependsOn` of others. */
  readonly name: string;
  readonly source: GitSource;
  readonly release: string;
  /** Of the release, and of objects that name none; undefined for that of the context. */
  readonly namespace: string | undefined;
  /** Units that must be ready at what git has now before this one starts. */
  readonly dependsOn: readonly string[];
  /** How often git is looked at. */
  readonly interval: Duration;
  /** How often everything is compared with the cluster although nothing was heard. */
  readonly recheck: Duration;
  readonly prune: boolean;
  readonly maxPrune: MaxPrune;
  readonly allowPrune: readonly Consent[];
  /** Nothing is looked at or written. */
  readonly suspend: boolean;
  readonly timeouts: UnitTimeouts;
  /** What faults of fields are. */
  readonly validation: CheckLevel;
  readonly externalDeps: ExternalPolicy;
  readonly forceConflicts: boolean;
  readonly recreate: boolean;
  readonly inventoryPolicy: InventoryPolicy;
  /** Fields that are left to the cluster once an object is there. */
  readonly ignoreDifferences: readonly IgnoredDifference[];
  readonly createNamespace: boolean;
  /** How charts in it are rendered; files of values are looked for in the repository. */
  readonly render: ChartOptions;
  /** What becomes of its objects once it is no longer configured. */
  readonly onRemove: "orphan" | "delete";
  /** The service account that is acted as; undefined to act as oneself. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
}

/** How long what of a unit may take, in milliseconds. */
export interface UnitTimeouts {
  /** Of a whole run; undefined for as long as its objects may take. */
  readonly run: Duration | undefined;
  readonly reconcile: Duration;
  readonly prune: Duration;
  readonly external: Duration;
}

/** All that one sidecar keeps. */
export interface SyncConfiguration {
  /** Tells its units, Leases and custom resources from those of other sidecars in the same namespace. */
  readonly name: string;
  readonly units: readonly Unit[];
  readonly notifications: readonly NotificationTarget[];
}

/** Who else is told how a unit stands. */
export type NotificationTarget =
  | {
      readonly type: "webhook";
      readonly url: string;
      /** Holds the key by which what is sent is signed (HMAC-SHA256). */
      readonly secretFile?: string;
      /** Units it is told of; all where none is named. */
      readonly units: readonly string[];
    }
  | {
      readonly type: "githubStatus";
      /** `https://api.github.com`, or that of an enterprise. */
      readonly api: string;
      /** `owner/name`; undefined for the one of the unit's address. */
      readonly repository?: string;
      readonly tokenFile: string;
      readonly units: readonly string[];
    };
