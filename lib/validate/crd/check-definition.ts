import { type JsonObject, stringField } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import { truncateWord } from "../../object/message-text.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { validateApproval } from "./api-approval.ts";
import { conversionFaults } from "./conversion-faults.ts";
import { allDemands, demandsAfter } from "./validation-options.ts";
import { subdomainFault } from "../model/dns-name.ts";
import { withDocumentPlace } from "./document-field.ts";
import { invalid, required, unsupported } from "../schema/field-errors.ts";
import { createdMetadataFaults, updatedMetadataFaults } from "./metadata-faults.ts";
import { specNamesFaults } from "./validate-names.ts";
import { needsStructure, preserveFaults } from "./preserve-faults.ts";
import { statusFaults } from "./status-faults.ts";
import { isEstablished, readStoredForm, type InternalCrd } from "./internal-crd.ts";
import { childPath, trailOf } from "../schema/field-path.ts";
import { versionsFaults } from "./version-faults.ts";
import type { CrdValidationOptions } from "../schema/validation-options.ts";

/**
 * Options of checking a definition as the API server of Kubernetes 1.`minor` does, which may have an older
 * one of that name.
 */
export interface DefinitionCheck {
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
    ...metadataFaults(form, before),
    ...specFaults(form, demands, minor),
    ...(before === undefined ? [] : immutableFaults(form, before)),
    ...statusFaults(form, before),
    ...validateApproval(definition, old),
    ...preserveFaults(form, before),
  ].map(withDocumentPlace);
}

function metadataFaults(form: InternalCrd, before: InternalCrd | undefined): readonly FieldFault[] {
  const metadata = metadataOf(form.raw);
  return before === undefined
    ? createdMetadataFaults(metadata, `${nameOf(form, "plural")}.${form.group}`)
    : updatedMetadataFaults(metadata, metadataOf(before.raw));
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
