import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { formatRef } from "../../object/object-ref.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import {
  abandonedRefusals,
  findAbandoned,
  type ForeignResource,
  type DepartingObjects,
} from "./abandoned.ts";
import { askConsent, warnOf } from "./ask-consent.ts";

/**
 * Returns the custom resources of others that lose their controllers and their definitions, where contents
 * are deleted too: to be deleted while their controllers are there. If any lose only their controllers, a
 * person has to consent. Throws a RefusedError otherwise.
 */
export async function foreignDeletedAlong(
  leaving: DepartingObjects,
  { deleteContents, deleteControllers = false, consent }: ReleaseRequest,
  deps: EffectDeps,
): Promise<readonly JsonObject[]> {
  const abandoned = await findAbandoned(leaving, deps);
  const isAlong = (each: ForeignResource): boolean => deleteContents && each.losesDefinition;
  const left = abandoned.filter((each) => !isAlong(each));
  const refusals = abandonedRefusals(left, "--delete-controllers");
  const { context, choices } = deps;
  warnOf(deleteControllers ? refusals : [], context);
  await askConsent(deleteControllers ? [] : refusals, { context, dryRun: choices.dryRun, consent });
  return abandoned.filter(isAlong).map(({ object }) => object);
}

/** Returns the objects by key, with some more. */
export function withObjects(
  objects: ReadonlyMap<string, JsonObject>,
  more: readonly JsonObject[],
): ReadonlyMap<string, JsonObject> {
  return new Map([...objects, ...more.map((each) => [formatRef(refOf(each)), each] as const)]);
}
