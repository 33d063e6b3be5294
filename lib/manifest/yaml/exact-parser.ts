/**
 * Reads one YAML document with the `yaml` package: every form of YAML, exact positions, some 2 MB a second.
 * The fast reader falls back to it when in doubt.
 */
import type { Document } from "yaml";

import { faultDiagnostic, type ParsedDocument, type ParseError } from "../text/parsed-document.ts";
import type { SourceDocument } from "../manifest.ts";
import type { SourceMap } from "../text/source-map.ts";
import { checkText } from "./check-characters.ts";
import { compose } from "./compose.ts";
import { convertNode, startConversion } from "./convert-node.ts";
import { readTokens } from "./read-tokens.ts";
import { syntaxFault } from "./syntax-error.ts";

/** Reads the document as kubectl does; the positions of its entries are added to `spans` if that is given. */
export function parseExactly(document: SourceDocument, spans?: SourceMap): ParsedDocument {
  const written = document.source.text.slice(document.start, document.end);
  const text = written.endsWith("\n") ? written : `${written}\n`;
  const refused = checkText(text, document.start);
  if (refused !== undefined) {
    return refuse(document, [refused]);
  }
  const read = readTokens(text, document.start);
  if ("fault" in read) {
    return refuse(document, [read.fault]);
  }
  const { tokens } = read;
  const { documents, errors } = compose(tokens, text.length);
  const fault = syntaxFault(errors, { text, tokens, base: document.start });
  return fault === undefined ? convert(document, documents, spans) : refuse(document, [fault]);
}

function refuse(document: SourceDocument, faults: readonly ParseError[]): ParsedDocument {
  return { value: null, faults: faults.map((fault) => faultDiagnostic(document, fault)) };
}

/** kubectl stops at a `...` line and drops the rest; here that is a fault. */
function convert(
  document: SourceDocument,
  composed: readonly Document.Parsed[],
  spans: SourceMap | undefined,
): ParsedDocument {
  const [root, ...others] = composed;
  const conversion = startConversion(document, spans);
  const contents = root?.contents ?? null;
  const value = contents === null ? null : convertNode(contents, conversion);
  const dropped = others.find((other) => !isBlank(other))?.contents;
  const faults: ParseError[] = [...conversion.faults.all()];
  if (dropped !== undefined && dropped !== null) {
    const [start, end] = dropped.range;
    const message = "text after a `...` line is dropped by kubectl: begin a new document with `---`";
    faults.push({ code: "YamlSyntax", message, start: document.start + start, end: document.start + end });
  }
  return faults.length > 0 ? refuse(document, faults) : { value, faults: [] };
}

function isBlank(document: Document.Parsed): boolean {
  const { contents } = document;
  return contents === null || contents.range[0] === contents.range[1];
}
