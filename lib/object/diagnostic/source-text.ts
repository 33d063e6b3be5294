import type { Path } from "../json.ts";

/** A named text: a file's content, or standard input (`<stdin>`). */
export interface SourceText {
  readonly name: string;
  readonly text: string;
  /**
   * Whether it is a file of the `crds/` folder of a chart or a module: its CRDs are applied first, and
   * outlive the release.
   */
  readonly isChartCrds?: true;
  /** Given if the file is encrypted: its lines, to be quoted in place of those of `text`. */
  readonly shown?: string;
  /** Given if it has decrypted values. */
  readonly secrets?: DecryptedValues;
  /** The chart of the template that it is rendered from, if the chart orders its parts (Helm's HIP-0025). */
  readonly chart?: ChartPlace;
}

/** A chart that orders its parts, or one of its subcharts. */
export interface ChartPlace {
  /** The names of the charts that lead to it, in Helm's form: `shop/charts/db`. */
  readonly path: string;
  /** The charts, in the same form, that must be ready before objects of this one are applied. */
  readonly after: readonly string[];
  /** Milliseconds for an object to become ready, unless it sets a limit itself. */
  readonly timeout: number;
  /** Whether the order is not followed, as the user chose. */
  readonly isIgnored: boolean;
}

/** Values that were encrypted in the repository: no output may have them. */
export interface DecryptedValues {
  /** The values as texts. */
  readonly values: readonly string[];
  /** Their places; undefined in a rendered text, where they are recognized by their content. */
  readonly places?: readonly DecryptedPlace[];
}

/** The place of a decrypted value: the index of its document in the source, and its path there. */
export interface DecryptedPlace {
  readonly document: number;
  readonly path: Path;
}

/** A place in a source text. Lines and columns count from 1; columns count UTF-16 units, as editors do. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** The number of characters from the column on that are underlined. */
  readonly length?: number;
  /** The place in the rendered text, for a place in a template: its line is quoted. */
  readonly rendered?: Origin;
}

/** `web.yaml:12:3`, the format that terminals and editors make clickable. */
export function formatOrigin(origin: Origin): string {
  const column = origin.column === undefined ? "" : `:${origin.column}`;
  return `${origin.file}:${origin.line}${column}`;
}

/** The suffix of a template's name that denotes its rendered text. */
const renderedMark = " (rendered)";

/** The name of a template's rendered text: that of the template, marked as rendered. */
export function renderedName(template: string): string {
  return `${template}${renderedMark}`;
}

/** Reports whether a source is the rendered text of a template: its lines are not those of a file. */
export function isRendered(name: string): boolean {
  return name.endsWith(renderedMark);
}

/** `templates/web.yaml (rendered)` → `templates/web.yaml`; any other name is returned as it is. */
export function templateOf(name: string): string {
  return isRendered(name) ? name.slice(0, -renderedMark.length) : name;
}
