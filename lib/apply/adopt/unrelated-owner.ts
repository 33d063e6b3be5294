/** Finds out whether an owner that a release adopts has anything in common with its set. */
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { PruneRefusal } from "../../inventory/prune-limits.ts";
import type { JsonObject } from "../../object/json.ts";
import { count, listSome } from "../../object/message-text.ts";
import type { Adoption } from "./adoption.ts";

/** The record of a release, with the owner that it adopts if that has live objects of the set. */
export function withAdopted(
  record: ParentRecord,
  adoption: Pick<Adoption, "title" | "owns">,
  live: Iterable<JsonObject>,
): ParentRecord {
  return [...live].some((object) => adoption.owns(object)) ? { ...record, adopted: adoption.title } : record;
}

/**
 * The decision to make before objects of an owner are deleted that has none of the set, now or in an earlier
 * run: its name may be wrong. Only a number consents, since a share says nothing about the owner.
 */
export function unrelatedRefusals(
  going: ReadonlyMap<string, JsonObject>,
  {
    adoption,
    record,
  }: {
    readonly adoption: Pick<Adoption, "title" | "owns"> | undefined;
    readonly record: Pick<ParentRecord, "adopted">;
  },
): readonly PruneRefusal[] {
  if (adoption === undefined || record.adopted === adoption.title) {
    return [];
  }
  const names = [...going].filter(([, object]) => adoption.owns(object)).map(([key]) => key);
  if (names.length === 0) {
    return [];
  }
  const flag = `--max-prune=${going.size}`;
  const message = `nothing in the manifests belongs to ${adoption.title}, but ${count(names.length, "object")} of it would be deleted: ${listSome(names)}; check its name; if this is intended, add ${flag}`;
  return [{ guard: "max-prune", names, message, flag }];
}
