import type { Diagnostic } from "../object/diagnostic.ts";
import type { SourceText } from "../object/source-text.ts";
import { faultDiagnostic } from "./document-tree.ts";
import type { SourceDocument } from "./manifest.ts";

/** The documents of a text, and the separator lines that are none. */
export interface Split {
  readonly documents: readonly SourceDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Where to begin in a text, and how many documents came before. */
export interface SplitStart {
  readonly at: number;
  readonly line: number;
  readonly index: number;
}

const dash = 0x2d;
const restOfSeparator = /[ \t\r\v\f]*(?:#[^\n]*)?(?:\n|$)/y;

/**
 * Cuts a text at its `---` lines as apimachinery's YAMLReader does: before any YAML is read, so also inside of a
 * block scalar. A line that begins with `---` and goes on with anything but a comment is a fault; the document
 * around it is left out.
 */
export function splitDocuments(source: SourceText, begin: SplitStart): Split {
  const { text } = source;
  const documents: SourceDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  let start = begin.at;
  let startLine = begin.line;
  let line = begin.line;
  let broken = false;
  const finish = (end: number): void => {
    if (!broken && end > start) {
      const index = begin.index + documents.length;
      documents.push({ source, start, end, line: startLine, index, format: "yaml" });
    }
    broken = false;
  };
  for (let at = begin.at; at < text.length; line += 1) {
    const next = text.indexOf("\n", at);
    const lineEnd = next === -1 ? text.length : next + 1;
    if (text.charCodeAt(at) === dash && text.startsWith("---", at)) {
      restOfSeparator.lastIndex = at + 3;
      if (restOfSeparator.test(text)) {
        finish(at);
        start = lineEnd;
        startLine = line + 1;
      } else {
        broken = true;
        diagnostics.push(badSeparator({ source, start: at, end: lineEnd, line, index: 0, format: "yaml" }));
      }
    }
    at = lineEnd;
  }
  finish(text.length);
  return { documents, diagnostics };
}

function badSeparator(document: SourceDocument): Diagnostic {
  const message =
    "a line that begins with `---` separates documents, and only a comment may follow it: put the text on the next line, or indent the line";
  return faultDiagnostic(document, { code: "YamlSyntax", message, start: document.start, end: document.end });
}
