/**
 * Validates the fields of every object of a set as the API server does. Definitions are checked themselves;
 * custom resources against the definitions of the set first, then against other known ones; all others
 * against the kinds that are built into Kubernetes.
 */
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic, Severity } from "../object/diagnostic/diagnostic.ts";
import { field, type JsonObject } from "../object/json.ts";
import { groupKindKey } from "../object/object-ref.ts";
import type { BuiltinSchemas, CheckedFields } from "./builtin/builtin-schemas.ts";
import type { RuleChecker } from "./builtin-rules/check-builtin-rules.ts";
import type { CheckLevel } from "./model/validation-level.ts";
import { type CustomDefinition, crdVersion, customKinds, isCurrentDefinition } from "./model/crd.ts";
import { checkDefinition } from "./crd/check-definition.ts";
import { type FieldFault, type FieldPath, formatFieldPath } from "./model/field-fault.ts";
import {
  faultFinding,
  unknownField,
  builtinVersionFindings,
  customVersionFindings,
} from "./validation-diagnostics.ts";
import { fieldsIn } from "./model/fields-in.ts";
import { hasChangeRules } from "./cel-rules/has-rules.ts";
import { compilePolicy } from "./policy/compile-policy.ts";
import { isPolicy } from "./policy/policy-kinds.ts";
import { checkCustomResource } from "./validate-custom-resource.ts";
import { writtenMetaFaults } from "./value/meta-faults.ts";

/** Options and schemas of checking a set. */
export interface SetCheck {
  readonly level: Exclude<CheckLevel, "ignore">;
  /** The minor version of Kubernetes: 36 for 1.36. */
  readonly minor: number;
  /** Absent if its kinds are not known: then they are not checked. */
  readonly builtin?: BuiltinSchemas;
  /** The rules of built-in kinds beyond their schemas; absent if they are not checked. */
  readonly rules?: RuleChecker;
  /** Other known definitions: those of the set take precedence. */
  readonly definitions: readonly JsonObject[];
  /** Returns the live object, in the version of its manifest: for transition rules. */
  readonly old?: (manifest: Manifest) => JsonObject | undefined;
  /** Called before each object is checked. */
  readonly onObject?: ((manifest: Manifest) => void) | undefined;
}

/**
 * Returns the custom resources whose live state matters: those with transition rules. Any other fault may
 * already be present, and then the server tolerates it.
 */
export function changingKinds(
  manifests: readonly Manifest[],
  definitions: SetCheck["definitions"],
): readonly Manifest[] {
  const custom = customKinds(manifests, definitions);
  return manifests.filter((manifest) => {
    const definition = custom.get(groupKindKey(manifest.ref));
    const schema = definition && crdVersion(definition, manifest.apiVersion)?.schema;
    return schema !== undefined && hasChangeRules(schema);
  });
}

/** Returns the objects without a known schema: their fields were not checked. */
export function withoutSchema(
  manifests: readonly Manifest[],
  { builtin, definitions }: Pick<SetCheck, "builtin" | "definitions">,
): readonly Manifest[] {
  const custom = customKinds(manifests, definitions);
  return manifests.filter(
    ({ ref, apiVersion, kind }) =>
      custom.get(groupKindKey(ref)) === undefined && builtin?.serves(apiVersion, kind) !== true,
  );
}

/**
 * Returns all diagnostics about the fields and versions of a set. Complexity: linear in the set; places are
 * looked up for faults only.
 */
export function checkSet(manifests: readonly Manifest[], check: SetCheck): readonly Diagnostic[] {
  const custom = customKinds(manifests, check.definitions);
  return manifests.flatMap((manifest) => {
    check.onObject?.(manifest);
    const definition = custom.get(groupKindKey(manifest.ref));
    return definition === undefined
      ? checkBuiltin(manifest, check)
      : checkCustom(manifest, definition, check);
  });
}

const nothingAtFault: CheckedFields = { faults: [], unknown: [] };

function checkBuiltin(manifest: Manifest, check: SetCheck): readonly Diagnostic[] {
  const { builtin } = check;
  const { apiVersion, kind, value } = manifest;
  const isServed = builtin?.serves(apiVersion, kind) === true;
  const { faults, ...unasked } = isServed ? builtin.check(value) : nothingAtFault;
  const inKind = isServed ? servedFaults(manifest, check.minor) : [];
  const found = [...ruleFaults(manifest, faults, check), ...inKind];
  const fieldsAt = (path: FieldPath): readonly string[] => builtin?.fieldsAt(value, path) ?? [];
  return [
    ...builtinVersionFindings(manifest, check),
    ...fieldFindings(manifest, { ...unasked, faults: found, fieldsAt }, check),
  ];
}

/** Returns the faults of an object of a served kind that neither its schema nor rules of its kind find. */
function servedFaults(manifest: Manifest, minor: number): readonly FieldFault[] {
  const inMetadata = writtenMetaFaults(field(manifest.value, "metadata") ?? null, minor);
  return isPolicy(manifest) ? [...inMetadata, ...compilePolicy(manifest, minor).faults] : inMetadata;
}

/** Adds the faults by the rules that are code of the server; none for an object that it could not decode. */
function ruleFaults(
  manifest: Manifest,
  bySchema: readonly FieldFault[],
  check: SetCheck,
): readonly FieldFault[] {
  const { value } = manifest;
  if (isCurrentDefinition(manifest)) {
    return [...bySchema, ...checkDefinition(value, changeOf(manifest, check))];
  }
  const { rules, builtin } = check;
  const isChecked = builtin?.serves(manifest.apiVersion, manifest.kind) === true && isDecoded(bySchema);
  return isChecked ? (rules?.check(value, bySchema, changeOf(manifest, check)) ?? bySchema) : bySchema;
}

function changeOf(
  manifest: Manifest,
  { minor, old }: SetCheck,
): { readonly minor: number; readonly old?: JsonObject } {
  const before = old?.(manifest);
  return before === undefined ? { minor } : { minor, old: before };
}

/** Reports whether the server can decode an object with these faults. */
function isDecoded(faults: readonly FieldFault[]): boolean {
  return faults.every(({ reason }) => reason !== "FieldValueTypeInvalid" && reason !== "FieldValueInvalid");
}

function checkCustom(
  manifest: Manifest,
  definition: CustomDefinition,
  check: SetCheck,
): readonly Diagnostic[] {
  const version = crdVersion(definition, manifest.apiVersion);
  const versions = customVersionFindings(manifest, definition, check);
  if (version?.served !== true) {
    return versions;
  }
  const old = check.old?.(manifest);
  const checked = checkCustomResource({
    object: manifest.value,
    definition,
    version,
    minor: check.minor,
    ...(old === undefined ? {} : { old }),
  });
  const fieldsAt = (path: FieldPath): readonly string[] =>
    version.schema === undefined ? [] : fieldsIn(version.schema, path);
  return [...versions, ...fieldFindings(manifest, { ...checked, fieldsAt }, check)];
}

/**
 * Filters out redundant faults: those that follow from others, and all others of a value of the wrong type.
 */
function newFaultsOf(faults: readonly FieldFault[]): readonly FieldFault[] {
  if (faults.length < 2) {
    return faults;
  }
  const ofWrongType = new Map(
    faults
      .filter(({ reason }) => reason === "FieldValueTypeInvalid")
      .map((fault) => [writtenPlace(fault), fault]),
  );
  return faults.filter((fault) => {
    const wrong = ofWrongType.get(writtenPlace(fault));
    return fault.followsOthers !== true && (wrong === undefined || wrong === fault);
  });
}

function writtenPlace({ place, path }: FieldFault): string {
  return formatFieldPath(place ?? path);
}

/**
 * The number of unknown fields of an object for which a correction is suggested: more are not read anyway.
 */
const mostGuesses = 100;

interface Checked extends CheckedFields {
  readonly fieldsAt: (path: FieldPath) => readonly string[];
}

function fieldFindings(
  manifest: Manifest,
  { faults, unknown, dropped = [], fieldsAt }: Checked,
  { level }: SetCheck,
): readonly Diagnostic[] {
  const severity = level === "strict" ? "error" : "warning";
  const noField = (path: FieldPath, how: Severity, index: number): Diagnostic =>
    unknownField(manifest, path, {
      severity: how,
      known: index < mostGuesses ? fieldsAt(path.slice(0, -1)) : [],
    });
  return [
    ...newFaultsOf(faults).map((fault) => faultFinding(manifest, fault, severity)),
    ...unknown.map((path, index) => noField(path, severity, index)),
    ...dropped.map((path, index) => noField(path, "warning", index)),
  ];
}
