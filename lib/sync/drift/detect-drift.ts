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

/** What drift is judged by. */
export interface DriftRules {
  /** The id of the ApplySet of the release. */
  readonly id: string;
  /** What the user leaves to the cluster. */
  readonly ignored: readonly IgnoredDifference[];
}

/**
 * Whether an object is not as it was made, by the rules by which a run decides: undefined where a run would
 * leave it as it is. `live` is undefined where nothing stands there any more. What somebody is deleting is
 * drift only once it is gone.
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
 * It was ours when the run ended: whoever has it now, it has drifted. Whether it may be taken back the next
 * run decides.
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
    // Whether the autoscaler is there still the next run finds out.
    isAutoscaled: (_, object) => wasAutoscaled(object),
  };
}

/**
 * A text that is the same for two states of an object between which nothing but its status has changed: then
 * what was judged of the one holds for the other. Where the server counts generations they stand for the
 * content.
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
