import { renderedName, type SourceText } from "../object/diagnostic/source-text.ts";
import { withinChart } from "./renderable.ts";

/**
 * The output of `helm template` as one source a file of the chart. What a template gave is named after it,
 * `shop/templates/web.yaml (rendered)`, and stands together, in the order of the output and with Helm's
 * comments, as `--show-only` shows it. Files of `crds/` folders are no templates: they keep their names and
 * their lines.
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
    const pieces = texts.get(name) ?? [];
    texts.set(name, pieces);
    pieces.push(lined(isTemplate ? text : text.slice(length)));
  }
  return [...texts].map(([name, pieces]) => ({
    name,
    text: pieces.join(""),
    ...(files.has(name) ? { isChartCrds: true } : {}),
  }));
}

/** A file of definitions of the chart, or of a chart within it. */
const definitions = /^(?:charts\/[^/]+\/)*crds\//;

function lined(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

interface Piece {
  /** Within the chart; empty for what stands before the first comment. */
  readonly file: string;
  /** What the text begins with and Helm has written. */
  readonly heading: string;
  readonly text: string;
}

/**
 * Behind `---` in the first column begins a document wherever it stands, so no text of a manifest is taken
 * for Helm's.
 */
const headings = /^---\r?\n# Source: ([^/\r\n]+)\/([^\r\n]+)\r?\n/gm;

function piecesOf(output: string): readonly Piece[] {
  const found = [...output.matchAll(headings)];
  // A file of definitions may have been rendered by Helm once, from another chart: its comments are its own.
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
