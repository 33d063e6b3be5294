import type { AdoptRequest } from "../../inventory/adoption/adopted-owner.ts";
import type { InventoryPolicy } from "../../inventory/applyset-membership.ts";
import type { PruneLimits, PruneRefusal } from "../../inventory/prune-limits.ts";
import type { Duration } from "../../object/duration.ts";
import type { FieldRule } from "../../object/field-rule.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import type { Action } from "../../plan/plan.ts";
import type { HealthRuleSources, ReadinessMode } from "../../readiness/readiness.ts";
import type { OnWritten } from "./effect-context.ts";
import type { WriteChoices } from "./write-choices.ts";
import type { JsonObject } from "../../object/json.ts";
import { creationTimestampOf } from "../../object/metadata.ts";

/** Identifies a release and the way it is applied. */
export interface ReleaseRequest {
  readonly release: string;
  /** Undefined for the namespace of the context. */
  readonly namespace: string | undefined;
  readonly choices: WriteChoices;
  readonly readiness: ReadinessMode;
  /** Health rules read from data; the built-in table by default. */
  readonly healthRules?: HealthRuleSources;
  /** Rules about fields that are left to the cluster; they precede those in the set. */
  readonly fieldRules?: readonly FieldRule[];
  /** Whether logs of objects that are waited for are shown; true by default. */
  readonly logs?: boolean;
  readonly concurrency: number;
  readonly failFast: boolean;
  readonly timeouts: Timeouts;
  /** Deletes a Namespace or a CRD even if it holds objects that the release does not own. */
  readonly deleteContents: boolean;
  /** Whether a deletion also removes the CRDs that the release installed from a `crds` folder. */
  readonly deleteCrds?: boolean;
  /** Whether a deletion may leave custom resources outside the release without their controllers. */
  readonly deleteControllers?: boolean;
  /** Asks a person; undefined if there is no one to ask. */
  readonly consent?: ((refusals: readonly PruneRefusal[]) => Promise<boolean>) | undefined;
  /** Milliseconds that each object may take, unless it has a timeout of its own. */
  readonly timeout: Duration;
  /** Whether the hooks of the action are run. */
  readonly hooks: boolean;
  /** Called with what each write has changed. */
  readonly onWritten?: OnWritten;
}

/** Timeouts, in milliseconds. */
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

/** The target that a release is planned for, known once the cluster was asked. */
export interface PlanTarget {
  readonly action: Exclude<Action, "delete">;
  readonly namespace: string;
  /** Reports whether a kind is namespaced according to the cluster, by `groupKindKey`. */
  readonly isNamespaced: (kind: { readonly group: string; readonly kind: string }) => boolean | undefined;
}

/** The revision to roll back to. */
export interface RollbackTarget {
  readonly number: number;
  readonly source?: string;
  /**
   * The number of the newest revision when this one was chosen: if a later one exists by now, the choice is
   * wrong. Undefined if a person has named it.
   */
  readonly newest?: number;
}

/** A request of `apply`. */
export interface ApplyRequest extends ReleaseRequest {
  /** Called with the plan and all its diagnostics as soon as it is made. */
  readonly onPlan: (planned: PlanResult) => Promise<void>;
  /** Only a part of the set is applied: a release of which only parts were applied is not installed. */
  readonly isPartial: boolean;
  /** The user's description of where the manifests come from, such as a commit. */
  readonly source: string | undefined;
  /** The number of revisions to keep; 0 for as many as the record can hold. */
  readonly historyMax: number;
  /** The revision to roll back to; undefined for an installation or an upgrade, depending on the record. */
  readonly rollback: RollbackTarget | undefined;
  readonly prune: boolean;
  readonly pruneLimits: PruneLimits;
  /**
   * The runs that this one undoes: only objects that they created are pruned, and those regardless of the
   * limits.
   */
  readonly undoing?: RollbackScope;
  /** Asks a person; undefined if there is no one to ask. */
  readonly consent: ((refusals: readonly PruneRefusal[]) => Promise<boolean>) | undefined;
  readonly inventoryPolicy: InventoryPolicy;
  /** The owner of another tool whose objects are taken over. */
  readonly adopt?: AdoptRequest;
  readonly createNamespace: boolean;
  /** Nothing is written if namespaces or kinds are known to be missing. */
  readonly refusesMissingPlaces?: boolean;
  /** Nothing is written if immutable fields of objects would have to change. */
  readonly refusesImmutable?: boolean;
  /** Hooks are skipped if the same set was sent last and succeeded: they have already run for it. */
  readonly hooksOnce?: boolean;
  /** The identity of the saved plan that is applied: only runs of this plan count as earlier ones. */
  readonly savedPlan?: string;
  /**
   * The reason why an object is not updated for now, by its reference; undefined if it may be. If it does not
   * exist it is created regardless.
   */
  readonly pauseReason?: (key: string) => string | undefined;
  /** A set that did not succeed the last time keeps its revision number: it is retried again and again. */
  readonly isRetried?: boolean;
}

/** The objects of the runs being undone. */
export interface RollbackScope {
  /** Keys of the objects that they created. */
  readonly created: ReadonlySet<string>;
  /** Keys of the whole set: what an earlier run had beyond it was not created by this one. */
  readonly sent: ReadonlySet<string>;
  /** Keys of existing, unowned objects that they adopted. */
  readonly taken: ReadonlySet<string>;
  /**
   * When the server stored the first revision after the one being rolled back to, as in `creationTimestamp`.
   * Objects created since then are from runs that failed or were killed before this one.
   */
  readonly since: string | undefined;
}

/**
 * Reports whether an object of the release exists only because of runs being undone: what existed before
 * stays, whoever created it.
 */
export function isFromUndoneRun(
  { created, sent, taken, since }: RollbackScope,
  key: string,
  object: JsonObject,
): boolean {
  const createdAt = creationTimestampOf(object) ?? "";
  // Creation timestamps have a resolution of one second, so an object created within the same second counts
  // too if the run has it.
  const isYoung = since !== undefined && createdAt >= since;
  return created.has(key) || (isYoung && sent.has(key) && !taken.has(key));
}
