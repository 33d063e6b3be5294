import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { DiagnosticCode } from "../../object/diagnostic/diagnostic-code.ts";
import type { JsonValue } from "../../object/json.ts";
import { truncateWord } from "../../object/message-text.ts";
import { mustRedact } from "../../redact/detect-secret-text.ts";
import type { SourceDocument } from "../manifest.ts";
import { originAt } from "./source-map.ts";

/** The result of reading one document: its value, or the faults that prevent it. */
export interface ParsedDocument {
  readonly value: JsonValue;
  readonly faults: readonly Diagnostic[];
}

/**
 * The maximum nesting of mappings and lists. Kubernetes' own objects stay below 60, as do the schemas of
 * custom resources; the API server accepts more, but nothing sensible needs it.
 */
export const maxDepth = 500;

/** A reader's finding: code, message, and the offsets of the characters it is about. */
export interface ParseError {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** Used in place of a message that quotes words of the text, where those may belong to a Secret. */
  readonly discreet?: string;
  readonly start: number;
  readonly end: number;
  /** The other place, with a description. */
  readonly related?: { readonly message: string; readonly start: number; readonly end: number };
}

/** The finding as a diagnostic with its place in the file. */
export function faultDiagnostic(document: SourceDocument, fault: ParseError): Diagnostic {
  const { code, discreet, related } = fault;
  const message = discreet !== undefined && mustRedact(document) ? discreet : fault.message;
  const origin = originAt(document, fault.start, fault.end);
  return related === undefined
    ? { code, severity: "error", message, origin }
    : {
        code,
        severity: "error",
        message,
        origin,
        related: [{ message: related.message, origin: originAt(document, related.start, related.end) }],
      };
}

/** The fault of a document that nests too deeply. */
export function tooDeep(start: number): ParseError {
  const message = `nested deeper than ${maxDepth} levels: flatten the value, or keep it as a quoted string`;
  return { code: "TooDeep", message, start, end: start + 1 };
}

/** The fault of a document for which the exact reader would need too much memory. */
export function tooLarge(start: number): ParseError {
  const message =
    "the document is too large to parse: split it with `---`, and avoid anchors, tags and syntax errors, which take more memory to parse";
  return { code: "TooLarge", message, start, end: start + 1 };
}

/** Keys of all objects, and of Secrets: naming one reveals nothing of its value. */
const wellKnownKeys: ReadonlySet<string> = new Set(
  "apiVersion kind metadata name namespace labels annotations type immutable data stringData".split(" "),
);

/** The fault of a duplicate key in one mapping. */
export function duplicateKey(
  key: string,
  second: { readonly start: number; readonly end: number },
  first: { readonly start: number; readonly end: number },
): ParseError {
  return {
    code: "DuplicateKey",
    message: `duplicate key ${JSON.stringify(truncateWord(key))} in a mapping: keep one of the two`,
    ...(!wellKnownKeys.has(key) && { discreet: "duplicate key in a mapping: keep one of the two" }),
    ...second,
    related: { message: "the first one", ...first },
  };
}
