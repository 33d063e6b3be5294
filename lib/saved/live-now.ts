/** Reads the live state that the decision on an object rests on. */
import { ApiError } from "../client/model/api-error.ts";
import type { Decision } from "../apply/decide/decide-object.ts";
import { readLive } from "../apply/release/diff-release.ts";
import type { DecidedRelease } from "../apply/release/decide-changes.ts";
import { type JsonObject, stringField } from "../object/json.ts";
import { resourceVersionOf } from "../object/metadata.ts";
import type { PlannedObject } from "../plan/plan.ts";
import { liveStateOf } from "./live-state.ts";
import type { LiveState } from "./saved-plan.ts";

/** An object as it was decided on. */
export interface SeenObject {
  /** Undefined if it does not exist, or is not known. */
  readonly live: JsonObject | undefined;
  /** Null without a live object. */
  readonly state: LiveState | null;
  /** Whether it was written or deleted since it was decided on: then the state is a later one. */
  readonly isLater: boolean;
}

const absent: SeenObject = { live: undefined, state: null, isLater: false };

/** Returns the state of the object that was decided on, in full and in the version of its manifest. */
export async function seenObject(
  object: PlannedObject,
  decision: Decision | undefined,
  deps: DecidedRelease["session"]["deps"],
): Promise<SeenObject> {
  if (decision === undefined || decision.type === "foreign" || decision.live === undefined) {
    return absent;
  }
  const { live: decidedOn } = decision;
  const live = await wholeOf(object, decidedOn, deps);
  if (live === undefined) {
    return { ...absent, isLater: true };
  }
  const left = "left" in decision ? decision.left : [];
  return {
    live,
    state: liveStateOf(live, left, object.manifest.value),
    isLater: resourceVersionOf(live) !== resourceVersionOf(decidedOn),
  };
}

/** Undefined if the object was deleted since it was decided on. */
async function wholeOf(
  object: PlannedObject,
  live: JsonObject,
  deps: DecidedRelease["session"]["deps"],
): Promise<JsonObject | undefined> {
  if (isWhole(live) && stringField(live, "apiVersion") === object.manifest.apiVersion) {
    return live;
  }
  try {
    return await readLive(object, live, deps);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return undefined;
    }
    throw error;
  }
}

/** Reports whether an object has more than its metadata: of many only that is read. */
function isWhole(live: JsonObject): boolean {
  return Object.keys(live).some((name) => !["apiVersion", "kind", "metadata"].includes(name));
}
