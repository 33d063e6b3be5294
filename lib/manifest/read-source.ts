import type { Diagnostic } from "../object/diagnostic.ts";
import type { SourceText } from "../object/source-text.ts";
import { faultDiagnostic, type DocumentTree } from "./document-tree.ts";
import { readJson, skipJsonSpace } from "./json/read-json.ts";
import { lineAt } from "./line.ts";
import type { SourceDocument } from "./manifest.ts";
import { readDocument } from "./read-document.ts";
import { splitDocuments, type SplitStart } from "./split-documents.ts";

/** The documents of a source, each with what it holds, and the faults that belong to none of them. */
export interface SourceReading {
  readonly documents: readonly ReadDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A document and the value that stands in it. */
export interface ReadDocument {
  readonly document: SourceDocument;
  readonly tree: DocumentTree;
}

/**
 * Reads all documents of a source as kubectl's YAMLOrJSONDecoder does: a text that begins with `{` is a stream of
 * JSON values; what is no JSON after at most one of them is YAML. In a file named `*.json` a text that is neither
 * is told as JSON's fault.
 */
export function readSource(source: SourceText): SourceReading {
  const begin = source.text.startsWith("\uFEFF") ? 1 : 0;
  const first = source.text.slice(begin).search(/\S/);
  return first !== -1 && source.text[begin + first] === "{"
    ? readJsonStream(source, begin)
    : readYaml(source, { at: begin, line: 1, index: 0 });
}

function readYaml(source: SourceText, begin: SplitStart): SourceReading {
  const { documents, diagnostics } = splitDocuments(source, begin);
  return {
    documents: documents.map((document) => ({ document, tree: readDocument(document) })),
    diagnostics,
  };
}

function readJsonStream(source: SourceText, begin: number): SourceReading {
  const { text } = source;
  const documents: ReadDocument[] = [];
  let end = begin;
  for (let at = skipJsonSpace(text, begin); at < text.length; at = skipJsonSpace(text, end)) {
    const reading = readJson(text, { start: at, end: text.length });
    const document: SourceDocument = {
      source,
      start: at,
      end: reading.end,
      line: lineAt(source, at).line,
      index: documents.length,
      format: "json",
    };
    const faults = reading.faults.map((fault) => faultDiagnostic(document, fault));
    const syntax = faults.find((fault) => fault.code === "JsonSyntax");
    if (syntax !== undefined) {
      const rest = { at: end, line: lineAt(source, end).line, index: documents.length };
      return readRest(source, { documents, syntax, rest });
    }
    documents.push({ document, tree: { value: reading.value, faults } });
    if (faults.some((fault) => fault.code === "TooDeep")) {
      break;
    }
    end = reading.end;
  }
  return { documents, diagnostics: [] };
}

interface JsonFailure {
  readonly documents: readonly ReadDocument[];
  readonly syntax: Diagnostic;
  readonly rest: SplitStart;
}

function readRest(source: SourceText, { documents, syntax, rest }: JsonFailure): SourceReading {
  if (documents.length > 1) {
    return { documents, diagnostics: [syntax] };
  }
  const lineBreak = /^[ \t\r]*\n/.exec(source.text.slice(rest.at))?.[0];
  const begin =
    lineBreak === undefined ? rest : { ...rest, at: rest.at + lineBreak.length, line: rest.line + 1 };
  const yaml = readYaml(source, begin);
  const readable =
    yaml.diagnostics.length === 0 && yaml.documents.every(({ tree }) => tree.faults.length === 0);
  return readable || !source.name.endsWith(".json")
    ? { documents: [...documents, ...yaml.documents], diagnostics: yaml.diagnostics }
    : { documents, diagnostics: [syntax] };
}
