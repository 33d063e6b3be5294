import type { GitRevision } from "../../git/model/git-repository.ts";
import { field, type JsonObject, objectField, stringField } from "../../object/json.ts";
import { parseTimestamp } from "../../object/timestamp.ts";
import type { RememberedRevisions } from "../rollout/revision-gate.ts";
import { pendingPlanIn } from "./approval-status.ts";
import { hasAppliedAll } from "./unit-conditions.ts";
import type { UnitStatus } from "./status-port.ts";
import { isOfOtherSource, leftUnit, type Sourced, sourceObject } from "./unit-resource.ts";

/**
 * Returns the status of a unit as its resource reports it; undefined without a resource. Revisions of another
 * repository or ref than the unit has now are not remembered.
 */
export function unitStatus(object: JsonObject | undefined, unit?: Sourced): UnitStatus | undefined {
  if (object === undefined) {
    return undefined;
  }
  const status = objectField(object, "status");
  const commit = (name: string): string | undefined => stringField(objectField(status, name), "commit");
  return {
    isReady: hasAppliedAll(status),
    applied: commit("appliedRevision"),
    observed: commit("observedRevision"),
    isWaiting: stringField(status, "waitsFor") !== undefined,
    ...plansIn(status, stringField(objectField(object, "metadata"), "namespace") ?? ""),
    ...keptIn(object),
    ...(unit !== undefined && isOfOtherSource(status, sourceObject(unit))
      ? { remembered: {} }
      : { ...readyIn(status), remembered: rememberedIn(status) }),
  };
}

function plansIn(status: JsonObject, namespace: string): Pick<UnitStatus, "approvedPlan" | "pendingPlan"> {
  const approvedPlan = stringField(status, "approvedPlan");
  const pendingPlan = pendingPlanIn(status, namespace);
  return {
    ...(approvedPlan === undefined ? {} : { approvedPlan }),
    ...(pendingPlan === undefined ? {} : { pendingPlan }),
  };
}

function keptIn(object: JsonObject): Pick<UnitStatus, "kept"> {
  const { release, namespace, cluster } = leftUnit(object);
  return release === ""
    ? {}
    : { kept: { release, namespace, ...(cluster === undefined ? {} : { cluster }) } };
}

function readyIn(status: JsonObject): Pick<UnitStatus, "ready"> {
  const revision = revisionIn(status, "appliedRevision");
  const since = parseTimestamp(stringField(status, "readySince"));
  return revision === undefined || since === undefined ? {} : { ready: { revision, since } };
}

function rememberedIn(status: JsonObject): RememberedRevisions {
  const current = revisionIn(status, "attemptedRevision") ?? revisionIn(status, "appliedRevision");
  const promoted = objectField(status, "promotion");
  const revision = revisionIn(status, "promotion");
  const since = parseTimestamp(stringField(promoted, "since"));
  return {
    ...(current === undefined ? {} : { current }),
    ...(revision === undefined || since === undefined
      ? {}
      : { promotion: { revision, since, isForced: field(promoted, "forced") === true } }),
  };
}

/** Reads a revision whose author was not stored; git is asked for nothing but full ids of commits. */
function revisionIn(status: JsonObject, name: string): GitRevision | undefined {
  const stored = objectField(status, name);
  const commit = stringField(stored, "commit") ?? "";
  const tag = stringField(stored, "tag");
  return isId(commit)
    ? {
        commit,
        ref: stringField(stored, "ref") ?? commit,
        ...(tag === undefined || !isId(tag) ? {} : { tag }),
        subject: stringField(stored, "subject") ?? "",
        author: "",
        at: parseTimestamp(stringField(stored, "committedAt")) ?? 0,
      }
    : undefined;
}

function isId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
