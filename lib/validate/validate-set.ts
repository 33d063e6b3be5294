/**
 * Asks of every object of a set what the API server would say about its fields. Definitions are checked
 * themselves; custom resources by the definitions of the set first, then by those known from elsewhere; all
 * else by the kinds that are built into Kubernetes.
 */
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic, Severity } from "../object/diagnostic/diagnostic.ts";
import { field, type JsonObject } from "../object/json.ts";
import { groupKindKey } from "../object/object-ref.ts";
import type { BuiltinSchemas, CheckedFields } from "./builtin/builtin-schemas.ts";
import type { CheckLevel } from "./model/validation-level.ts";
import { type CustomDefinition, crdVersion } from "./model/crd.ts";
import { checkDefinition } from "./crd/check-definition.ts";
import { type FieldFault, type FieldPath, formatFieldPath } from "./model/field-fault.ts";
import { faultFinding, unknownField } from "./field-diagnostic.ts";
import { fieldsIn } from "./model/fields-in.ts";
import { customKinds, isCurrentDefinition } from "./model/custom-kinds.ts";
import { hasChangeRules } from "./cel-rules/change-rules.ts";
import { checkCustomResource } from "./validate-custom-resource.ts";
import { writtenMetaFaults } from "./value/meta-faults.ts";
import { builtinVersionFindings, customVersionFindings } from "./version-diagnostic.ts";

/** What a set is checked with. */
export interface SetCheck {
  readonly level: Exclude<CheckLevel, "ignore">;
  /** The Kubernetes that is asked: the 36 of 1.36. */
  readonly minor: number;
  /** Absent where its kinds are not known: then they are not checked. */
  readonly builtin?: BuiltinSchemas;
  /** Definitions known from elsewhere: those of the set come first. */
  readonly definitions: readonly JsonObject[];
  /** An object as it is now, in the version that it is written in: for rules about changes. */
  readonly old?: (manifest: Manifest) => JsonObject | undefined;
  /** Called before each object is checked. */
  readonly onObject?: ((manifest: Manifest) => void) | undefined;
}

/**
 * The custom resources of which it matters what they are now: those with rules about changes. What else is at
 * fault may be so already, and then the server lets it be.
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

/** The objects of which no schema is known: nothing was said of their fields. */
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
 * All findings about the fields and versions of a set. Complexity: linear in the set; places are looked up
 * for what is at fault only.
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
  const { builtin, minor } = check;
  const { apiVersion, kind, value } = manifest;
  const isServed = builtin?.serves(apiVersion, kind) === true;
  const { faults, ...unasked } = isServed ? builtin.check(value) : nothingAtFault;
  const old = isCurrentDefinition(manifest) ? check.old?.(manifest) : undefined;
  const inDefinition = isCurrentDefinition(manifest)
    ? checkDefinition(value, { minor, ...(old === undefined ? {} : { old }) })
    : [];
  const fieldsAt = (path: FieldPath): readonly string[] => builtin?.fieldsAt(value, path) ?? [];
  const inMetadata = isServed ? writtenMetaFaults(field(value, "metadata") ?? null) : [];
  return [
    ...builtinVersionFindings(manifest, check),
    ...fieldFindings(
      manifest,
      { ...unasked, faults: [...faults, ...inMetadata, ...inDefinition], fieldsAt },
      check,
    ),
  ];
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
 * What tells a person something new: not what follows from other faults, and of a value of the wrong type
 * that alone.
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
 * Of so many unknown fields of an object it is guessed what they were meant to be: of more nobody reads it.
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
