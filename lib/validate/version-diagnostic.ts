import { nearBuiltinKind } from "../manifest/resolve-manifests.ts";
import { fieldOrigin } from "../manifest/field-origin.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { builtinKind, hasBuiltinGroup } from "../object/builtin/builtin-kind.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { truncateWord } from "../object/message-text.ts";
import { compareKubeVersions } from "../object/kube-version.ts";
import { apiVersionFate, type ApiDeprecation } from "./builtin/api-deprecation.ts";
import type { BuiltinSchemas } from "./builtin/builtin-schemas.ts";
import type { CheckLevel } from "./model/validation-level.ts";
import { type CustomDefinition, crdVersion } from "./model/crd.ts";

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
    return isLost ? [place(manifest, unknownKind(manifest, check))] : [];
  }
  const fate = apiVersionFate({ apiVersion, kind, minor });
  if (fate !== undefined) {
    return [place(manifest, fateFinding(manifest, fate, check))];
  }
  if (known.retired || builtin === undefined || builtin.serves(apiVersion, kind)) {
    return [];
  }
  const message = `${manifest.key}: Kubernetes 1.${minor} has no ${kind} in ${truncateWord(apiVersion)}`;
  return [place(manifest, { code: "VersionUnknown", severity: severityOf(level), message })];
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
    return [place(manifest, { code: "VersionUnknown", severity: severityOf(level), message })];
  }
  if (!version.deprecated) {
    return [];
  }
  const usual = `${manifest.apiVersion} ${kind} is deprecated${best === version.name ? "" : use}`;
  const message = `${manifest.key}: ${version.deprecationWarning ?? usual}`;
  return [place(manifest, { code: "VersionDeprecated", severity: "warning", message })];
}

function place(manifest: Manifest, finding: Finding): Diagnostic {
  return { ...finding, ref: manifest.key, origin: fieldOrigin(manifest, ["apiVersion"], "value") };
}
