import type { FieldFault } from "../model/field-fault.ts";
import { ruleFaults } from "../cel-rules/rule-faults.ts";
import type { Schema } from "../model/schema.ts";
import { defaultFaults } from "./default-faults.ts";
import { invalid } from "../schema/field-errors.ts";
import { rootFaults } from "../schema/root-faults.ts";
import { schemaFaults } from "./schema-faults.ts";
import { structuralFaults } from "../schema/structural-faults.ts";
import { childPath, type FieldPathNode } from "../schema/field-path.ts";
import { unsupportedField } from "../schema/unsupported-field.ts";
import type { CrdValidationOptions } from "../schema/validation-options.ts";

/** The schema of one or all versions, and the options of checking it. */
export interface VersionSchema {
  readonly schema: Schema;
  /** The trail of the object that holds the schema. */
  readonly trail: FieldPathNode;
  /** The name of the version, or of the first of those that share the schema. */
  readonly version: string;
  readonly hasStatus: boolean;
  readonly demands: CrdValidationOptions;
  readonly minor: number;
}

/**
 * Validates the schema of a version. Like the API server, it checks defaults only if the schema is
 * structural, and compiles rules only if the defaults are valid. Complexity: linear in the schema, and in the
 * cost of its rules.
 */
export function versionSchemaFaults(version: VersionSchema): readonly FieldFault[] {
  const { schema, demands, minor } = version;
  const trail = childPath(version.trail, "openAPIV3Schema");
  const unsupported = unsupportedField(schema);
  const isReadable = unsupported === undefined && demands.structural;
  const structure = isReadable ? readableFaults(version, trail) : [];
  const general = schemaFaults(schema, trail, demands);
  const rules = ruleFaults(schema, trail, {
    minor,
    compile: isReadable && structure.length === 0,
    limitEach: demands.costs(version.version),
    faulty: general.faulty,
  });
  const found = [...rootFaults(schema, trail, version.hasStatus), ...structure, ...general.faults, ...rules];
  return found.length === 0 && demands.structural && unsupported !== undefined
    ? [invalid(trail, `${unsupported} is not supported`)]
    : found;
}

function readableFaults(
  { schema, minor, demands }: VersionSchema,
  trail: FieldPathNode,
): readonly FieldFault[] {
  const structural = structuralFaults(schema, trail);
  return structural.length > 0 ? structural : defaultFaults(schema, trail, { minor, demands });
}
