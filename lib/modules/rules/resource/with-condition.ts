import {
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../../object/json.ts";
import { withStatus } from "./metadata.ts";
import { formatSeconds } from "../../../object/timestamp.ts";

/** A condition of a Module, set by the rules. */
export interface ConditionUpdate {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason?: string;
  readonly message?: string;
}

/**
 * Returns the object with that condition. An equal one is left unchanged; its transition time is that of the
 * last change of its status.
 */
export function withCondition(object: JsonObject, changes: ConditionUpdate, now: number): JsonObject {
  const conditions = listField(objectField(object, "status"), "conditions");
  const at = conditions.findIndex((condition) => stringField(condition, "type") === changes.type);
  const before = conditions[at];
  if (saysTheSame(before, changes)) {
    return object;
  }
  const time = formatSeconds(now);
  const isTurned = stringField(before, "status") !== changes.status;
  const since = isTurned ? time : (stringField(before, "lastTransitionTime") ?? time);
  const condition = { ...changes, lastProbeTime: time, lastTransitionTime: since };
  return withStatus(object, {
    conditions: at === -1 ? [...conditions, condition] : conditions.with(at, condition),
  });
}

function saysTheSame(
  before: JsonValue | undefined,
  { status, reason = "", message = "" }: ConditionUpdate,
): boolean {
  return (
    stringField(before, "status") === status &&
    (stringField(before, "reason") ?? "") === reason &&
    (stringField(before, "message") ?? "") === message
  );
}
