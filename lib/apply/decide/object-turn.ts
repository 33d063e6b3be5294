import type { JsonObject } from "../../object/json.ts";
import { isTerminating } from "../../object/metadata.ts";
import { versionOf } from "../../object/object-ref.ts";
import type { PlannedObject } from "../../plan/plan.ts";
import type { Redecide } from "./decide-release.ts";
import type { Decision } from "./decide-object.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { getIfExists } from "../store/applyset-store.ts";

/** The means to decide again on objects that have changed since the run was decided. */
export interface Turning {
  readonly again: Redecide;
  /** Called before such an object is written. Rejects if the run may not write. */
  readonly beforeWrite: () => Promise<void>;
  /** Returns why such an object is left as it is; undefined if it may be written. */
  readonly withholds?: (key: string) => string | undefined;
}

/**
 * Decides on an object now that its turn has come. Reads from the server only if a watch has reported the
 * object gone, or if its namespace is a new one. Hooks, foreign objects and dry runs keep the original
 * decision.
 */
export async function decisionAtTurn(
  object: PlannedObject,
  decision: Decision,
  { turning, deps }: { readonly turning: Turning | undefined; readonly deps: EffectDeps },
): Promise<Decision> {
  const isFixed = object.hook !== null || decision.type === "foreign" || deps.choices.dryRun !== false;
  if (turning === undefined || isFixed) {
    return decision;
  }
  const { again } = turning;
  const isAsWanted = (live: JsonObject): boolean => again(object, live).type !== "apply";
  const state = deps.live.turn(object.manifest, { decidedOn: decision.live, isAsWanted });
  if (state === decision.live) {
    return decision;
  }
  const live = state === "unknown" ? await readNow(object, deps) : state;
  const next = again(object, live);
  if (next.type !== "apply") {
    return next;
  }
  const reason = turning.withholds?.(object.manifest.key);
  if (reason !== undefined) {
    return { type: "left", reason, live };
  }
  await turning.beforeWrite();
  renewNamespace(object, next, deps);
  return next;
}

/**
 * Marks the previous contents of a recreated namespace as gone, whatever the watches have reported so far.
 */
export function renewNamespace(
  { manifest }: PlannedObject,
  decision: Decision,
  { live: tracker }: Pick<EffectDeps, "live">,
): void {
  const { group, kind, name } = manifest.ref;
  const isNew = decision.type === "apply" && (decision.live === undefined || isTerminating(decision.live));
  if (isNew && group === "" && kind === "Namespace") {
    tracker.renew(name);
  }
}

function readNow(
  { manifest }: PlannedObject,
  { kinds, context }: EffectDeps,
): ReturnType<typeof getIfExists> {
  const { ref, apiVersion, name } = manifest;
  const resource = kinds.find(ref, versionOf(apiVersion)) ?? kinds.find(ref);
  return resource === undefined
    ? Promise.resolve(undefined)
    : getIfExists({ resource, namespace: ref.namespace, name }, context);
}
