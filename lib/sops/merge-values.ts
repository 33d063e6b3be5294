import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import {
  field,
  isObject,
  type JsonObject,
  type MutableObject,
  setOwnField,
  stringifyJson,
} from "../object/json.ts";
import { readSource } from "../manifest/parse-source.ts";

/**
 * Merges the texts of values files as Helm merges the files: mappings key by key, of anything else the last
 * one counts, null included. Returns JSON, or the faults of the texts.
 */
export function mergeValues(
  sources: readonly SourceText[],
): { readonly text: string } | { readonly found: readonly Diagnostic[] } {
  const found: Diagnostic[] = [];
  let merged: JsonObject = {};
  for (const source of sources) {
    const { documents, diagnostics } = readSource(source);
    // Helm reads one document.
    const [first] = documents;
    found.push(...diagnostics, ...(first?.tree.faults ?? []));
    const value = first?.tree.value ?? null;
    if (isObject(value)) {
      merged = mergedObject(merged, value);
    } else if (value !== null) {
      found.push(notMapping(source));
    }
  }
  return found.length > 0 ? { found } : { text: stringifyJson(merged) };
}

function mergedObject(base: JsonObject, over: JsonObject): JsonObject {
  const draft: MutableObject = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = field(base, key);
    setOwnField(draft, key, isObject(before) && isObject(value) ? mergedObject(before, value) : value);
  }
  return draft;
}

function notMapping({ name }: SourceText): Diagnostic {
  const message = `${name} is not a mapping: values of a chart are keys with values`;
  return { code: "RenderFailed", severity: "error", message, origin: { file: name, line: 1 } };
}
