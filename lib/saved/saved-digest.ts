import { createHash } from "node:crypto";

import type { GuardedRequest } from "../apply/release/decide-changes.ts";
import type { ParentRecord } from "../inventory/applyset-parent.ts";
import { canonicalJson } from "../inventory/canonical-json.ts";
import type { SetTexts } from "../manifest/read-set.ts";
import { ruleDocuments } from "../manifest/rule-documents.ts";
import type { JsonObject, JsonValue } from "../object/json.ts";
import { maskObject } from "../redact/redact-object.ts";
import type { SavedObject, SavedPlan } from "./saved-plan.ts";

/** The SHA-256 of a value, whatever the order of its fields. */
export function digestOfJson(value: JsonValue): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}

/** The identity of a saved plan. It shows nothing about hidden values, which an encrypted plan has. */
export function identityOf(saved: SavedPlan): string {
  return digestOfPlan(saved).slice(0, 32);
}

/** The digest of a saved plan without hidden values. */
export function digestOfPlan({ objects, ...rest }: SavedPlan): string {
  const shown = objects.map(({ object, ...one }): JsonObject => ({ ...one, object: maskObject(object) }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is plain data, without undefined
  return digestOfJson({ ...(rest as unknown as JsonObject), objects: shown, digest: "" });
}

/**
 * The digest by which the plan of a run is approved. It shows nothing about hidden values: of these it has
 * the keyed digest. The last run that has changed something is part of it, and so is the last approved plan
 * that a run has begun to apply, even if that run was killed: so no approval holds twice.
 */
export function approvalDigest(saved: SavedPlan, facts: ApprovalFacts): string {
  const { fieldRules = [], timeouts, serviceAccount, hidden, lastRun, usedPlan } = facts;
  const account = serviceAccount && [serviceAccount.namespace, serviceAccount.name];
  const kept = [timeouts?.run, timeouts?.prune, account, hidden, lastRun?.at, usedPlan];
  const known = kept.map((fact): JsonValue => fact ?? null);
  return digestOfJson([digestOfPlan(saved), JSON.stringify(fieldRules), ...known]);
}

/** A plan with the facts of its digest. It may have hidden values: the digest shows nothing about them. */
export interface ApprovablePlan {
  readonly saved: SavedPlan;
  readonly facts: ApprovalFacts;
}

/** The facts that a plan rests on and that its file lacks. */
export interface ApprovalFacts {
  readonly fieldRules?: GuardedRequest["fieldRules"] | undefined;
  readonly timeouts?: Pick<GuardedRequest["timeouts"], "run" | "prune"> | undefined;
  /** The account that the run acts as; undefined for that of its credentials. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string } | undefined;
  /** The keyed digest of the hidden values; undefined if there are none. */
  readonly hidden?: string | undefined;
  readonly lastRun?: ParentRecord["lastRun"] | undefined;
  readonly usedPlan?: ParentRecord["usedPlan"] | undefined;
}

/** The digest of the objects of a saved plan. */
export function digestOfObjects(objects: readonly SavedObject[]): string {
  return digestOfJson(objects.map((object): JsonObject => ({ ...object })));
}

/**
 * The digest of the documents that decide how a set is applied and are not objects, such as rules about
 * fields; null if there are none.
 */
export function digestOfDocuments(sources: SetTexts["sources"]): string | null {
  const documents = sources.flatMap((source) => ruleDocuments(source));
  return documents.length === 0 ? null : digestOfJson(documents);
}
