import { field, type JsonObject, type JsonValue } from "../../object/json.ts";
import { formatTimestamp } from "../../object/timestamp.ts";
import type { UnitState } from "../unit/unit-state.ts";
import { revisionObject, timeOf } from "./revision-status.ts";
import { statusText } from "./status-text.ts";

/**
 * Returns the fields of the status about rings and windows. Times are exact to the millisecond: they are
 * compared with each other.
 */
export function rolloutStatus(
  state: UnitState,
  previous: JsonObject,
): Readonly<Record<string, JsonValue | undefined>> {
  const { waiting, handledPromotion } = state;
  return {
    readySince: readySince(state, previous),
    waitsFor: waiting && statusText(waiting.message),
    waitsUntil: timeOf(waiting?.until),
    promotion: promotionObject(state, previous),
    lastHandledPromotion:
      handledPromotion === undefined ? field(previous, "lastHandledPromotion") : statusText(handledPromotion),
  };
}

/** Before the first run of a process has ended well or badly, nothing else is known. */
function readySince(
  { readySince: since, applied, phase }: UnitState,
  previous: JsonObject,
): JsonValue | undefined {
  if (since !== undefined) {
    return formatTimestamp(since);
  }
  const hasFailed = phase === "Failed" || phase === "Stalled";
  return applied !== undefined || hasFailed ? undefined : field(previous, "readySince");
}

/** Before git was polled, nothing else is known. */
function promotionObject({ promotion, observed }: UnitState, previous: JsonObject): JsonValue | undefined {
  if (promotion === undefined) {
    return observed === undefined ? field(previous, "promotion") : undefined;
  }
  return {
    ...revisionObject(promotion.revision),
    since: formatTimestamp(promotion.since),
    ...(promotion.isForced ? { forced: true } : {}),
  };
}
