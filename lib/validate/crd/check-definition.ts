import { type JsonObject, stringField } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import { truncateWord } from "../../object/message-text.ts";
import type { FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";
import { validateApproval, createdMetadataFaults, updatedMetadataFaults } from "./metadata-faults.ts";
import { conversionFaults } from "./conversion-faults.ts";
import { allDemands, demandsAfter } from "./validation-options.ts";
import { subdomainFault } from "../model/dns-name.ts";
import { invalid, required, unsupported, childPath, trailOf } from "../schema/field-errors.ts";
import { specNamesFaults } from "./validate-names.ts";
import { needsStructure, preserveFaults } from "./preserve-faults.ts";
import { statusFaults } from "./status-faults.ts";
import { isEstablished, readStoredForm, type InternalCrd } from "./internal-crd.ts";
import { versionsFaults } from "./version-faults.ts";
import type { CrdValidationOptions } from "../schema/validation-options.ts";

/**
 * Options of checking a definition as the API server of Kubernetes 1.`minor` does, which may have an older
 * one of that name.
 */
interface DefinitionCheck {
  readonly minor: number;
  /** The live definition; one without a status counts as established. */
  readonly old?: JsonObject;
}

const specTrail = trailOf("spec");

/**
 * Validates a CustomResourceDefinition of apiextensions.k8s.io/v1 as the API server does when it is created
 * or replaces an old one: with its reasons and paths, and the place in the document if that differs. Fields
 * that are unknown or of the wrong type are skipped: the schema of definitions itself reports those.
 * Complexity: linear, apart from the cost of rules.
 */
export function checkDefinition(definition: JsonObject, options: DefinitionCheck): readonly FieldFault[] {
  const { minor, old } = options;
  const form = readStoredForm(definition);
  const before = old === undefined ? undefined : readStoredForm(old);
  const demands = before === undefined ? allDemands : demandsAfter(before, form, minor);
  return [
    ...metadataFaults(form, before, minor),
    ...specFaults(form, demands, minor),
    ...(before === undefined ? [] : immutableFaults(form, before)),
    ...statusFaults(form, before),
    ...validateApproval(definition, old),
    ...preserveFaults(form, before),
  ].map(withDocumentPlace);
}

function metadataFaults(
  form: InternalCrd,
  before: InternalCrd | undefined,
  minor: number,
): readonly FieldFault[] {
  const metadata = metadataOf(form.raw);
  return before === undefined
    ? createdMetadataFaults(metadata, `${nameOf(form, "plural")}.${form.group}`, minor)
    : updatedMetadataFaults(metadata, metadataOf(before.raw), minor);
}

function specFaults(form: InternalCrd, demands: CrdValidationOptions, minor: number): readonly FieldFault[] {
  return [
    ...groupFaults(form.group),
    ...scopeFaults(form),
    ...versionsFaults({ form, demands: strengthened(form, demands), minor }),
    ...specNamesFaults(form.names, childPath(specTrail, "names")),
    ...conversionFaults(form.conversion, demands),
  ];
}

/** Pruning, defaults and extensions require structural schemas, whatever the old definition had. */
function strengthened(form: InternalCrd, demands: CrdValidationOptions): CrdValidationOptions {
  return needsStructure(form) ? { ...demands, structural: true } : demands;
}

function groupFaults(group: string): readonly FieldFault[] {
  const at = childPath(specTrail, "group");
  if (group === "") {
    return [required(at, "must be given")];
  }
  const fault =
    subdomainFault(group) ?? (group.includes(".") ? undefined : "should be a domain with at least one dot");
  return fault === undefined ? [] : [invalid(at, fault)];
}

const scopes = ["Cluster", "Namespaced"];

function scopeFaults(form: InternalCrd): readonly FieldFault[] {
  const scope = scopeOf(form);
  const at = childPath(specTrail, "scope");
  if (scope === "") {
    return [required(at, `must be given: write ${scopes.join(" or ")}`)];
  }
  return scopes.includes(scope) ? [] : [unsupported(at, scopes)];
}

/**
 * The group and the plural name are immutable; the scope and the kind are too once the definition is
 * established.
 */
function immutableFaults(form: InternalCrd, before: InternalCrd): readonly FieldFault[] {
  const established = isEstablished(before.raw);
  const fixed = [
    { path: ["scope"], fixed: established, now: scopeOf(form), was: scopeOf(before) },
    { path: ["names", "kind"], fixed: established, now: nameOf(form, "kind"), was: nameOf(before, "kind") },
    { path: ["group"], fixed: true, now: form.group, was: before.group },
    { path: ["names", "plural"], fixed: true, now: nameOf(form, "plural"), was: nameOf(before, "plural") },
  ];
  return fixed
    .filter((one) => one.fixed && one.now !== one.was)
    .map(({ path, was }) =>
      invalid(childPath(specTrail, ...path), `field is immutable: it is ${truncateWord(was)}`),
    );
}

function nameOf({ names }: InternalCrd, name: string): string {
  return stringField(names, name) ?? "";
}

function scopeOf({ spec }: InternalCrd): string {
  return stringField(spec, "scope") ?? "";
}

/** The fields that the API server has moved, and their places in the manifest of a definition. */
const moved: readonly (readonly [string, readonly FieldStep[]])[] = [
  ["validation", ["versions", 0, "schema"]],
  ["schema", ["versions", 0, "schema"]],
  ["subresources", ["versions", 0, "subresources"]],
  ["additionalPrinterColumns", ["versions", 0, "additionalPrinterColumns"]],
  ["selectableFields", ["versions", 0, "selectableFields"]],
  ["version", ["versions", 0, "name"]],
];

/**
 * Adds the place in the document to a fault if the API server reports another: it keeps what all versions
 * share in one place, and some of its field names differ from those of v1. A fault in a shared part is
 * reported at the first version.
 */
function withDocumentPlace(fault: FieldFault): FieldFault {
  const path = fault.place ?? fault.path;
  const place = documentPath(path);
  return place === path ? fault : { ...fault, place };
}

function documentPath(path: FieldPath): FieldPath {
  const [first, second, ...rest] = path;
  if (first !== "spec") {
    return path;
  }
  if (second === "conversion") {
    return conversionPath(path, rest);
  }
  const target = moved.find(([name]) => name === second)?.[1];
  return columnPath(target === undefined ? path : [first, ...target, ...rest]);
}

function conversionPath(path: FieldPath, [name, ...rest]: FieldPath): FieldPath {
  if (name === "webhookClientConfig") {
    return ["spec", "conversion", "webhook", "clientConfig", ...rest];
  }
  return name === "conversionReviewVersions" ? ["spec", "conversion", "webhook", name, ...rest] : path;
}

/** `spec.versions[0].additionalPrinterColumns[0].JSONPath` is written `jsonPath`. */
function columnPath(path: FieldPath): FieldPath {
  return path[3] === "additionalPrinterColumns" && path[5] === "JSONPath"
    ? [...path.slice(0, 5), "jsonPath"]
    : path;
}
