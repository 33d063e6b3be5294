import { append } from "../object/append.ts";
import { renderedName, type SourceText } from "../object/diagnostic/source-text.ts";
import { withinChart } from "./renderable.ts";

/**
 * Splits the output of `helm template` into one source per file of the chart. The output of a template is
 * named after it, `shop/templates/web.yaml (rendered)`, and is kept together, in the order of the output and
 * with Helm's comments, as with `--show-only`. Files of `crds/` folders are not templates: they keep their
 * names and their lines.
 */
export function splitRendered(chart: string, output: string): readonly SourceText[] {
  const texts = new Map<string, string[]>();
  const files = new Set<string>();
  for (const {
    file,
    text,
    heading: { length },
  } of piecesOf(output)) {
    const isTemplate = !definitions.test(file);
    const path = file === "" ? chart : withinChart(chart, file);
    const name = isTemplate ? renderedName(path) : path;
    if (!isTemplate) {
      files.add(name);
    }
    append(texts, name, lined(isTemplate ? text : text.slice(length)));
  }
  return [...texts].map(([name, pieces]) => ({
    name,
    text: pieces.join(""),
    ...(files.has(name) ? { isChartCrds: true } : {}),
  }));
}

/** Matches a file of definitions of the chart, or of a chart within it. */
const definitions = /^(?:charts\/[^/]+\/)*crds\//;

function lined(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

interface Piece {
  /** The path within the chart; empty for what precedes the first comment. */
  readonly file: string;
  /** The lines that Helm has added at the beginning of the text. */
  readonly heading: string;
  readonly text: string;
}

/**
 * Matches Helm's comments. A `---` in the first column begins a document wherever it is, so no text of a
 * manifest is taken for one of them.
 */
const headings = /^---\r?\n# Source: ([^/\r\n]+)\/([^\r\n]+)\r?\n/gm;

function piecesOf(output: string): readonly Piece[] {
  const found = [...output.matchAll(headings)];
  // A file of definitions may be the output of Helm from another chart: then the comments in it are its own.
  const [, chart] = found[0] ?? [];
  const own = found.filter(([, name]) => name === chart);
  const before = output.slice(0, own[0]?.index ?? output.length);
  const pieces = own.map(({ index, 0: heading, 2: file = "" }, at) => ({
    file,
    heading,
    text: output.slice(index, own[at + 1]?.index ?? output.length),
  }));
  return before.trim() === "" ? pieces : [{ file: "", heading: "", text: before }, ...pieces];
}
