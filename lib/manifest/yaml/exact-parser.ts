/**
 * Reads one YAML document with the `yaml` package: every form of YAML, exact positions, some 2 MB a second.
 * The fast reader falls back to it when in doubt.
 */
import { type Document, Composer, type CST, type ErrorCode, type YAMLError, YAMLParseError } from "yaml";

import { faultDiagnostic, type ParsedDocument, type ParseError } from "../text/parsed-document.ts";
import type { SourceDocument } from "../manifest.ts";
import type { SourceMap } from "../text/source-map.ts";
import { checkText } from "./check-characters.ts";
import { convertNode, startConversion } from "./convert-node.ts";
import { readTokens } from "./read-tokens.ts";
import { syntaxFault, isHarmless } from "./syntax-error.ts";

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
    const message = "kubectl drops text after a `...` line: start a new document with `---`";
    faults.push({ code: "YamlSyntax", message, start: document.start + start, end: document.start + end });
  }
  return faults.length > 0 ? refuse(document, faults) : { value, faults: [] };
}

function isBlank(document: Document.Parsed): boolean {
  const { contents } = document;
  return contents === null || contents.range[0] === contents.range[1];
}

const options = {
  version: "1.1",
  schema: "failsafe",
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
  merge: false,
} as const;

/** Errors after which composing ends: only the first of them is shown. */
const mostErrors = 100;

/** The documents composed of tokens, and their errors. */
interface Composition {
  readonly documents: readonly Document.Parsed[];
  readonly errors: readonly YAMLError[];
}

/** The position of an error, in the forms the composer uses. */
type ErrorPlace = number | readonly number[] | { readonly offset: number; readonly source?: string };

/** The arguments with which the composer reports an error. */
type ErrorWords = [place: ErrorPlace, code: ErrorCode, message: string, isWarning?: boolean];

/** Ends the composing of a text with too many errors. */
class TooManyErrors extends Error {
  override readonly name = "TooManyErrors";
}

/**
 * Composes tokens into documents, until there are a hundred errors. `yaml` creates an error object with a
 * stack trace for each of possibly millions of bad tokens in one document, and has no option to stop: so its
 * error handler is replaced by one that throws to end it.
 */
function compose(tokens: Iterable<CST.Token>, length: number): Composition {
  const composer = new Composer(options);
  const errors: YAMLError[] = [];
  const onError = (...[place, code, message, isWarning]: ErrorWords): void => {
    if (isWarning === true || isHarmless({ message })) {
      return;
    }
    // `yaml` catches errors at each level, and reports that here too.
    if (errors.length >= mostErrors) {
      throw new TooManyErrors();
    }
    errors.push(new YAMLParseError(positionOf(place), code, message));
  };
  Reflect.set(composer, "onError", onError);
  try {
    const documents = [...composer.compose(tokens, true, length)];
    const others = documents.flatMap((document) => document.errors).filter((error) => !isHarmless(error));
    return { documents, errors: [...errors, ...others] };
  } catch (error) {
    if (error instanceof TooManyErrors) {
      return { documents: [], errors };
    }
    throw error;
  }
}

/** The first and the last offset of an error, as `yaml` computes them. */
function positionOf(place: ErrorPlace): [number, number] {
  if (typeof place === "number") {
    return [place, place + 1];
  }
  if ("offset" in place) {
    return [place.offset, place.offset + (place.source?.length ?? 1)];
  }
  const [start = 0, end = start + 1] = place;
  return [start, end];
}
