import { locateField } from "../manifest/locate-field.ts";
import type { SourceDocument } from "../manifest/manifest.ts";
import { readSource } from "../manifest/parse-source.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { JsonValue } from "../object/json.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { SettingFault } from "./setting-fault.ts";

/** A configuration file that could be parsed, whatever its content. */
export interface SettingsDocument {
  readonly value: JsonValue;
  /** Turns a fault into a diagnostic with its place in the file. */
  readonly diagnose: (fault: SettingFault) => Diagnostic;
}

/** Reads the only document of a configuration file, YAML or JSON; empty documents are ignored. */
export function readSettingsDocument(
  source: SourceText,
): SettingsDocument | { readonly diagnostics: readonly Diagnostic[] } {
  const { documents, diagnostics } = readSource(source);
  const faults = [...diagnostics, ...documents.flatMap(({ tree }) => tree.faults)];
  if (faults.length > 0) {
    return { diagnostics: faults };
  }
  const [first, second] = documents.filter(({ tree }) => tree.value !== null);
  if (first === undefined) {
    const message = `${source.name} is empty: write at least what it must hold`;
    const origin = { file: source.name, line: 1 };
    return { diagnostics: [{ code: "SettingMissing", severity: "error", message, origin }] };
  }
  if (second !== undefined) {
    const message = `${source.name} holds more than one document: keep one in a file`;
    return {
      diagnostics: [placed(second.document, { code: "SettingInvalid", message, path: [], part: "value" })],
    };
  }
  return { value: first.tree.value, diagnose: (fault) => placed(first.document, fault) };
}

function placed(document: SourceDocument, { path, part, related = [], ...fault }: SettingFault): Diagnostic {
  const others = related.map(({ message, path: place }) => ({
    message,
    origin: locateField(document, place, "value"),
  }));
  return {
    ...fault,
    severity: "error",
    origin: locateField(document, path, part),
    ...(others.length === 0 ? {} : { related: others }),
  };
}
