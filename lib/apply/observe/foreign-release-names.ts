import { ApiError } from "../../client/model/api-error.ts";
import { idLabel, releaseLabel } from "../../inventory/apply-set.ts";
import { ownerOf } from "../../inventory/applyset-membership.ts";
import { type JsonObject } from "../../object/json.ts";
import { labelOf, namespaceOf } from "../../object/metadata.ts";
import type { EffectDeps } from "../model/effect-context.ts";

/**
 * The names of the releases, other than the one with that id, that own these objects: `namespace/release` by
 * the id of their set. Costs one request, and only if there are any. Empty if the records may not be read.
 */
export async function nameReleases(
  objects: readonly JsonObject[],
  id: string,
  { context, kinds }: Pick<EffectDeps, "context" | "kinds">,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    objects
      .map((object) => ownerOf(object, id))
      .flatMap((owner) => (owner.kind === "release" ? [owner.id] : [])),
  );
  if (ids.size === 0) {
    return new Map();
  }
  try {
    const records = await context.cluster.list(
      {
        resource: kinds.require({ group: "", kind: "Secret" }, "v1"),
        labelSelector: `${releaseLabel},${idLabel}`,
        metadataOnly: true,
      },
      { signal: context.signal },
    );
    return new Map(records.map(nameRecord));
  } catch (error) {
    if (error instanceof ApiError) {
      return new Map();
    }
    throw error;
  }
}

function nameRecord(record: JsonObject): readonly [string, string] {
  const release = labelOf(record, releaseLabel) ?? "";
  return [labelOf(record, idLabel) ?? "", `${namespaceOf(record)}/${release}`];
}
