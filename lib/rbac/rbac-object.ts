import { isFromCrdsFolder } from "../order/select-nodes.ts";
import { annotationsOf } from "../object/metadata.ts";
import { mayRecreate } from "../inventory/immutable-fields.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Plan } from "../plan/plan.ts";
import type { NamedResource } from "./resource-names.ts";

/** An object of the set as needed for computing permissions. */
export interface Member {
  readonly manifest: Manifest;
  /** Whether it carries the label of the release, by which objects are searched for and pruned. */
  readonly owned: boolean;
  /** Whether it is deleted although it is in the set, as hooks are before they run again. */
  readonly isReplaced: boolean;
  readonly resource: NamedResource;
}

/** A member whose resource name is not known yet. */
export type UnnamedMember = Omit<Member, "resource">;

/**
 * All objects that a release may write at one time or another: those of the plan and, with hooks, those of
 * other events.
 */
export function membersOf({ groups, resting }: Plan, hooks: boolean): readonly UnnamedMember[] {
  const planned = groups.flatMap(({ objects }) =>
    objects.map(({ manifest, owned, hook, deletePolicy }) => ({
      manifest,
      owned,
      isReplaced:
        hook !== null || deletePolicy.length > 0 || mayRecreate(annotationsOf(manifest.value), deletePolicy),
    })),
  );
  const asleep = resting
    .filter(({ manifest, owned }) => owned || hooks || isFromCrdsFolder(manifest))
    .map(({ manifest, owned }) => ({ manifest, owned, isReplaced: !owned && !isFromCrdsFolder(manifest) }));
  return [...planned, ...asleep];
}
