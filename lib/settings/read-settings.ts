import type { ValidateFunction } from "ajv/dist/2020.js";

import { compareDiagnostics, type Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { isObject, type JsonObject } from "../object/json.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { schemaFault } from "./schema-error-message.ts";
import { type SettingFault } from "./setting-fault.ts";
import { readSettingsDocument } from "./settings-document.ts";

/** What a configuration file has to be like. */
export interface SettingsForm {
  /** JSON Schema 2020-12 of a mapping; `x-meant` in it says what other tools call its settings. */
  readonly schema: JsonObject;
  /** What a text must be to be of a `format` that the schema names; numbers are of every format. */
  readonly formats: ReadonlyMap<string, (text: string) => boolean>;
}

/** What a configuration file says, as it stands there: nothing is filled in. */
export interface Settings {
  readonly value: JsonObject;
  /** A fault that only its reader can see, with its place in the file. */
  readonly diagnose: (fault: SettingFault) => Diagnostic;
}

/** Settings, or everything that is wrong with them; with what there is to read, where that is a mapping. */
export type SettingsReading =
  | { readonly settings: Settings }
  | { readonly diagnostics: readonly Diagnostic[]; readonly faulty?: Settings };

/**
 * Reads a configuration file, YAML or JSON. All faults are told at once, each with its place. The validator
 * is loaded with the first file, some 50 ms, and compiles each form once, some 30 ms.
 */
export async function readSettings(source: SourceText, form: SettingsForm): Promise<SettingsReading> {
  const document = readSettingsDocument(source);
  if ("diagnostics" in document) {
    return document;
  }
  const { value, diagnose } = document;
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

/** A value that breaks two rules is told of once: to mend the one mends the other, more often than not. */
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
  // A bundle gives what a CommonJS module exports as its default alone.
  const { default: library } = await import("ajv/dist/2020.js");
  const ajv = new library.Ajv2020({
    allErrors: true,
    // The schema and the value with each finding.
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    // A field that a value inherits is none of its own.
    ownProperties: true,
    // The schema is checked by its test, not each time that it is loaded.
    validateSchema: false,
    logger: false,
  });
  ajv.addVocabulary(["x-meant"]);
  for (const [name, validate] of formats) {
    ajv.addFormat(name, { type: "string", validate });
  }
  return ajv.compile(schema);
}
