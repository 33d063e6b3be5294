import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { DiagnosticCode } from "../../object/diagnostic/diagnostic-code.ts";
import type { JsonValue } from "../../object/json.ts";
import { truncateWord } from "../../object/truncate.ts";
import { mustRedact } from "../../redact/must-redact.ts";
import type { SourceDocument } from "../manifest.ts";
import { originAt } from "./source-map.ts";

/** What a reader makes of one document: its value, or the faults that leave it without one. */
export interface ParsedDocument {
  readonly value: JsonValue;
  readonly faults: readonly Diagnostic[];
}

/**
 * How deep mappings and lists may stand in each other. Kubernetes' own objects stay below 60, also the
 * schemas of custom resources; the API server takes more, but nothing sensible needs it.
 */
export const maxDepth = 500;

/** A reader's finding: code, message, and the offsets of the characters it speaks of. */
export interface ParseError {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** Told in place of a message that repeats words of the text, where those may belong to a Secret. */
  readonly discreet?: string;
  readonly start: number;
  readonly end: number;
  /** The other place, with a word on what it is. */
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

/** The fault of a document that nests too deep. */
export function tooDeep(start: number): ParseError {
  const message = `nested deeper than ${maxDepth} levels: flatten the value, or keep it as a quoted string`;
  return { code: "TooDeep", message, start, end: start + 1 };
}

/** The fault of a document that the exact reader would take too much memory for. */
export function tooLarge(start: number): ParseError {
  const message =
    "the document is too large to be read any further: divide it by `---`, and write it without anchors, tags and syntax errors, so that it takes less memory to read";
  return { code: "TooLarge", message, start, end: start + 1 };
}

/** Keys that every object has, and Secrets: to say one tells nothing of what it holds. */
const wellKnownKeys: ReadonlySet<string> = new Set(
  "apiVersion kind metadata name namespace labels annotations type immutable data stringData".split(" "),
);

/** The fault of a key that stands twice in one mapping. */
export function duplicateKey(
  key: string,
  second: { readonly start: number; readonly end: number },
  first: { readonly start: number; readonly end: number },
): ParseError {
  return {
    code: "DuplicateKey",
    message: `the key ${JSON.stringify(truncateWord(key))} stands twice in one mapping: keep one of the two`,
    ...(!wellKnownKeys.has(key) && { discreet: "a key stands twice in one mapping: keep one of the two" }),
    ...second,
    related: { message: "the first one", ...first },
  };
}
