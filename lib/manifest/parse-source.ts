import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { faultDiagnostic, type ParsedDocument } from "./text/parsed-document.ts";
import { readJson, skipJsonSpace } from "./json/parse-json.ts";
import { lineAt } from "./text/source-map.ts";
import type { SourceDocument } from "./manifest.ts";
import { readDocument } from "./parse-document.ts";

/** The documents of a source, each with its content, and the faults that belong to none of them. */
interface ParsedSource {
  readonly documents: readonly ReadDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A document and its value. */
export interface ReadDocument {
  readonly document: SourceDocument;
  readonly tree: ParsedDocument;
}

/** Reads all documents of a source, like `readEach`. */
export function readSource(source: SourceText): ParsedSource {
  const documents: ReadDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const part of readEach(source)) {
    if ("tree" in part) {
      documents.push(part);
    } else {
      diagnostics.push(part);
    }
  }
  return { documents, diagnostics };
}

/**
 * Reads the documents of a source as kubectl's YAMLOrJSONDecoder does, one at a time: a text that begins with
 * `{` is a stream of JSON values; after at most one of them, text that is not JSON is YAML. In a file named
 * `*.json` a text that is neither is reported as a JSON fault.
 */
export function* readEach(source: SourceText): Generator<ReadDocument | Diagnostic, void> {
  const begin = source.text.startsWith("\uFEFF") ? 1 : 0;
  const first = source.text.slice(begin).search(/\S/);
  yield* first !== -1 && source.text[begin + first] === "{"
    ? readJsonStream(source, begin)
    : readYaml(source, { at: begin, line: 1, index: 0 });
}

function* readYaml(source: SourceText, begin: SplitStart): Generator<ReadDocument | Diagnostic, void> {
  for (const part of splitDocuments(source, begin)) {
    yield "code" in part ? part : { document: part, tree: readDocument(part) };
  }
}

function* readJsonStream(source: SourceText, begin: number): Generator<ReadDocument | Diagnostic, void> {
  const { text } = source;
  let end = begin;
  let index = 0;
  for (let at = skipJsonSpace(text, begin); at < text.length; at = skipJsonSpace(text, end)) {
    const reading = readJson(text, { start: at, end: text.length });
    const line = lineAt(source, at).line;
    const document: SourceDocument = { source, start: at, end: reading.end, line, index, format: "json" };
    const faults = reading.faults.map((fault) => faultDiagnostic(document, fault));
    const syntax = faults.find((fault) => fault.code === "JsonSyntax");
    if (syntax !== undefined) {
      const rest = { at: end, line: lineAt(source, end).line, index };
      yield* index > 1 ? [syntax] : readRest(source, syntax, rest);
      return;
    }
    yield { document, tree: { value: reading.value, faults } };
    if (faults.some((fault) => fault.code === "TooDeep")) {
      return;
    }
    end = reading.end;
    index += 1;
  }
}

/** Reads the rest of a text, which is not JSON, after at most one JSON value. */
function* readRest(
  source: SourceText,
  syntax: Diagnostic,
  rest: SplitStart,
): Generator<ReadDocument | Diagnostic, void> {
  const lineBreak = /^[ \t\r]*\n/.exec(source.text.slice(rest.at))?.[0];
  const begin =
    lineBreak === undefined ? rest : { ...rest, at: rest.at + lineBreak.length, line: rest.line + 1 };
  if (source.name.endsWith(".json") && !isReadable(source, begin)) {
    yield syntax;
  } else {
    yield* readYaml(source, begin);
  }
}

/** Reports whether the YAML that begins there has no fault. */
function isReadable(source: SourceText, begin: SplitStart): boolean {
  for (const part of readYaml(source, begin)) {
    if (!("tree" in part) || part.tree.faults.length > 0) {
      return false;
    }
  }
  return true;
}

/** The offset to begin at, and the number of preceding documents. */
interface SplitStart {
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
function* splitDocuments(
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
    "only a comment may follow `---`, which separates documents: put the text on the next line, or indent the line";
  return faultDiagnostic(document, { code: "YamlSyntax", message, start: document.start, end: document.end });
}
