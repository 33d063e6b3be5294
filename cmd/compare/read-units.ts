import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

import { decodeText } from "../../lib/object/decode-text.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { readSettings } from "../../lib/settings/read-settings.ts";
import { sourceUnreadable } from "../../lib/source/source-location.ts";
import { writtenUnits } from "../../lib/sync/config/raw-unit.ts";
import { readConfiguration } from "../../lib/sync/config/read-configuration.ts";
import { syncForm } from "../../lib/sync/config/sync-schema.ts";
import type { Unit } from "../../lib/sync/unit/unit.ts";

/** A unit with its settings as the file specifies them. */
export interface FileUnit {
  readonly unit: Unit;
  readonly settings: JsonObject;
}

/** The units of a file, or what is wrong with it. */
export type UnitsReading =
  | { readonly units: readonly FileUnit[] }
  | { readonly source: SourceText; readonly diagnostics: readonly Diagnostic[] };

/** Reads the units of a configuration; none if there is no file. `name`: the file as readers know it. */
export async function readUnits(file: string, name: string): Promise<UnitsReading> {
  if (!existsSync(file)) {
    return { units: [] };
  }
  const text = await readText(file, name);
  if ("fault" in text) {
    return { source: { name, text: "" }, diagnostics: [text.fault] };
  }
  const { source } = text;
  const reading = await readConfiguration(source);
  const settings = await readSettings(source, syncForm);
  if ("diagnostics" in reading || "diagnostics" in settings) {
    return { source, diagnostics: "diagnostics" in reading ? reading.diagnostics : [] };
  }
  const written = new Map(writtenUnits(settings.settings.value).map((unit) => [unit.name, unit.value]));
  return {
    units: reading.configuration.units.map((unit) => ({ unit, settings: written.get(unit.name) ?? {} })),
  };
}

async function readText(file: string, name: string): Promise<ReturnType<typeof decodeText>> {
  try {
    return decodeText(name, await readFile(file));
  } catch (error) {
    return { fault: sourceUnreadable(name, error) };
  }
}
