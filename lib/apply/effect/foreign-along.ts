import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { formatRef } from "../../object/object-ref.ts";
import type { PruneRefusal } from "../../inventory/prune-limits.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import {
  abandonedRefusals,
  findAbandoned,
  type ForeignResource,
  type DepartingObjects,
} from "./abandoned.ts";
import { askConsent, warnOf } from "./ask-consent.ts";

/** Custom resources of others that a deletion concerns. */
export interface ForeignAlong {
  /** Those to be deleted while their controllers are there. */
  readonly objects: readonly JsonObject[];
  /** The consents that a dry run lacks. */
  readonly lacking: readonly PruneRefusal[];
}

/**
 * Returns the custom resources of others that lose their controllers and their definitions, where contents
 * are deleted too. If any lose only their controllers, a person has to consent. Throws a RefusedError
 * otherwise.
 */
export async function foreignDeletedAlong(
  leaving: DepartingObjects,
  { deleteContents, deleteControllers = false, consent }: ReleaseRequest,
  deps: EffectDeps,
): Promise<ForeignAlong> {
  const abandoned = await findAbandoned(leaving, deps);
  const isAlong = (each: ForeignResource): boolean => deleteContents && each.losesDefinition;
  const left = abandoned.filter((each) => !isAlong(each));
  const refusals = abandonedRefusals(left, "--delete-controllers");
  const { context, choices } = deps;
  warnOf(deleteControllers ? refusals : [], context);
  const asking = { context, dryRun: choices.dryRun, consent };
  const lacking = await askConsent(deleteControllers ? [] : refusals, asking);
  return { objects: abandoned.filter(isAlong).map(({ object }) => object), lacking };
}

/** Returns the objects by key, with some more. */
export function withObjects(
  objects: ReadonlyMap<string, JsonObject>,
  more: readonly JsonObject[],
): ReadonlyMap<string, JsonObject> {
  return new Map([...objects, ...more.map((each) => [formatRef(refOf(each)), each] as const)]);
}
