import { compareDiagnostics, type Diagnostic, hasErrors } from "../../../object/diagnostic/diagnostic.ts";
import {
  field,
  type JsonObject,
  objectField,
  stringField,
  indexedList,
  valueAt,
} from "../../../object/json.ts";
import type { SourceText } from "../../../object/diagnostic/source-text.ts";
import { readSettings, type Settings } from "../../../settings/read-settings.ts";
import { definitionForm, isMinorVersion, type DefinitionFinding } from "./definition-form.ts";
import { makeDefinition } from "./make-definition.ts";
import type { ModuleDefinition } from "./module-definition.ts";
import { requirementFindings } from "./requirement-findings.ts";
import { updateFindings } from "./update-findings.ts";
import { formatSettingPath } from "../../../settings/settings-document.ts";
import { boundText } from "../resource/update-policy.ts";

/** A module's definition with its warnings, or all faults of its file. */
export type DefinitionReading =
  | { readonly definition: ModuleDefinition; readonly diagnostics: readonly Diagnostic[] }
  | { readonly diagnostics: readonly Diagnostic[] };

/** In UTF-16 units. Real files have a few hundred. */
const longestDefinition = 1_048_576;

/**
 * Reads a `module.yaml`. All faults are reported at once: those of form, and those of content, such as
 * invalid constraints and update rules that lead downwards or nowhere. Warnings come with the definition.
 */
export async function readDefinition(source: SourceText): Promise<DefinitionReading> {
  if (source.text.length > longestDefinition) {
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
  const message = `${name} is longer than 1 MiB, which no module.yaml is: pass a module.yaml`;
  return { code: "SettingInvalid", severity: "error", message, origin: { file: name, line: 1 } };
}

/** Finds values that mean something other than one may expect. */
function wordFindings(file: JsonObject): readonly DefinitionFinding[] {
  const findings: DefinitionFinding[] = [];
  if (field(file, "weight") === 0) {
    const message = "weight is 0, which means the default, 900: write 1 or more to start first";
    findings.push({
      severity: "warning",
      fault: { code: "SettingInvalid", message, path: ["weight"], part: "value" },
    });
  }
  if (field(file, "description") !== undefined) {
    const isDouble = stringField(objectField(file, "descriptions"), "en") !== undefined;
    const remedy = isDouble ? "which is also set: remove this one" : "move the text there";
    const message = `description is the old name of descriptions.en${isDouble ? ", " : ": "}${remedy}`;
    findings.push({
      severity: "warning",
      fault: { code: "SettingInvalid", message, path: ["description"], part: "key" },
    });
  }
  return findings;
}

/** Returns warnings for bounds of update rules that YAML reads as numbers: `1.70` becomes 1.7. */
export function numberWarnings({ value, diagnose }: Settings, source: SourceText): readonly Diagnostic[] {
  const lines = source.text.split(/\r\n|\r|\n/);
  return unquoted(value).map((path) => {
    const number = boundText(valueAt(value, path));
    const { origin, ...found } = diagnose({ code: "SettingInvalid", message: "", path, part: "value" });
    const written = writtenText(lines, origin) ?? number;
    const read = written === number ? "a number in YAML, which would read 1.70 as 1.7" : `${number} in YAML`;
    const message = `${formatSettingPath(path)} is ${read}: write it in quotes, as in "${written}"`;
    return { ...found, severity: "warning", message, ...(origin === undefined ? {} : { origin }) };
  });
}

type BoundPath = readonly ["update", "versions", number, "from" | "to"];

function unquoted(file: JsonObject): readonly BoundPath[] {
  return indexedList(objectField(file, "update"), "versions").flatMap(([index, rule]) =>
    (["from", "to"] as const)
      .filter((name) => typeof field(rule, name) === "number" && isMinorVersion(boundText(field(rule, name))))
      .map((name) => ["update", "versions", index, name] as const),
  );
}

/** Returns the number as it is in the file. */
function writtenText(lines: readonly string[], origin: Diagnostic["origin"]): string | undefined {
  const { line = 0, column = 1, length = 0 } = origin ?? {};
  const text = lines[line - 1]?.slice(column - 1, column - 1 + length) ?? "";
  return /^[0-9]+\.[0-9]+$/.test(text) ? text : undefined;
}
