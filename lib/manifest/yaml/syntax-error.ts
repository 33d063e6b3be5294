import type { CST, ErrorCode, YAMLError } from "yaml";

import { truncateWord } from "../../object/message-text.ts";
import { maxDepth, tooDeep, type ParseError } from "../text/parsed-document.ts";
import { findScalarStart } from "./read-tokens.ts";
import { templateMessage } from "../validation/template.ts";

/** The document of an error: its text, its tokens, and its offset in the source. */
export interface ErrorContext {
  readonly text: string;
  readonly tokens: readonly CST.Token[];
  readonly base: number;
}

/** Reports whether `yaml` complains of something that kubectl accepts: the value is read all the same. */
export function isHarmless(error: Pick<YAMLError, "message">): boolean {
  return error.message.startsWith("Comments must be separated");
}

/** A place in the document's text, and its fault. */
interface Finding {
  readonly message: string;
  readonly discreet?: string;
  readonly start: number;
  readonly end: number;
}

interface Rule {
  readonly code: ErrorCode;
  /** The beginning of the library's message. */
  readonly begins: string;
  /** The message to report, and its place if it is not that of the library's error. */
  readonly message: string | Quoting;
  readonly place?: (error: YAMLError, context: ErrorContext) => readonly [number, number];
}

/**
 * A message that quotes the characters at the library's error, and one that does not: those may belong to a
 * Secret.
 */
interface Quoting {
  readonly reported: (pointed: string) => string;
  readonly discreet: string;
}

const secondValue =
  "a line after a complete value is indented deeper than its key: align it with the key, or correct the line above";
const noSeparator =
  "a line without `: ` among the keys of a mapping: write `key: value` (with the space), or correct its indentation";

const rules: readonly Rule[] = [
  {
    code: "TAB_AS_INDENT",
    begins: "",
    message: "this line is indented with a tab, and YAML allows only spaces: replace it",
  },
  {
    code: "BAD_INDENT",
    begins: "All ",
    message:
      "the indentation of this line matches no line above it: align it with the keys or entries that it belongs to",
    place: restOfLine,
  },
  {
    code: "BAD_INDENT",
    begins: "Flow map",
    message: "a mapping in braces is not closed before this line: add `}`, or indent the line",
    place: restOfLine,
  },
  {
    code: "BAD_INDENT",
    begins: "Flow sequence",
    message: "a list in brackets is not closed before this line: add `]`, or indent the line",
    place: restOfLine,
  },
  {
    code: "BAD_INDENT",
    begins: "Block scalar",
    message: "the text of a block scalar must be indented with spaces: indent it deeper than its key",
  },
  {
    code: "MISSING_CHAR",
    begins: 'Missing closing "',
    message: 'a double quote is not closed: add `"`, or indent the lines of the text',
    place: openingQuote,
  },
  {
    code: "MISSING_CHAR",
    begins: "Missing closing '",
    message:
      "a single quote is not closed: add `'`, double it inside the text, or indent the lines of the text",
    place: openingQuote,
  },
  { code: "MISSING_CHAR", begins: "Implicit map keys", message: noSeparator },
  { code: "MISSING_CHAR", begins: "Missing ,", message: "a comma is missing before this entry" },
  { code: "MISSING_CHAR", begins: "Flow map", message: "a mapping in braces is not closed: add `}`" },
  { code: "MISSING_CHAR", begins: "Flow sequence", message: "a list in brackets is not closed: add `]`" },
  {
    code: "BAD_SCALAR_START",
    begins: "",
    message: {
      reported: (pointed) => `a value cannot begin with \`${pointed}\`: quote it`,
      discreet: "a value cannot begin with this character: quote it",
    },
  },
  {
    code: "BAD_DQ_ESCAPE",
    begins: "",
    message: "unknown YAML escape: write `\\\\` for a backslash, or put the text in single quotes",
    place: escapePlace,
  },
  { code: "MULTILINE_IMPLICIT_KEY", begins: "", message: noSeparator },
  {
    code: "BLOCK_AS_IMPLICIT_KEY",
    begins: "Nested",
    message: "a second `: ` in one line: quote the value, or put it on the next line",
    place: restOfLine,
  },
  {
    code: "BLOCK_IN_FLOW",
    begins: "",
    message: "a comma or a closing bracket is missing before this `: ` or `- `",
  },
  {
    code: "KEY_OVER_1024_CHARS",
    begins: "",
    message: "a key may be at most 1024 characters long: shorten it",
  },
  {
    code: "UNEXPECTED_TOKEN",
    begins: "Unexpected block-seq-ind on same line",
    message: "a list cannot begin on the line of its key: put its first `- ` on the next line",
  },
  {
    code: "UNEXPECTED_TOKEN",
    begins: "Block scalar header",
    message: "only `+`, `-`, a digit and a comment may follow `|` and `>`: begin the text on the next line",
  },
  {
    code: "UNEXPECTED_TOKEN",
    begins: "Unexpected flow-",
    message: {
      reported: (pointed) => `this \`${pointed}\` has no opening bracket: remove it, or quote the text`,
      discreet: "this bracket has no opening bracket: remove it, or quote the text",
    },
  },
  {
    code: "UNEXPECTED_TOKEN",
    begins: "Unexpected scalar at node end",
    message: "text after a complete value: quote the whole value, or correct the indentation",
  },
  {
    code: "TAG_RESOLVE_FAILED",
    begins: "",
    message: {
      reported: (pointed) => `unknown tag ${pointed}: remove it, or quote the value`,
      discreet: "unknown tag: remove it, or quote the value",
    },
  },
  {
    code: "BAD_ALIAS",
    begins: "Alias cannot",
    message: "a value cannot begin with `*` (an alias needs a name): quote it",
  },
  { code: "MULTIPLE_ANCHORS", begins: "", message: "two anchors before one value: keep one" },
];

/** The fault in our own words, with a remedy if one is known. */
export function syntaxFault(errors: readonly YAMLError[], context: ErrorContext): ParseError | undefined {
  const [first] = errors.toSorted((left, right) => left.pos[0] - right.pos[0]);
  if (first === undefined) {
    return undefined;
  }
  const { base, text } = context;
  if (first.code === "RESOURCE_EXHAUSTION") {
    return {
      ...tooDeep(base + first.pos[0]),
      message: `nested too deep (at most ${maxDepth} levels): flatten the value`,
    };
  }
  const finding = templateFinding(first, text) ?? deeperLine(first, context) ?? findingOf(first, context);
  const start = base + finding.start;
  return { ...finding, code: "YamlSyntax", start, end: Math.max(base + finding.end, start + 1) };
}

function findingOf(error: YAMLError, context: ErrorContext): Finding {
  const [from, to] = error.pos;
  const rule = rules.find(({ code, begins }) => code === error.code && error.message.startsWith(begins));
  if (rule === undefined) {
    const message = `invalid YAML: ${error.message.replace(/".*"/, truncateWord)}`;
    return { message, discreet: "invalid YAML: correct it", start: from, end: to };
  }
  const [start, end] = rule.place?.(error, context) ?? [from, to];
  if (typeof rule.message === "string") {
    return { message: rule.message, start, end };
  }
  const { reported, discreet } = rule.message;
  return { message: reported(truncateWord(context.text.slice(from, to))), discreet, start, end };
}

/**
 * `{{` in the faulty line, or at the beginning of one above, is an unrendered template of Helm or a similar
 * tool.
 */
function templateFinding(error: YAMLError, text: string): Finding | undefined {
  const lineStart = text.lastIndexOf("\n", error.pos[0] - 1) + 1;
  const [, lineEnd] = lineRest(text, error.pos[0]);
  const template = text.slice(lineStart, lineEnd).indexOf("{{");
  if (template !== -1) {
    return { message: templateMessage, start: lineStart + template, end: lineEnd };
  }
  const above = /^\{\{.*/m.exec(text.slice(0, lineStart));
  return above === null
    ? undefined
    : { message: templateMessage, start: above.index, end: above.index + above[0].trimEnd().length };
}

/**
 * A value that continues in a deeper line, which then turns out to be a key: that line is at fault, not the
 * value.
 */
function deeperLine(error: YAMLError, { text }: ErrorContext): Finding | undefined {
  const [start] = error.pos;
  const [, lineEnd] = lineRest(text, error.pos[0]);
  const nested = error.code === "BLOCK_AS_IMPLICIT_KEY" && error.message.startsWith("Nested");
  if (!nested || /:(?:\s|$)/.test(text.slice(start, lineEnd))) {
    return undefined;
  }
  const next = /\S[^\n]*/.exec(text.slice(lineEnd));
  const at = lineEnd + (next?.index ?? 0);
  return { message: secondValue, start: at, end: at + (next?.[0].length ?? 1) };
}

function restOfLine(error: YAMLError, { text }: Pick<ErrorContext, "text">): readonly [number, number] {
  return lineRest(text, error.pos[0]);
}

/** From the first character that is not a space to the end of the line. */
function lineRest(text: string, from: number): readonly [number, number] {
  const found = text.indexOf("\n", from);
  const line = text.slice(from, found === -1 ? text.length : found);
  return [from + (line.length - line.trimStart().length), from + line.trimEnd().length];
}

function openingQuote(error: YAMLError, { text, tokens }: ErrorContext): readonly [number, number] {
  const [end] = error.pos;
  const start = findScalarStart(tokens, end) ?? end;
  return [start, Math.min(end, lineRest(text, start)[1])];
}

function escapePlace(error: YAMLError): readonly [number, number] {
  return [error.pos[0], error.pos[0] + 2];
}
