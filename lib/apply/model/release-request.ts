import type { InventoryPolicy } from "../../inventory/applyset-membership.ts";
import type { PruneLimits, PruneRefusal } from "../../inventory/prune-limits.ts";
import type { Duration } from "../../object/duration.ts";
import type { JsonObject } from "../../object/json.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import type { Action, Plan } from "../../plan/plan.ts";
import type { ReadinessMode } from "../../readiness/readiness.ts";
import type { OnWritten } from "./effect-context.ts";
import type { RollbackScope } from "./rollback-scope.ts";
import type { WriteChoices } from "./write-choices.ts";

/** Which release, and how the cluster is to be treated. */
export interface ReleaseRequest {
  readonly release: string;
  /** Undefined for the namespace of the context. */
  readonly namespace: string | undefined;
  readonly choices: WriteChoices;
  readonly readiness: ReadinessMode;
  /** Whether logs of what is waited for are shown; they are where it is not said. */
  readonly logs?: boolean;
  readonly concurrency: number;
  readonly failFast: boolean;
  readonly timeouts: Timeouts;
  /** Deletes a Namespace or a definition although it holds what the release does not own. */
  readonly deleteContents: boolean;
  /** Whether a deletion takes the definitions too that the release has brought from a `crds` folder. */
  readonly deleteCrds?: boolean;
  /** Plans the deletion of objects as they stand in the cluster. */
  readonly planRemoval: (objects: readonly JsonObject[], namespace: string, around?: DeletionHooks) => Plan;
  /** Whether the hooks of the action are run. */
  readonly hooks: boolean;
  /** Hears what each write has changed; nobody does where it is not given. */
  readonly onWritten?: OnWritten;
}

/** What is planned around a deletion. */
export interface DeletionHooks {
  /** The objects of a revision, whose hooks run before and after it. */
  readonly hooks: readonly ReadObject[];
  readonly isNamespaced: PlanTarget["isNamespaced"];
}

/** How long what may take, in milliseconds. */
export interface Timeouts {
  /** Of the whole run; undefined for as long as its objects may take. */
  readonly run: Duration | undefined;
  /** From the first attempt to delete an object until it is gone. */
  readonly prune: Duration;
  /** Of an object of the cluster that is waited for. */
  readonly external: Duration;
  /** Of all objects of a weight together. */
  readonly weights: ReadonlyMap<number, Duration>;
  /** For the lock of the release. */
  readonly lock: Duration;
}

/** What the plan of a release is made for, once the cluster was asked. */
export interface PlanTarget {
  readonly action: Exclude<Action, "delete">;
  readonly namespace: string;
  /** Whether kinds live in namespaces, as the cluster says: by `groupKindKey`. */
  readonly isNamespaced: (kind: { readonly group: string; readonly kind: string }) => boolean | undefined;
  /** Ends what makes the plan. */
  readonly signal: AbortSignal;
  /** No hook takes part, whatever was asked for. */
  readonly withoutHooks?: true;
}

/** The revision that is gone back to. */
export interface RollbackTarget {
  readonly number: number;
  readonly source?: string;
  /**
   * The newest of all when it was chosen: where another has come since, it is the wrong one. Undefined where
   * a person has named it.
   */
  readonly newest?: number;
}

/** What `apply` needs besides. */
export interface ApplyRequest extends ReleaseRequest {
  readonly plan: (target: PlanTarget) => Promise<PlanResult>;
  /** Hears of the plan as soon as there is one, with all that was found. */
  readonly onPlan: (planned: PlanResult) => Promise<void>;
  /** Only a part of the set is applied: a release of which only parts were is not installed. */
  readonly isPartial: boolean;
  /** What the user says the manifests are: a commit. */
  readonly source: string | undefined;
  /** How many revisions are kept; 0 for as many as the record takes. */
  readonly historyMax: number;
  /** The revision gone back to; undefined for an installation or an upgrade, whichever the record tells. */
  readonly rollback: RollbackTarget | undefined;
  readonly prune: boolean;
  readonly pruneLimits: PruneLimits;
  /**
   * The runs that this one undoes: nothing but what they have made is pruned, and that whatever the limits
   * say.
   */
  readonly undoing?: RollbackScope;
  /** Asks a person; undefined where there is nobody to ask. */
  readonly consent: ((refusals: readonly PruneRefusal[]) => Promise<boolean>) | undefined;
  readonly inventoryPolicy: InventoryPolicy;
  /** The release of Helm that is taken over; it is of the namespace of the release where none is given. */
  readonly adoptHelmRelease?: { readonly name: string; readonly namespace?: string };
  readonly createNamespace: boolean;
  /** Nothing is written where it is known that namespaces or kinds are missing. */
  readonly demandsPlaces?: boolean;
  /** A set that was sent last, and came to a good end, is applied without its hooks: they have run for it. */
  readonly hooksOnce?: boolean;
  /**
   * Why an object is not written for now, by its written form; undefined where it may be. Where it is not
   * there it is made all the same.
   */
  readonly sparedFor?: (key: string) => string | undefined;
  /**
   * A set that did not come to a good end the last time keeps the number of its revision: it is tried again
   * and again.
   */
  readonly isRetried?: boolean;
}
