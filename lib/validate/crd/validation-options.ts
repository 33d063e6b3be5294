/**
 * Requirements on a new or updated definition; an update may keep faults that the old one already has
 * (Kubernetes' rule for tightened validation).
 */
import { field, stringsField, objectField, sameJson } from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";
import { isValidBundle } from "./webhook-client-config.ts";
import { hasUnprunedDefaults } from "./default-faults.ts";
import { isKeyedBadly, isSetOfStructures } from "../schema/list-faults.ts";
import { mostSelectable } from "./json-path-faults.ts";
import { sameSchema } from "../schema/same-schema.ts";
import { isEstablished, schemaOfVersion, schemasOf, type InternalCrd } from "./internal-crd.ts";
import { structuralFaults } from "../schema/structural-faults.ts";
import { someSchema } from "../schema/subschemas.ts";
import { trailOf } from "../schema/field-errors.ts";
import { unsupportedField } from "../schema/unsupported-field.ts";
import type { CrdValidationOptions } from "../schema/validation-options.ts";

const always = (): boolean => true;

/** The requirements on a new definition. */
export const allDemands: CrdValidationOptions = {
  reviewVersions: true,
  schemas: true,
  types: true,
  structural: true,
  prunedDefaults: true,
  atomicSets: true,
  soundKeys: true,
  caBundle: false,
  costs: always,
  fewSelectable: always,
};

/** Returns the requirements on a definition that replaces `old`. */
export function demandsAfter(old: InternalCrd, form: InternalCrd, minor: number): CrdValidationOptions {
  const schemas = schemasOf(old);
  const isFree = (isSuch: (schema: Schema) => boolean): boolean =>
    !schemas.some((schema) => someSchema(schema, isSuch));
  return {
    reviewVersions: hasKnownReviewVersion(old),
    schemas: old.shared.schema !== undefined || old.versions.every(({ schema }) => schema !== undefined),
    types: isFree(({ type }) => type !== undefined && !knownTypes.has(type)),
    structural: schemas.every(isStructural),
    prunedDefaults: !schemas.some((schema) => isStructural(schema) && hasUnprunedDefaults(schema)),
    atomicSets: isFree(isSetOfStructures),
    soundKeys: isFree(isKeyedBadly),
    caBundle: minor >= 31 && isEstablished(old.raw) && hasValidBundle(old),
    costs: (version) => !sameSchema(schemaOfVersion(form, version), schemaOfVersion(old, version)),
    fewSelectable: (version) => minor < 35 || !keptSelectable(old, form, version),
  };
}

/** The types of schemas (OpenAPI 3). */
export const knownTypes: ReadonlySet<string> = new Set([
  "array",
  "boolean",
  "integer",
  "number",
  "object",
  "string",
]);

/** The versions of ConversionReview that the API server supports. */
export const reviewVersions: readonly string[] = ["v1", "v1beta1"];

function hasKnownReviewVersion({ conversion }: InternalCrd): boolean {
  const versions = stringsField(objectField(conversion, "webhook"), "conversionReviewVersions");
  return versions.length === 0 || versions.some((one) => reviewVersions.includes(one));
}

function isStructural(schema: Schema): boolean {
  return unsupportedField(schema) === undefined && structuralFaults(schema, trailOf("spec")).length === 0;
}

function hasValidBundle({ conversion }: InternalCrd): boolean {
  const bundle = field(field(field(conversion, "webhook"), "clientConfig"), "caBundle");
  return typeof bundle !== "string" || bundle === "" || isValidBundle(bundle);
}

function keptSelectable(old: InternalCrd, form: InternalCrd, version: string): boolean {
  const of = (one: InternalCrd): InternalCrd["shared"] | undefined =>
    version === "" ? one.shared : one.versions.find(({ name }) => name === version);
  const before = of(old)?.selectable ?? [];
  return before.length > mostSelectable && sameJson(before, of(form)?.selectable);
}
