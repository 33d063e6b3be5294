/** A terminal with coloured text, as an SVG image that reads the same in light and dark pages. */

/** Size of a cell in pixels: that of common monospace fonts at 13 pixels. */
const cell = { width: 7.83, height: 18 };
const padding = 16;

const background = "#0d1117";
const foreground = "#e6edf3";

/** Colours and weights of SGR codes; others are ignored. */
const attributes: Readonly<Record<string, string>> = {
  1: 'font-weight="bold"',
  2: 'fill-opacity="0.6"',
  31: 'fill="#ff7b72"',
  32: 'fill="#7ee787"',
  33: 'fill="#e3b341"',
  36: 'fill="#79c0ff"',
};

const ends = new Set(["0", "22", "39"]);

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A piece of a line in one style, from a column on. */
interface Span {
  readonly column: number;
  readonly codes: ReadonlySet<string>;
  readonly text: string;
}

function spansOf(line: string): readonly Span[] {
  const codes = new Set<string>();
  let column = 0;
  // oxlint-disable-next-line no-control-regex -- control sequences of a terminal.
  return line.split(/(\u001B\[[\d;]*m)/).flatMap((part) => {
    if (part.startsWith("\u001B")) {
      for (const code of part.slice(2, -1).split(";")) {
        if (ends.has(code)) {
          codes.clear();
        } else {
          codes.add(code);
        }
      }
      return [];
    }
    const span = { column: column + part.search(/\S|$/), codes: new Set(codes), text: part.trim() };
    column += part.length;
    return span.text === "" ? [] : [span];
  });
}

function drawSpan({ column, codes, text }: Span, row: number): string {
  const style = [...codes].flatMap((code) => attributes[code] ?? []).join(" ");
  const x = (padding + column * cell.width).toFixed(2);
  const y = padding + row * cell.height + 13;
  const width = (text.length * cell.width).toFixed(2);
  // A fixed length keeps columns aligned in fonts of another width.
  return `<text x="${x}" y="${y}" textLength="${width}" ${style}>${escapeXml(text)}</text>`;
}

/**
 * Draws lines of terminal output with SGR colours as an SVG. All characters must be one column wide.
 * `title`: the text for readers who do not see the image.
 */
export function terminalSvg(lines: readonly string[], title: string): string {
  // oxlint-disable-next-line no-control-regex -- control sequences of a terminal.
  const columns = Math.max(...lines.map((line) => line.replaceAll(/\u001B\[[\d;]*m/g, "").length));
  const width = Math.ceil(columns * cell.width + 2 * padding);
  const height = lines.length * cell.height + 2 * padding;
  const texts = lines.flatMap((line, row) => spansOf(line).map((span) => drawSpan(span, row)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="${foreground}" xml:space="preserve">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}
