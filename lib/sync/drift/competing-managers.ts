import { fieldNodeAt, partAt, fieldParts, stepsOf, type Trail } from "../../inventory/field-set.ts";
import { isObject, type JsonObject, listField, objectField, stringField } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import { fieldManager } from "../../apply/model/write-choices.ts";

/**
 * Returns the field managers that have changed fields that we sent, by `metadata.managedFields`: those that
 * own such fields now while we do not. A removed field has no owner: then it is those that wrote the object
 * last. Sorted, without duplicates.
 */
export function competingManagers(sent: JsonObject, live: JsonObject): readonly string[] {
  const all = listField(objectField(live, "metadata"), "managedFields").filter(isObject);
  const version = stringField(sent, "apiVersion");
  const ours = all.find((entry) => isOurs(entry) && stringField(entry, "apiVersion") === version);
  const others = all.filter((entry) => entry !== ours && stringField(entry, "subresource") !== "status");
  const owned = objectField(ours, "fieldsV1");
  const takers = others.filter((entry) => hasTaken(objectField(entry, "fieldsV1"), { owned, sent }));
  const rivals = takers.length > 0 ? takers : newest(others.filter((entry) => !isOurs(entry)));
  const names = new Set(rivals.map((entry) => stringField(entry, "manager") ?? ""));
  names.delete("");
  return [...names].toSorted(compareText);
}

function isOurs(entry: JsonObject): boolean {
  return stringField(entry, "manager") === fieldManager && stringField(entry, "operation") === "Apply";
}

interface Visit {
  readonly node: JsonObject;
  readonly trail: Trail | undefined;
}

/** Reports whether a field set has a leaf that was sent and is not ours. */
function hasTaken(
  fields: JsonObject,
  { owned, sent }: { readonly owned: JsonObject; readonly sent: JsonObject },
): boolean {
  const ahead: Visit[] = [{ node: fields, trail: undefined }];
  for (let visit = ahead.pop(); visit !== undefined; visit = ahead.pop()) {
    const { node, trail } = visit;
    const parts = fieldParts(node);
    const steps = parts.length === 0 ? stepsOf(trail) : [];
    if (steps.length > 0 && fieldNodeAt(owned, steps) === undefined && partAt(sent, steps) !== undefined) {
      return true;
    }
    for (const step of parts) {
      ahead.push({ node: objectField(node, step), trail: { step, before: trail } });
    }
  }
  return false;
}

/** Returns the entries of the latest time: RFC 3339 in UTC, whose text sorts as the times do. */
function newest(entries: readonly JsonObject[]): readonly JsonObject[] {
  const times = entries.map((entry) => stringField(entry, "time") ?? "");
  const last = times.toSorted(compareText).at(-1);
  return entries.filter((_, index) => times[index] === last);
}
