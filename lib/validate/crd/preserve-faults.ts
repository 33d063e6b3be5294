import { field, stringField } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { invalid, childPath, trailOf } from "../schema/field-errors.ts";
import { schemasOf, type InternalCrd } from "./internal-crd.ts";
import { someSchema } from "../schema/subschemas.ts";

const specTrail = trailOf("spec");
const preserveTrail = childPath(specTrail, "preserveUnknownFields");

/**
 * Validates `spec.preserveUnknownFields`: only a definition that already has it may keep it, and then without
 * defaults or conversion.
 */
export function preserveFaults(form: InternalCrd, before: InternalCrd | undefined): readonly FieldFault[] {
  if (!form.preserveUnknownFields) {
    return [];
  }
  const found: FieldFault[] = [];
  if (before?.preserveUnknownFields !== true) {
    const message =
      "cannot be set to true: set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
    found.push(invalid(preserveTrail, message));
  }
  if (hasSome(form, hasDefault)) {
    found.push(invalid(preserveTrail, "must be false in order to use defaults in the schema"));
  }
  if (stringField(form.conversion, "strategy") !== "None") {
    const at = childPath(specTrail, "conversion", "strategy");
    found.push(invalid(at, "must be None if spec.preserveUnknownFields is true"));
  }
  return found;
}

/** Reports whether the definition uses anything that requires structural schemas. */
export function needsStructure(form: InternalCrd): boolean {
  return !form.preserveUnknownFields || hasSome(form, (schema) => hasDefault(schema) || isExtended(schema));
}

function hasSome(form: InternalCrd, isSuch: (schema: Schema) => boolean): boolean {
  return schemasOf(form).some((schema) => someSchema(schema, isSuch));
}

function hasDefault({ raw }: Schema): boolean {
  return (field(raw, "default") ?? null) !== null;
}

function isExtended(schema: Schema): boolean {
  return (
    schema.embeddedResource ||
    schema.preserveUnknownFields !== undefined ||
    schema.intOrString ||
    schema.listMapKeys.length > 0 ||
    schema.listType !== undefined ||
    schema.rules.length > 0
  );
}
