import { createHash } from "node:crypto";

import { wasAutoscaled } from "../../apply/observe/autoscaled.ts";
import type { Candidate } from "../../apply/decide/candidate.ts";
import { decideObject, type DecisionOptions } from "../../apply/decide/decide-object.ts";
import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  stringField,
} from "../../object/json.ts";
import { isTerminating, managedFieldsOf, metadataOf } from "../../object/metadata.ts";
import type { Drift } from "../sync-event.ts";
import { compareText } from "../../object/object-ref.ts";
import { fieldManager } from "../../apply/model/write-choices.ts";
import { type Trail, fieldParts, stepsOf, fieldNodeAt, partAt } from "../../inventory/field-set.ts";

/** Options of detecting drift. */
export interface DriftRules {
  /** The id of the ApplySet of the release. */
  readonly id: string;
}

/**
 * Returns the drift of an object, by the rules by which a run decides: undefined if a run would leave it as
 * it is. `live` is undefined if the object no longer exists. An object that is being deleted has drifted only
 * once it is gone.
 */
export function detectDrift(
  candidate: Candidate,
  live: JsonObject | undefined,
  { id }: DriftRules,
): Drift | undefined {
  if (live !== undefined && isTerminating(live)) {
    return undefined;
  }
  const decision = decideObject(candidate, decidingOn(live, id));
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
    adopted: undefined,
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
  const { resourceVersion: _, managedFields: __, ...metadata } = metadataOf(live);
  const { status: ___, metadata: ____, ...content } = live;
  const managers = managedFieldsOf(live)
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

/**
 * Returns the field managers that have changed fields that we sent, by `metadata.managedFields`: those that
 * own such fields now while we do not. A removed field has no owner: then it is those that wrote the object
 * last. Sorted, without duplicates.
 */
export function competingManagers(sent: JsonObject, live: JsonObject): readonly string[] {
  const all = managedFieldsOf(live).filter(isObject);
  const version = stringField(sent, "apiVersion");
  const ours = all.find((entry) => isOurs(entry) && stringField(entry, "apiVersion") === version);
  const others = all.filter((entry) => entry !== ours && stringField(entry, "subresource") !== "status");
  const owned = objectField(ours, "fieldsV1");
  const takers = others.filter((entry) => hasTaken(objectField(entry, "fieldsV1"), { owned, sent }));
  const rivals = takers.length > 0 ? takers : newest(others.filter((entry) => !isOurs(entry)));
  const names = new Set(rivals.map((entry) => stringField(entry, "manager") ?? ""));
  names.delete("");
  return [...names].toSorted(compareText);
}

function isOurs(entry: JsonObject): boolean {
  return stringField(entry, "manager") === fieldManager && stringField(entry, "operation") === "Apply";
}

interface Visit {
  readonly node: JsonObject;
  readonly trail: Trail | undefined;
}

/** Reports whether a field set has a leaf that was sent and is not ours. */
function hasTaken(
  fields: JsonObject,
  { owned, sent }: { readonly owned: JsonObject; readonly sent: JsonObject },
): boolean {
  const ahead: Visit[] = [{ node: fields, trail: undefined }];
  for (let visit = ahead.pop(); visit !== undefined; visit = ahead.pop()) {
    const { node, trail } = visit;
    const parts = fieldParts(node);
    const steps = parts.length === 0 ? stepsOf(trail) : [];
    if (steps.length > 0 && fieldNodeAt(owned, steps) === undefined && partAt(sent, steps) !== undefined) {
      return true;
    }
    for (const step of parts) {
      ahead.push({ node: objectField(node, step), trail: { step, before: trail } });
    }
  }
  return false;
}

/** Returns the entries of the latest time: RFC 3339 in UTC, whose text sorts as the times do. */
function newest(entries: readonly JsonObject[]): readonly JsonObject[] {
  const times = entries.map((entry) => stringField(entry, "time") ?? "");
  const last = times.toSorted(compareText).at(-1);
  return entries.filter((_, index) => times[index] === last);
}
