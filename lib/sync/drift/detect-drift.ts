import { createHash } from "node:crypto";

import { wasAutoscaled } from "../../apply/observe/autoscaled.ts";
import type { Candidate } from "../../apply/decide/candidate.ts";
import { decideObject, type DecisionOptions } from "../../apply/decide/decide-object.ts";
import { isTerminating } from "../../apply/model/live-object.ts";
import type { IgnoredDifference } from "../../inventory/ignored-differences.ts";
import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../object/json.ts";
import type { Drift } from "../sync-event.ts";
import { competingManagers } from "./competing-managers.ts";

/** Options of detecting drift. */
export interface DriftRules {
  /** The id of the ApplySet of the release. */
  readonly id: string;
  /** The differences that the user leaves to the cluster. */
  readonly ignored: readonly IgnoredDifference[];
}

/**
 * Returns the drift of an object, by the rules by which a run decides: undefined if a run would leave it as
 * it is. `live` is undefined if the object no longer exists. An object that is being deleted has drifted only
 * once it is gone.
 */
export function detectDrift(
  candidate: Candidate,
  live: JsonObject | undefined,
  { id, ignored }: DriftRules,
): Drift | undefined {
  if (live !== undefined && isTerminating(live)) {
    return undefined;
  }
  const decision = decideObject(candidate, { ...decidingOn(live, id), ignored });
  if (decision.type !== "apply") {
    return undefined;
  }
  const { key } = candidate.object.manifest;
  return live === undefined
    ? { key, kind: "deleted", by: [] }
    : { key, kind: "changed", by: competingManagers(decision.sent, live) };
}

/**
 * Returns options for an object that was ours when the run ended: whoever has it now, it has drifted. The
 * next run decides whether it may be taken back.
 */
function decidingOn(live: JsonObject | undefined, id: string): DecisionOptions {
  return {
    id,
    policy: "force-adopt",
    releases: new Map(),
    live: () => live,
    helm: undefined,
    unreadable: () => undefined,
    finished: new Map(),
    // The next run finds out whether the autoscaler still exists.
    isAutoscaled: (_, object) => wasAutoscaled(object),
  };
}

/**
 * Returns a text that is equal for two states of an object that differ only in status: a decision on the one
 * holds for the other. If the server counts generations, they represent the content.
 */
export function fingerprintOf(live: JsonObject): string {
  const { resourceVersion: _, managedFields: __, ...metadata } = objectField(live, "metadata");
  const { status: ___, metadata: ____, ...content } = live;
  const managers = listField(objectField(live, "metadata"), "managedFields")
    .filter((entry) => isObject(entry) && stringField(entry, "subresource") !== "status")
    .map((entry) => withoutTime(entry));
  const isCounted = field(metadata, "generation") !== undefined;
  const text = JSON.stringify([metadata, managers, isCounted ? null : content]);
  return createHash("sha1").update(text).digest("base64");
}

function withoutTime(entry: JsonValue): JsonValue {
  if (!isObject(entry)) {
    return entry;
  }
  const { time: _, ...rest } = entry;
  return rest;
}
