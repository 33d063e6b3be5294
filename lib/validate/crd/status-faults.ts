import { objectField } from "../../object/json.ts";
import { truncateWord } from "../../object/message-text.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { invalid, childPath, trailOf } from "../schema/field-errors.ts";
import { namesFaults } from "./validate-names.ts";
import { storageVersion, storedVersions } from "./removed-version.ts";
import type { InternalCrd } from "./internal-crd.ts";

const statusTrail = trailOf("status");
const storedTrail = childPath(statusTrail, "storedVersions");

/**
 * Validates the status that a definition will have. The API server maintains it: empty at first, and
 * afterwards that of the old definition, plus the new storage version.
 */
export function statusFaults(form: InternalCrd, before: InternalCrd | undefined): readonly FieldFault[] {
  const names = objectField(objectField(before?.raw, "status"), "acceptedNames");
  return [...namesFaults(names, childPath(statusTrail, "acceptedNames")), ...storedFaults(form, before)];
}

function storedFaults(form: InternalCrd, before: InternalCrd | undefined): readonly FieldFault[] {
  const stored = storedAfter(form, before);
  if (stored.length === 0) {
    return [invalid(storedTrail, "must have at least one stored version")];
  }
  const left = new Map(stored.map((version, index) => [version, index]));
  const found: FieldFault[] = [];
  for (const { name, storage } of form.versions) {
    if (!left.delete(name) && storage) {
      // Not the author's doing: two versions marked for storage are reported elsewhere.
      found.push({
        ...invalid(storedTrail, `must have the storage version ${truncateWord(name)}`),
        followsOthers: true,
      });
    }
  }
  for (const [version, index] of left) {
    const message = `missing from spec.versions: ${truncateWord(version)} was a storage version and must remain until its objects are migrated and it is removed from status.storedVersions`;
    found.push({ ...invalid(childPath(storedTrail, index), message), place: ["spec", "versions"] });
  }
  return found;
}

function storedAfter(form: InternalCrd, before: InternalCrd | undefined): readonly string[] {
  const old = before === undefined ? [] : storedVersions(before.raw);
  const storage = storageVersion(form.raw);
  return storage === undefined || old.includes(storage) ? old : [...old, storage];
}
