import { compileRe2 } from "../../object/re2.ts";
import { truncateWord } from "../../object/message-text.ts";
import type { FieldFault } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { forbidden, invalid, childPath, type FieldPathNode } from "./field-errors.ts";
import { isFilled, isWritten, junctors, parts } from "./subschemas.ts";

/**
 * Conditions that are exempt, since a schema uses them to state that a value may be an integer or a string.
 */
interface Freed {
  readonly freeAnyOf: boolean;
  readonly freeFirstAllOf: boolean;
}

const nothingFreed: Freed = { freeAnyOf: false, freeFirstAllOf: false };

/**
 * Validates the conditions of a schema: under `not`, `allOf`, `oneOf` and `anyOf`, types, defaults,
 * descriptions and the like, and `metadata`, are forbidden. Complexity: linear.
 */
export function conditionFaults(schema: Schema, trail: FieldPathNode, freed: Freed): readonly FieldFault[] {
  const found: FieldFault[] = [];
  visitConditions({ schema, trail, freed }, found);
  return found;
}

interface Site {
  readonly schema: Schema;
  readonly trail: FieldPathNode;
  readonly freed: Freed;
}

function visitConditions({ schema, trail, freed }: Site, found: FieldFault[]): void {
  for (const one of junctors(schema)) {
    const [name, index] = one.steps;
    if (!(freed.freeAnyOf && name === "anyOf")) {
      const isFirst = freed.freeFirstAllOf && name === "allOf" && index === 0;
      const below = { freeAnyOf: isFirst, freeFirstAllOf: false };
      visitCondition({ schema: one.schema, trail: childPath(trail, ...one.steps), freed: below }, found);
    }
  }
  const { pattern } = schema;
  if (pattern !== undefined) {
    const compiled = compileRe2(pattern);
    if ("fault" in compiled) {
      found.push(
        invalid(
          childPath(trail, "pattern"),
          `must be a valid regular expression: ${truncateWord(compiled.fault.replace(/^error parsing regexp: /, ""))}`,
        ),
      );
    }
  }
}

/** Visits a schema within a condition. */
function visitCondition(site: Site, found: FieldFault[]): void {
  const { schema, trail } = site;
  visitConditions(site, found);
  for (const one of parts(schema)) {
    if (one.steps[0] !== "additionalProperties") {
      visitCondition(
        { schema: one.schema, trail: childPath(trail, ...one.steps), freed: nothingFreed },
        found,
      );
    }
  }
  for (const { name, isUsed, must } of notInConditions) {
    if (isUsed(schema, name)) {
      found.push(forbidden(childPath(trail, name), `must be ${must} to be structural`));
    }
  }
  if (schema.properties?.has("metadata") === true) {
    const at = childPath(trail, "properties", { key: "metadata" });
    found.push(forbidden(at, "must not be specified in a nested context"));
  }
}

interface Unwelcome {
  readonly name: string;
  readonly isUsed: (schema: Schema, name: string) => boolean;
  readonly must: string;
}

const notInConditions: readonly Unwelcome[] = [
  { name: "type", isUsed: isFilled, must: "empty" },
  {
    name: "additionalProperties",
    isUsed: ({ additionalProperties }) =>
      additionalProperties !== undefined && additionalProperties !== false,
    must: "undefined",
  },
  { name: "default", isUsed: isWritten, must: "undefined" },
  { name: "title", isUsed: isFilled, must: "empty" },
  { name: "description", isUsed: isFilled, must: "empty" },
  { name: "nullable", isUsed: isFilled, must: "false" },
  { name: "x-kubernetes-preserve-unknown-fields", isUsed: isFilled, must: "false" },
  { name: "x-kubernetes-embedded-resource", isUsed: isFilled, must: "false" },
  { name: "x-kubernetes-int-or-string", isUsed: isFilled, must: "false" },
  { name: "x-kubernetes-list-map-keys", isUsed: isFilled, must: "empty" },
  { name: "x-kubernetes-list-type", isUsed: isWritten, must: "undefined" },
  { name: "x-kubernetes-map-type", isUsed: isWritten, must: "undefined" },
  { name: "x-kubernetes-validations", isUsed: isFilled, must: "empty" },
];
