import { field, type JsonValue, listField, stringField } from "../../object/json.ts";
import type { FaultReason, FieldFault, FieldPath } from "../model/field-fault.ts";

/** The minor version since which a fault names its owner, and what is empty counts as missing. */
const namedSince = 37;

/** Validates `ownerReferences` of metadata. */
export function ownerFaults(metadata: JsonValue, path: FieldPath, minor: number): readonly FieldFault[] {
  const owners = withoutRepeats(listField(metadata, "ownerReferences"));
  const controllers = owners.filter((owner) => field(owner, "controller") === true);
  const found = owners.flatMap((owner, index) =>
    ownerFault(owner).map(({ reason, step, message }) => {
      const place = [...path, index, ...step];
      return minor >= namedSince
        ? { reason, path: place, message }
        : { reason: "FieldValueInvalid" as const, path: [...path, ...step], message, place };
    }),
  );
  const message = "only one may have controller: true";
  return controllers.length < 2 ? found : [...found, { reason: "FieldValueInvalid", path, message }];
}

/** The API server drops owners that are written twice, before it checks them. */
function withoutRepeats(owners: readonly JsonValue[]): readonly JsonValue[] {
  const fields = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];
  const texts = owners.map((owner) => JSON.stringify(fields.map((name) => field(owner, name) ?? null)));
  return owners.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
}

interface OwnerFault {
  readonly reason: FaultReason;
  readonly step: readonly string[];
  readonly message: string;
}

function ownerFault(owner: JsonValue): readonly OwnerFault[] {
  const apiVersion = stringField(owner, "apiVersion") ?? "";
  const kind = stringField(owner, "kind") ?? "";
  const empty = ["kind", "name", "uid"].filter((name) => (stringField(owner, name) ?? "") === "");
  const reason = apiVersion === "" ? "FieldValueRequired" : "FieldValueInvalid";
  return [
    ...(/^(?:[^/]*\/)?[^/]+$/.test(apiVersion)
      ? []
      : [{ reason, step: ["apiVersion"], message: "must name a version" } as const]),
    ...empty.map((name): OwnerFault => ({
      reason: "FieldValueRequired",
      step: [name],
      message: "may not be empty",
    })),
    ...(apiVersion === "v1" && kind === "Event"
      ? [{ reason: "FieldValueInvalid", step: [], message: "an Event may own nothing" } as const]
      : []),
  ];
}

/** The reason for which another operation than `Apply` and `Update` in `managedFields` is refused. */
export function operationReason(operation: string, minor: number): FaultReason {
  if (minor < namedSince) {
    return "FieldValueInvalid";
  }
  return operation === "" ? "FieldValueRequired" : "FieldValueNotSupported";
}
