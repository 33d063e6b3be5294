import { withMembership, withoutMembership } from "../../inventory/applyset-membership.ts";
import { toApplyBody } from "../../inventory/apply-body.ts";
import { type JsonObject, type JsonValue, objectField } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import type { Candidate } from "./candidate.ts";
import { leaveOut } from "./left-fields.ts";

/** The marks on a sent object: the release's id, and the hash of what was sent last. */
export interface Marks {
  readonly id: string;
  readonly hash: string;
}

/**
 * The form in which an object is sent: in its resolved namespace, and with the marks of the release if it
 * belongs to it.
 */
export function sentForm({ object, value }: Pick<Candidate, "object" | "value">, marks: Marks): JsonObject {
  const { ref, name } = object.manifest;
  const { namespace: _, ...metadata } = metadataOf(value);
  const place = ref.namespace === "" ? { name } : { name, namespace: ref.namespace };
  const placed = { ...value, metadata: { ...metadata, ...place } };
  return object.owned || object.hook === null
    ? withMembership(placed, { hash: marks.hash, id: object.owned ? marks.id : undefined })
    : withoutMembership(toApplyBody(placed));
}

/** The form in which a new object is sent; undefined if it is the same as for an existing one. */
export function createdForm({ object, left }: Candidate, marks: Marks): JsonObject | undefined {
  const { replicasOnCreation } = object.treatment;
  if (replicasOnCreation === null && !left.some(({ isCreated }) => isCreated)) {
    return undefined;
  }
  const always = left.filter(({ isCreated }) => !isCreated);
  const created = sentForm({ object, value: leaveOut(object.manifest.value, always) }, marks);
  return replicasOnCreation === null ? created : withReplicas(created, replicasOnCreation);
}

function withReplicas(object: JsonObject, count: JsonValue): JsonObject {
  return { ...object, spec: { ...objectField(object, "spec"), replicas: count } };
}
