import { type JsonObject, stringField } from "../../lib/object/json.ts";
import { type BuiltinSchemas } from "../../lib/validate/builtin/builtin-schemas.ts";
import { readCustomDefinition, crdVersion } from "../../lib/validate/model/crd.ts";
import { checkDefinition } from "../../lib/validate/crd/check-definition.ts";
import { type FieldFault, type FieldPath, formatFieldPath } from "../../lib/validate/model/field-fault.ts";
import { checkCustomResource } from "../../lib/validate/validate-custom-resource.ts";
import type { JudgedCase } from "./judged-case.ts";
import { ownPart, unreadable, type Verdict } from "./verdict.ts";

/** Validates a case offline, as a server with the minor version of these schemas would. */
export function offlineVerdict(judged: JudgedCase, builtin: BuiltinSchemas): Verdict {
  const { definition, object, old } = judged;
  return object === undefined
    ? definitionVerdict(definition, old, builtin)
    : objectVerdict({ definition, object, old }, builtin.minor);
}

function definitionVerdict(
  definition: JsonObject,
  old: JsonObject | undefined,
  builtin: BuiltinSchemas,
): Verdict {
  const shape = builtin.check(definition);
  if (shape.faults.some(({ reason }) => reason === "FieldValueTypeInvalid")) {
    return { faults: [unreadable], unknown: shape.unknown.map(dotted).toSorted() };
  }
  const faults = checkDefinition(definition, { minor: builtin.minor, ...(old === undefined ? {} : { old }) });
  return { faults: reasonsOf(faults), unknown: shape.unknown.map(dotted).toSorted() };
}

interface ObjectQuestion {
  readonly definition: JsonObject;
  readonly object: JsonObject;
  readonly old: JsonObject | undefined;
}

function objectVerdict({ definition, object, old }: ObjectQuestion, minor: number): Verdict {
  const known = readCustomDefinition(definition);
  const version = crdVersion(known, stringField(object, "apiVersion") ?? "");
  if (version === undefined) {
    throw new Error("the definition has no such version");
  }
  const { faults, unknown, stored } = checkCustomResource({
    object,
    definition: known,
    version,
    minor,
    ...(old === undefined ? {} : { old }),
  });
  return {
    faults: reasonsOf(faults),
    unknown: unknown.map(formatFieldPath).toSorted(),
    stored: ownPart(stored),
  };
}

function reasonsOf(faults: readonly FieldFault[]): readonly string[] {
  return faults.map(({ reason, path }) => `${reason} ${formatFieldPath(path)}`).toSorted();
}

/** Formats a path with dots only, as unknown fields of CRDs are named. */
function dotted(path: FieldPath): string {
  return formatFieldPath(path.map((step) => (typeof step === "object" ? step.key : step)));
}
