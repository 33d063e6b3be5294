import { compareDiagnostics, type Diagnostic, hasErrors } from "../../../object/diagnostic/diagnostic.ts";
import { field, type JsonObject, objectField, stringField } from "../../../object/json.ts";
import type { SourceText } from "../../../object/diagnostic/source-text.ts";
import { readSettings, type Settings } from "../../../settings/read-settings.ts";
import { definitionForm } from "./definition-form.ts";
import { type DefinitionFinding } from "./finding.ts";
import { makeDefinition } from "./make-definition.ts";
import type { ModuleDefinition } from "./module-definition.ts";
import { numberWarnings } from "./yaml-number-warnings.ts";
import { requirementFindings } from "./requirement-findings.ts";
import { updateFindings } from "./update-findings.ts";

/** A module's definition with its warnings, or all faults of its file. */
export type DefinitionReading =
  | { readonly definition: ModuleDefinition; readonly diagnostics: readonly Diagnostic[] }
  | { readonly diagnostics: readonly Diagnostic[] };

/** In UTF-16 units. Real files have a few hundred. */
const longest = 1_048_576;

/**
 * Reads a `module.yaml`. All faults are reported at once: those of form, and those of content, such as
 * invalid constraints and update rules that lead downwards or nowhere. Warnings come with the definition.
 */
export async function readDefinition(source: SourceText): Promise<DefinitionReading> {
  if (source.text.length > longest) {
    return { diagnostics: [tooLong(source)] };
  }
  const reading = await readSettings(source, definitionForm);
  if ("diagnostics" in reading) {
    const { diagnostics, faulty } = reading;
    return { diagnostics: faulty === undefined ? diagnostics : withFindings(diagnostics, faulty) };
  }
  const { settings } = reading;
  const diagnostics = [...findingsOf(settings), ...numberWarnings(settings, source)].toSorted(
    compareDiagnostics,
  );
  return hasErrors(diagnostics)
    ? { diagnostics }
    : { definition: makeDefinition(settings.value), diagnostics };
}

function findingsOf(settings: Settings): readonly Diagnostic[] {
  const findings = [
    ...requirementFindings(settings.value),
    ...updateFindings(settings.value),
    ...wordFindings(settings.value),
  ];
  return findings.map(({ severity, fault }) => ({ ...settings.diagnose(fault), severity }));
}

/** Merges faults of form with findings in the fields that have none. */
function withFindings(faults: readonly Diagnostic[], settings: Settings): readonly Diagnostic[] {
  const places = new Set(faults.map(placeOf));
  const others = findingsOf(settings).filter((finding) => !places.has(placeOf(finding)));
  return [...faults, ...others].toSorted(compareDiagnostics);
}

function placeOf({ origin }: Diagnostic): string {
  return `${String(origin?.line)}:${String(origin?.column)}`;
}

function tooLong({ name }: SourceText): Diagnostic {
  const message = `${name} is longer than 1 MiB: no module says that much of itself; give its module.yaml`;
  return { code: "SettingInvalid", severity: "error", message, origin: { file: name, line: 1 } };
}

/** Finds values that mean something other than one may expect. */
function wordFindings(file: JsonObject): readonly DefinitionFinding[] {
  const findings: DefinitionFinding[] = [];
  if (field(file, "weight") === 0) {
    const message = "weight is 0, which is the same as leaving it out, 900: write 1 or more to be first";
    findings.push({
      severity: "warning",
      fault: { code: "SettingInvalid", message, path: ["weight"], part: "value" },
    });
  }
  if (field(file, "description") !== undefined) {
    const isDouble = stringField(objectField(file, "descriptions"), "en") !== undefined;
    const remedy = isDouble ? "which is there too: remove this one" : "move the text there";
    const message = `description is the old name of descriptions.en${isDouble ? ", " : ": "}${remedy}`;
    findings.push({
      severity: "warning",
      fault: { code: "SettingInvalid", message, path: ["description"], part: "key" },
    });
  }
  return findings;
}
