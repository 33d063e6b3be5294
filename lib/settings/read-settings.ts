import type { ValidateFunction } from "ajv/dist/2020.js";

import { compareDiagnostics, type Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { isObject, type JsonObject } from "../object/json.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { schemaFault } from "./schema-error-message.ts";
import { type SettingFault, type SettingsDocument, readSettingsDocument } from "./settings-document.ts";

/** The form of a configuration file. */
export interface SettingsForm {
  /**
   * JSON Schema 2020-12 of a mapping; `x-meant` in it maps the names that other tools use to our settings.
   */
  readonly schema: JsonObject;
  /** Checks of the `format`s that the schema names, for strings; numbers satisfy every format. */
  readonly formats: ReadonlyMap<string, (text: string) => boolean>;
}

/** The content of a configuration file, without defaults. */
export interface Settings {
  readonly value: JsonObject;
  /** Turns a fault that only its reader can find into a diagnostic with its place in the file. */
  readonly diagnose: (fault: SettingFault) => Diagnostic;
}

/** Settings, or everything that is wrong with them; then with what can be read, if that is a mapping. */
export type SettingsReading =
  | { readonly settings: Settings }
  | { readonly diagnostics: readonly Diagnostic[]; readonly faulty?: Settings };

/**
 * Reads a configuration file, YAML or JSON. All faults are reported at once, each with its place. The
 * validator is loaded with the first file, some 50 ms, and compiles each form once, some 30 ms.
 */
export async function readSettings(source: SourceText, form: SettingsForm): Promise<SettingsReading> {
  const document = readSettingsDocument(source);
  if ("diagnostics" in document) {
    return document;
  }
  return checkSettings(document, form);
}

/** Checks settings that were parsed, like `readSettings`. */
export async function checkSettings(
  { value, diagnose }: SettingsDocument,
  form: SettingsForm,
): Promise<SettingsReading> {
  const validate = await validatorOf(form);
  const valid = validate(value);
  if (valid && isObject(value)) {
    return { settings: { value, diagnose } };
  }
  const faults = (validate.errors ?? []).flatMap((error) => schemaFault(error, value) ?? []);
  return {
    diagnostics: onePerPlace(faults).map(diagnose).toSorted(compareDiagnostics),
    ...(isObject(value) ? { faulty: { value, diagnose } } : {}),
  };
}

/**
 * Keeps one fault of a value that breaks several rules: to correct one corrects the others, more often than
 * not.
 */
function onePerPlace(faults: readonly SettingFault[]): readonly SettingFault[] {
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const isValue = fault.code === "SettingInvalid";
    const place = JSON.stringify([fault.path, isValue ? "value" : fault.message]);
    const isNew = !seen.has(place);
    seen.add(place);
    return isNew;
  });
}

const validators = new WeakMap<SettingsForm, Promise<ValidateFunction>>();

async function validatorOf(form: SettingsForm): Promise<ValidateFunction> {
  const validator = validators.get(form) ?? compile(form);
  validators.set(form, validator);
  return validator;
}

async function compile({ schema, formats }: SettingsForm): Promise<ValidateFunction> {
  // A bundle exposes the exports of a CommonJS module as its default only.
  const { default: library } = await import("ajv/dist/2020.js");
  const ajv = new library.Ajv2020({
    allErrors: true,
    // Adds the schema and the value to each error.
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    // Inherited fields do not count.
    ownProperties: true,
    // The schema is checked by its test, not each time it is loaded.
    validateSchema: false,
    logger: false,
  });
  ajv.addVocabulary(["x-meant"]);
  for (const [name, validate] of formats) {
    ajv.addFormat(name, { type: "string", validate });
  }
  return ajv.compile(schema);
}
