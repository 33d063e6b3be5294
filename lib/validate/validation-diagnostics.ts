import { nearBuiltinKind } from "../manifest/resolve-manifests.ts";
import { fieldOrigin, textOrigin } from "../manifest/locate-field.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { builtinKind, hasBuiltinGroup } from "../object/builtin/builtin-kind.ts";
import type { Diagnostic, Severity } from "../object/diagnostic/diagnostic.ts";
import { truncateWord } from "../object/message-text.ts";
import { compareKubeVersions } from "../object/kube-version.ts";
import { apiVersionFate, type ApiDeprecation } from "./builtin/api-deprecation.ts";
import type { BuiltinSchemas } from "./builtin/builtin-schemas.ts";
import type { CheckLevel } from "./model/validation-level.ts";
import { type CustomDefinition, crdVersion } from "./model/crd.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";
import { isArray, isObject, valueAt } from "../object/json.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import {
  type FaultReason,
  type FieldFault,
  type FieldPath,
  formatFieldPath,
  placeOf,
} from "./model/field-fault.ts";

interface VersionCheck {
  readonly level: Exclude<CheckLevel, "ignore">;
  readonly minor: number;
  readonly builtin?: BuiltinSchemas;
}

type Finding = Pick<Diagnostic, "code" | "severity" | "message">;

/** Returns diagnostics about the API version of an object of a built-in kind. */
export function builtinVersionFindings(manifest: Manifest, check: VersionCheck): readonly Diagnostic[] {
  const { apiVersion, kind, ref } = manifest;
  const known = builtinKind(ref.group, kind);
  const { builtin, level, minor } = check;
  if (known === undefined) {
    const isLost = builtin !== undefined && hasBuiltinGroup(ref.group);
    return isLost ? [locateFinding(manifest, unknownKind(manifest, check))] : [];
  }
  const fate = apiVersionFate({ apiVersion, kind, minor });
  if (fate !== undefined) {
    return [locateFinding(manifest, fateFinding(manifest, fate, check))];
  }
  if (known.retired || builtin === undefined || builtin.serves(apiVersion, kind)) {
    return [];
  }
  const message = `${manifest.key}: Kubernetes 1.${minor} has no ${kind} in ${truncateWord(apiVersion)}`;
  return [locateFinding(manifest, { code: "VersionUnknown", severity: severityOf(level), message })];
}

function unknownKind({ key, kind, apiVersion, ref }: Manifest, { level, minor }: VersionCheck): Finding {
  const near = nearBuiltinKind(ref.group, kind);
  const message = `${key}: Kubernetes 1.${minor} has no kind ${truncateWord(kind)} in ${truncateWord(apiVersion)}${near}`;
  return { code: "VersionUnknown", severity: severityOf(level), message };
}

function severityOf(level: VersionCheck["level"]): "error" | "warning" {
  return level === "strict" ? "error" : "warning";
}

function fateFinding(
  { key, kind, apiVersion }: Manifest,
  { state, removedIn, use }: ApiDeprecation,
  { minor, level }: VersionCheck,
): Finding {
  const remedy = use === undefined ? "" : `; use ${use}`;
  if (state === "removed") {
    return {
      code: "VersionRemoved",
      severity: severityOf(level),
      message: `${key}: Kubernetes 1.${removedIn ?? minor} has removed ${apiVersion} ${kind}${remedy}`,
    };
  }
  const end = removedIn === undefined ? "" : ` and goes with 1.${removedIn}`;
  const message = `${key}: ${apiVersion} ${kind} is deprecated${end}${remedy}`;
  return { code: "VersionDeprecated", severity: "warning", message };
}

/** Returns diagnostics about the API version of a custom resource. */
export function customVersionFindings(
  manifest: Manifest,
  definition: CustomDefinition,
  { level }: VersionCheck,
): readonly Diagnostic[] {
  const { group, kind, versions } = definition;
  const served = versions.filter((version) => version.served).map((version) => version.name);
  const version = crdVersion(definition, manifest.apiVersion);
  const best = served.toSorted(compareKubeVersions)[0];
  const use = best === undefined ? "" : `; use ${group}/${best}`;
  if (version?.served !== true) {
    const fact = version === undefined ? "has no such version" : "does not serve that version";
    const message = `${manifest.key}: ${truncateWord(manifest.apiVersion)} ${kind}: its definition ${fact}${use}`;
    return [locateFinding(manifest, { code: "VersionUnknown", severity: severityOf(level), message })];
  }
  if (!version.deprecated) {
    return [];
  }
  const usual = `${manifest.apiVersion} ${kind} is deprecated${best === version.name ? "" : use}`;
  const message = `${manifest.key}: ${version.deprecationWarning ?? usual}`;
  return [locateFinding(manifest, { code: "VersionDeprecated", severity: "warning", message })];
}

function locateFinding(manifest: Manifest, finding: Finding): Diagnostic {
  return { ...finding, ref: manifest.key, origin: fieldOrigin(manifest, ["apiVersion"], "value") };
}

const codes: Readonly<Partial<Record<FaultReason, DiagnosticCode>>> = {
  FieldValueRequired: "FieldRequired",
  FieldValueDuplicate: "FieldDuplicate",
  FieldValueForbidden: "FieldForbidden",
};

/** Returns a fault of a field as a diagnostic of the set, at the place of the field. */
export function faultFinding(manifest: Manifest, fault: FieldFault, severity: Severity): Diagnostic {
  const { path, place = path, reason, message, offset, atKey = false } = fault;
  const field = writtenPath(place);
  const part = atKey || isWhole(manifest, place) ? "key" : "value";
  const origin = fieldOrigin(manifest, placeOf(place), part);
  return {
    code: codes[reason] ?? "FieldInvalid",
    severity,
    message: `${manifest.key}: ${field === "" ? "" : `${field}: `}${message}`,
    ref: manifest.key,
    origin: offset === undefined ? origin : textOrigin(manifest, placeOf(place), offset),
  };
}

/**
 * Returns the diagnostic of a field that the schema does not have, with the one that it was probably meant to
 * be.
 */
export function unknownField(
  manifest: Manifest,
  path: FieldPath,
  { severity, known }: { readonly severity: Severity; readonly known: readonly string[] },
): Diagnostic {
  const name = placeOf(path).at(-1);
  const guess = didYouMean(String(name), known);
  return {
    code: "UnknownField",
    severity,
    message: `${manifest.key}: unknown field ${writtenPath(path)}${guess === "" ? ": the API server would drop it; remove it or fix its name" : guess}`,
    ref: manifest.key,
    origin: fieldOrigin(manifest, placeOf(path), "key"),
  };
}

/**
 * Reports whether a fault concerns a mapping or a list as a whole: its name is then a better place than its
 * first entry.
 */
function isWhole({ value }: Manifest, place: FieldPath): boolean {
  const found = valueAt(value, placeOf(place));
  return typeof place.at(-1) === "string" && (isObject(found) || isArray(found));
}

const longestPath = 160;

/**
 * Formats a path for messages; a very long one is cut to its end, which is more informative than its
 * beginning.
 */
function writtenPath(path: FieldPath): string {
  const text = formatFieldPath(path);
  return text.length > longestPath ? `…${text.slice(-longestPath)}` : text;
}
