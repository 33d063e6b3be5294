import { manifestHash } from "../../inventory/applyset-membership.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { stringField } from "../../object/json.ts";
import { annotationsOf, nameOf } from "../../object/metadata.ts";
import { formatRef, type ObjectRef, versionOf } from "../../object/object-ref.ts";
import {
  type NamedVersions,
  nameVersions,
  type VersionRequest,
  versionedObjects,
} from "../../plan/versions/name-versions.ts";
import {
  contentKey,
  greatestVersion,
  parseVersionName,
  versionName,
} from "../../plan/versions/versioned-object.ts";
import type { SetLookups } from "../observe/set-lookups.ts";

/**
 * Names the versions of objects: the newest in the cluster if its content is the same, or if this run does
 * not apply the object; else the next number. Sends no request for a set without versioned objects.
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
  const faults: Diagnostic[] = [];
  const named = nameVersions(request, ({ object, ref, isApplied }, content) => {
    const hash = manifestHash(content);
    const live = newest.get(formatRef(ref));
    const number = parseVersionName(nameOf(live))?.number ?? 0;
    const isSame = live !== undefined && stringField(annotationsOf(live), contentKey) === hash;
    if (!isApplied) {
      return { number: Math.max(number, 1), hash };
    }
    if (number === greatestVersion && !isSame) {
      faults.push(lastNumberTaken(object, ref));
    }
    return { number: isSame ? number : number + 1, hash };
  });
  return { ...named, diagnostics: [...named.diagnostics, ...faults] };
}

/** An error about an object for which no number is left: somebody else has created the last version. */
function lastNumberTaken(object: ReadObject, ref: ObjectRef): Diagnostic {
  const { kind, name } = object;
  const last = versionName(name, greatestVersion);
  return {
    code: "NameInvalid",
    severity: "error",
    message: `${kind}/${name} is versioned, and no number follows that of ${last}, which is in the cluster: delete ${last} if nothing uses it, or rename ${name}`,
    ref: formatRef({ ...ref, name: versionName(name, greatestVersion + 1) }),
    origin: fieldOrigin(object, ["metadata", "name"], "value"),
  };
}
