/**
 * Source lines that may be shown to anyone. In a document that may be a Secret, values are masked:
 *
 *     stringData:
 *       password: ••••
 *       config: ••••
 *         ••••
 *
 * It works on bare text, because the lines worth showing are often those that no parser accepts. So it errs
 * on the safe side: only values at places known to be harmless stay, and a line that it cannot parse is
 * masked whole. If a file holds a Secret, so is every line of its other documents that do not name another
 * kind.
 */
import { cannotContainSecret, mayContainSecret } from "./detect-secret-text.ts";

/** A line to be shown; from `hiddenFrom` on (a UTF-16 offset) it is masked. */
export interface ShownLine {
  readonly text: string;
  readonly hiddenFrom?: number;
}

/** The placeholder for a value of any length. */
export const mask = "••••";

/** A line `---` at which kubectl splits files; one with text after it belongs to the document above. */
const separator = /^---[ \t\r\v\f]*(?:#|$)/;

/** The lines of a source text, those of Secrets masked. Complexity: O(length). */
export function showLines(text: string): readonly ShownLine[] {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return mayContainSecret(text) ? splitDocuments(lines).flatMap(showDocument) : lines.map(showWhole);
}

function showWhole(line: string): ShownLine {
  return { text: line };
}

function splitDocuments(lines: readonly string[]): readonly (readonly string[])[] {
  const documents: string[][] = [[]];
  for (const line of lines) {
    if (separator.test(line)) {
      documents.push([]);
    }
    documents.at(-1)?.push(line);
  }
  return documents;
}

/** Shows a document of a file that holds a Secret. */
function showDocument(lines: readonly string[]): readonly ShownLine[] {
  const text = lines.join("\n");
  if (mayContainSecret(text)) {
    return maskDocument(lines);
  }
  return lines.map(cannotContainSecret(text) ? showWhole : maskWhole);
}

/** A mapping key that contains the current line, by indentation. */
interface Ancestor {
  readonly indent: number;
  readonly key: string;
  /** Whether only its entries follow it: no line below it continues a value. */
  readonly open: boolean;
}

interface KeyLine {
  readonly indent: number;
  readonly key: string;
  /** The offset of the value. */
  readonly valueAt: number;
  readonly value: string;
}

function maskDocument(lines: readonly string[]): readonly ShownLine[] {
  const ancestors: Ancestor[] = [];
  let quote: string | undefined;
  return lines.map((line) => {
    if (quote !== undefined) {
      quote = line.includes(quote) ? undefined : quote;
      return maskWhole(line);
    }
    const entry = readKeyLine(line);
    leaveDeeper(ancestors, entry?.indent ?? line.search(/\S|$/));
    if (entry === undefined || isInValue(ancestors)) {
      return maskWhole(line);
    }
    quote = openQuote(entry.value);
    ancestors.push({ indent: entry.indent, key: entry.key, open: isOpening(entry.value) });
    return maskEntry(line, entry, ancestors);
  });
}

/**
 * Reports whether a line below these keys belongs to a value: one that has begun, or that of a key of a
 * Secret's data.
 */
function isInValue(ancestors: readonly Ancestor[]): boolean {
  const [data, key] = withoutItems(ancestors.map((ancestor) => ancestor.key));
  const inData = (data === "data" || data === "stringData") && key !== undefined;
  return inData || ancestors.some((ancestor) => !ancestor.open);
}

function withoutItems(path: readonly string[]): readonly string[] {
  return path[0] === "items" ? path.slice(1) : path;
}

/** Drops the keys that no longer contain a line at this indentation. */
function leaveDeeper(ancestors: Ancestor[], indent: number): void {
  while ((ancestors.at(-1)?.indent ?? -1) >= indent) {
    ancestors.pop();
  }
}

function isOpening(value: string): boolean {
  return /^[{[]?$/.test(value);
}

function readKeyLine(line: string): KeyLine | undefined {
  const match = /^(\s*(?:-\s+)*)(["']?)([\w./-]+)\2\s*:(?:\s+|$)(.*)$/.exec(line);
  if (match === null) {
    return undefined;
  }
  const [, lead = "", , key = "", value = ""] = match;
  return { indent: lead.length, key, value: value.trimEnd(), valueAt: line.length - value.length };
}

/** The quote of a value that continues on the next line. */
function openQuote(value: string): string | undefined {
  const quote = value[0];
  if (quote !== '"' && quote !== "'") {
    return undefined;
  }
  return value.indexOf(quote, 1) === -1 ? quote : undefined;
}

const harmlessPaths = new Set([
  "apiVersion",
  "kind",
  "type",
  "immutable",
  "metadata name",
  "metadata namespace",
  "metadata generateName",
]);
const harmlessAnnotation =
  /^(?:config\.kubernetes\.io|helm\.sh|converge\.dev|(?:[\w.-]+\.)?werf\.io)\/[\w.-]+$/;

function isHarmless(path: readonly string[]): boolean {
  const inside = withoutItems(path);
  const [metadata, annotations, key, deeper] = inside;
  return (
    harmlessPaths.has(inside.join(" ")) ||
    (metadata === "metadata" &&
      annotations === "annotations" &&
      key !== undefined &&
      deeper === undefined &&
      harmlessAnnotation.test(key))
  );
}

/** Reports whether the value is one scalar on one line, without a comment. */
function isSimple(value: string): boolean {
  return /^(?:"[^"#]*"|'[^'#]*'|[^"'{}[\]#&*!|>]*),?$/.test(value);
}

function maskEntry(line: string, entry: KeyLine, ancestors: readonly Ancestor[]): ShownLine {
  const harmless = isSimple(entry.value) && isHarmless(ancestors.map((ancestor) => ancestor.key));
  return isOpening(entry.value) || harmless
    ? { text: line }
    : { text: line.slice(0, entry.valueAt) + mask, hiddenFrom: entry.valueAt };
}

/**
 * Shows lines of only brackets and markers, which reveal nothing; masks any other line from its first
 * character.
 */
function maskWhole(line: string): ShownLine {
  const indent = line.search(/\S|$/);
  return /^[\s{}[\],.-]*$/.test(line)
    ? { text: line }
    : { text: line.slice(0, indent) + mask, hiddenFrom: indent };
}
