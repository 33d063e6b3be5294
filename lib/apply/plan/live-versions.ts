import { manifestHash } from "../../inventory/applyset-membership.ts";
import { stringField } from "../../object/json.ts";
import { annotationsOf, nameOf } from "../../object/metadata.ts";
import { formatRef, versionOf } from "../../object/object-ref.ts";
import {
  type NamedVersions,
  nameVersions,
  type VersionRequest,
  versionedObjects,
} from "../../plan/versions/name-versions.ts";
import { contentKey, parseVersionName } from "../../plan/versions/versioned-object.ts";
import type { SetLookups } from "../observe/set-lookups.ts";

/**
 * Names the versions of objects: the newest in the cluster if its content is the same, else the next number.
 * Sends no request for a set without versioned objects.
 */
export async function nameLiveVersions(
  request: VersionRequest,
  lookups: Pick<SetLookups, "newestVersions">,
): Promise<NamedVersions> {
  const versioned = versionedObjects(request);
  const found =
    versioned.length === 0
      ? []
      : await lookups.newestVersions(
          versioned.map(({ object, ref }) => ({ ...ref, version: versionOf(object.apiVersion) })),
        );
  const newest = new Map(versioned.map(({ ref }, index) => [formatRef(ref), found[index]]));
  return nameVersions(request, ({ ref }, content) => {
    const hash = manifestHash(content);
    const live = newest.get(formatRef(ref));
    const number = parseVersionName(nameOf(live))?.number ?? 0;
    const isSame = live !== undefined && stringField(annotationsOf(live), contentKey) === hash;
    return { number: isSame ? number : number + 1, hash };
  });
}
