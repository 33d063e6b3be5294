import { locateField, type FieldPart } from "../manifest/locate-field.ts";
import type { SourceDocument } from "../manifest/manifest.ts";
import { type ReadDocument, readSource } from "../manifest/parse-source.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { JsonValue, Path } from "../object/json.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";

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
    const message = `${source.name} is empty: write at least the required settings`;
    const origin = { file: source.name, line: 1 };
    return { diagnostics: [{ code: "SettingMissing", severity: "error", message, origin }] };
  }
  if (second !== undefined) {
    const message = `${source.name} contains more than one document: keep one per file`;
    return {
      diagnostics: [placed(second.document, { code: "SettingInvalid", message, path: [], part: "value" })],
    };
  }
  return settingsIn(first);
}

/** Takes a document that was parsed without faults as one of settings. */
export function settingsIn({ document, tree }: ReadDocument): SettingsDocument {
  return { value: tree.value, diagnose: (fault) => placed(document, fault) };
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

/** A fault of a configuration, with its place. */
export interface SettingFault {
  readonly code: Extract<
    DiagnosticCode,
    "SettingInvalid" | "SettingUnknown" | "SettingMissing" | "SettingConflict"
  >;
  /** Begins with the place in words: `units[0].interval is not a duration: …`. */
  readonly message: string;
  /** From the root of the file. */
  readonly path: Path;
  readonly part: FieldPart;
  /** Related places. */
  readonly related?: readonly { readonly message: string; readonly path: Path }[];
}

/** A plain name follows a dot, any other is in brackets. */
const plainName = /^[A-Za-z_][\w-]*$/;

/** Formats a place in words: `units[0].source.url`; `the file` for its root. */
export function formatSettingPath(path: Path): string {
  const words = path.map((step) =>
    typeof step === "string" && plainName.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
  );
  return path.length === 0 ? "the file" : words.join("").replace(/^\./, "");
}
