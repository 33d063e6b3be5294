import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { faultDiagnostic } from "./text/parsed-document.ts";
import type { SourceDocument } from "./manifest.ts";

/** The offset to begin at, and the number of preceding documents. */
export interface SplitStart {
  readonly at: number;
  readonly line: number;
  readonly index: number;
}

const dash = 0x2d;
const restOfSeparator = /[ \t\r\v\f]*(?:#[^\n]*)?(?:\n|$)/y;

/**
 * Splits a text at its `---` lines as apimachinery's YAMLReader does: before any YAML is parsed, so also
 * inside a block scalar. A line that begins with `---` and continues with anything but a comment is a fault;
 * the document around it is omitted. Yields the documents and these faults in the order of the text, one at a
 * time: a text may have millions of them.
 */
export function* splitDocuments(
  source: SourceText,
  begin: SplitStart,
): Generator<SourceDocument | Diagnostic, void> {
  const { text } = source;
  let start = begin.at;
  let startLine = begin.line;
  let { index, line } = begin;
  let broken = false;
  for (let at = begin.at; at < text.length; line += 1) {
    const next = text.indexOf("\n", at);
    const lineEnd = next === -1 ? text.length : next + 1;
    const separator = separatorAt(text, at);
    if (separator === "bad") {
      broken = true;
      yield badSeparator({ source, start: at, end: lineEnd, line, index: 0, format: "yaml" });
    } else if (separator === "good") {
      if (!broken && at > start) {
        yield { source, start, end: at, line: startLine, index, format: "yaml" };
        index += 1;
      }
      broken = false;
      start = lineEnd;
      startLine = line + 1;
    }
    at = lineEnd;
  }
  if (!broken && text.length > start) {
    yield { source, start, end: text.length, line: startLine, index, format: "yaml" };
  }
}

/** Whether a line separates documents, or seems to. */
function separatorAt(text: string, at: number): "good" | "bad" | undefined {
  if (text.charCodeAt(at) !== dash || !text.startsWith("---", at)) {
    return undefined;
  }
  restOfSeparator.lastIndex = at + 3;
  return restOfSeparator.test(text) ? "good" : "bad";
}

function badSeparator(document: SourceDocument): Diagnostic {
  const message =
    "a line that begins with `---` separates documents, and only a comment may follow it: put the text on the next line, or indent the line";
  return faultDiagnostic(document, { code: "YamlSyntax", message, start: document.start, end: document.end });
}
