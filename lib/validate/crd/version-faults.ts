import type { FieldFault } from "../model/field-fault.ts";
import { columnsFaults, subresourcesFaults, selectableFaults } from "./json-path-faults.ts";
import { labelFault } from "../model/dns-name.ts";
import { invalid, required, childPath, trailOf, type FieldPathNode } from "../schema/field-errors.ts";
import { hasStatus, type InternalCrd, type StoredVersion, type VersionParts } from "./internal-crd.ts";
import { unsupportedField } from "../schema/unsupported-field.ts";
import { versionSchemaFaults } from "./version-schema-faults.ts";
import type { CrdValidationOptions } from "../schema/validation-options.ts";

/** Options of checking versions. */
export interface VersionCheck {
  readonly form: InternalCrd;
  readonly demands: CrdValidationOptions;
  readonly minor: number;
}

const specTrail = trailOf("spec");
const versionsTrail = childPath(specTrail, "versions");

/**
 * Validates the versions of a definition, one by one and together. Kubernetes documentation, "Versions in
 * CustomResourceDefinitions".
 */
export function versionsFaults(check: VersionCheck): readonly FieldFault[] {
  const { versions, shared } = check.form;
  return [
    ...missingSchemaFaults(check),
    ...versions.flatMap((version, index) => oneVersionFaults(version, index, check)),
    ...togetherFaults(versions),
    ...partsFaults(shared, {
      check,
      trail: specTrail,
      validation: "validation",
      version: "",
      hasStatus: [shared, ...versions].some((one) => hasStatus(one.subresources)),
    }),
  ];
}

function missingSchemaFaults({ form, demands }: VersionCheck): readonly FieldFault[] {
  if (form.shared.schema !== undefined || (!demands.schemas && form.preserveUnknownFields)) {
    return [];
  }
  return [...form.versions.entries()]
    .filter(([, { schema, served }]) => schema === undefined && (demands.schemas || served))
    .map(([index]) =>
      required(
        childPath(versionsTrail, index, "schema", "openAPIV3Schema"),
        "must be given: without a schema all fields are pruned",
      ),
    );
}

function togetherFaults(versions: readonly StoredVersion[]): readonly FieldFault[] {
  const names = new Set(versions.map(({ name }) => name));
  const found: FieldFault[] = [];
  if (names.size < versions.length) {
    found.push(invalid(versionsTrail, "must contain unique version names"));
  }
  const storage = versions.filter((version) => version.storage).length;
  if (storage !== 1) {
    const message = `must have exactly one version marked as storage version, found ${storage}`;
    found.push(invalid(versionsTrail, message));
  }
  const first = versions[0]?.name ?? "";
  const fault = first === "" ? undefined : labelFault(first);
  return fault === undefined ? found : [...found, invalid(childPath(specTrail, "version"), fault)];
}

function oneVersionFaults(version: StoredVersion, index: number, check: VersionCheck): readonly FieldFault[] {
  const trail = childPath(versionsTrail, index);
  const fault = labelFault(version.name);
  return [
    ...(fault === undefined ? [] : [invalid(childPath(trail, "name"), fault)]),
    ...warningFaults(version, childPath(trail, "deprecationWarning")),
    ...partsFaults(version, {
      check,
      trail,
      validation: "schema",
      version: version.name,
      hasStatus: hasStatus(subresourcesOf(check.form, version.name)),
    }),
  ];
}

function subresourcesOf({ versions, shared }: InternalCrd, name: string): VersionParts["subresources"] {
  return versions.some((one) => one.subresources !== undefined)
    ? versions.find((one) => one.name === name)?.subresources
    : shared.subresources;
}

function warningFaults(
  { deprecated, deprecationWarning: warning }: StoredVersion,
  at: FieldPathNode,
): readonly FieldFault[] {
  if (warning === undefined) {
    return [];
  }
  if (!deprecated) {
    return [invalid(at, "can only be set for deprecated versions")];
  }
  const rules = [
    { breaks: Buffer.byteLength(warning) > 256, message: "must be <= 256 characters long" },
    { breaks: warning === "", message: "must not be an empty string" },
    { breaks: !printable.test(warning), message: "must only contain printable UTF-8 characters" },
  ];
  return rules.flatMap(({ breaks, message }) => (breaks ? [invalid(at, message)] : []));
}

/** Letters, marks, numbers, punctuation, symbols, and the space itself: no line breaks. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;

interface PartsSite {
  readonly check: VersionCheck;
  readonly trail: FieldPathNode;
  /** The name of the field that holds the schema. */
  readonly validation: "schema" | "validation";
  /** Empty for the parts that all versions share. */
  readonly version: string;
  readonly hasStatus: boolean;
}

function partsFaults(parts: VersionParts, site: PartsSite): readonly FieldFault[] {
  const { check, trail, validation } = site;
  const { schema } = parts;
  const found: FieldFault[] = [];
  if (schema !== undefined) {
    found.push(
      ...versionSchemaFaults({
        schema,
        trail: childPath(trail, validation),
        version: site.version === "" ? (check.form.versions[0]?.name ?? "") : site.version,
        hasStatus: site.hasStatus,
        demands: check.demands,
        minor: check.minor,
      }),
    );
  }
  return [
    ...found,
    ...subresourcesFaults(parts.subresources, childPath(trail, "subresources")),
    ...columnsFaults(parts.columns, childPath(trail, "additionalPrinterColumns")),
    ...(parts.selectable.length > 0 && check.minor >= selectableSince ? selectedFaults(parts, site) : []),
  ];
}

/** In 1.30 they were dropped unless a feature gate was set. */
const selectableSince = 31;

function selectedFaults(parts: VersionParts, { check, trail, version }: PartsSite): readonly FieldFault[] {
  const { schema, validation } = parts;
  const at = childPath(trail, "selectableFields");
  const withoutSchema = version === "" ? validation === undefined : schema === undefined;
  if (withoutSchema) {
    return [invalid(at, "may only be set along with a schema of the same versions")];
  }
  const unsupported = schema === undefined ? undefined : unsupportedField(schema);
  const fields = selectableFaults(
    {
      fields: parts.selectable,
      schema: unsupported === undefined ? schema : undefined,
      few: check.demands.fewSelectable(version),
    },
    at,
  );
  return unsupported === undefined
    ? fields
    : [invalid(childPath(trail, "schema", "openAPIV3Schema"), `${unsupported} is not supported`), ...fields];
}
