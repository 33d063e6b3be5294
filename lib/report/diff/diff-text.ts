import { isArray, type JsonValue } from "../../object/json.ts";
import { makePaint, type Colorize, type Style } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { textWidth } from "../terminal/text-width.ts";
import { nameCell } from "../terminal/columns.ts";
import {
  type DiffVerb,
  diffVerbs,
  type FieldChange,
  type ObjectDiff,
  type DiffStep,
} from "../../object/field-change.ts";
import { nameSet, type ObjectNames, withNamespace } from "../../object/object-name.ts";
import { textChange } from "./text-change.ts";
import { yamlLines, yamlScalar } from "../document/yaml-text.ts";

/** The output style of diffs. */
export interface DiffStyle {
  readonly color: boolean;
  /** Columns of the terminal; undefined if the output is not a terminal. */
  readonly width: number | undefined;
}

const tones: Readonly<Record<DiffVerb, Style>> = {
  create: "good",
  change: "note",
  recreate: "warning",
  prune: "error",
  delete: "error",
  unchanged: "faint",
};

const signs: Readonly<Record<FieldChange["kind"], readonly [sign: string, tone: Style]>> = {
  added: ["+", "good"],
  removed: ["-", "error"],
  changed: ["~", "note"],
  order: ["~", "note"],
};

/**
 * Formats changes, object by object and field by field; the same change of several objects is shown once,
 * below all their names, and unchanged objects without notes are only counted.
 *
 *     change Deployment/web
 *       ~ spec.replicas: 2 → 3
 *       ~ spec.template.spec.containers[name=app].image: nginx:1.28 → nginx:1.29
 *
 *     namespace shop: 1 to change, 6 unchanged
 */
export function diffText(entries: readonly ObjectDiff[], style: DiffStyle): string {
  const paint = makePaint(style.color);
  const names = nameSet(entries.map(({ key }) => key));
  const blocks = diffBlocks(entries, names, style);
  const stated = blocks.length === 0 ? undefined : names.namespace;
  return `${[...blocks, paint("strong", withNamespace(countWords(entries), stated))].join("\n\n")}\n`;
}

/** Formats the changes of `diffText` without the summary, one text per block of lines. */
export function diffBlocks(
  entries: readonly ObjectDiff[],
  names: ObjectNames,
  style: DiffStyle,
): readonly string[] {
  const paint = makePaint(style.color);
  const shown = entries
    .filter(({ verb, notes = [] }) => verb !== "unchanged" || notes.length > 0)
    .map((entry) => ({ ...entry, lines: bodyLines(entry, paint, style.width).join("\n") }));
  const alike = Map.groupBy(shown, ({ key, verb, lines }) => (verb === "change" ? lines : `${verb} ${key}`));
  return [...alike.values()].map((same) =>
    [
      ...same.map(({ key, verb }) => headLine(names.nameOf(key), verb, paint)),
      ...same.slice(0, 1).map(({ lines }) => lines),
    ]
      .filter((line) => line !== "")
      .join("\n"),
  );
}

/** Formats only the number of changes: `1 to change, 6 unchanged`. */
export function diffSummary(entries: readonly ObjectDiff[], style: DiffStyle): string {
  return `${makePaint(style.color)("strong", countWords(entries))}\n`;
}

function countWords(entries: readonly ObjectDiff[]): string {
  const words = diffVerbs.flatMap((verb) => {
    const amount = entries.filter((entry) => entry.verb === verb).length;
    return amount === 0 ? [] : [`${amount} ${verb === "unchanged" ? verb : `to ${verb}`}`];
  });
  return words.length === 0 ? "nothing to compare" : words.join(", ");
}

function headLine(name: string, verb: DiffVerb, paint: Colorize): string {
  return `${paint(tones[verb], verb)} ${nameCell(paint, name).shown}`;
}

function bodyLines({ changes, notes = [] }: ObjectDiff, paint: Colorize, width?: number): readonly string[] {
  return [
    ...notes.map((note) => `  ${paint("faint", escapeControl(`(${note})`))}`),
    ...changes.flatMap((change) => changeLines(change, width).map((line) => colored(line, change, paint))),
  ];
}

/** Colours only the sign of a change within a field; added and removed fields are coloured entirely. */
function colored(line: string, { kind }: FieldChange, paint: Colorize): string {
  const [, tone] = signs[kind];
  if (kind === "added" || kind === "removed") {
    return paint(tone, line);
  }
  const own = /^ {6,}([-+]) /.exec(line)?.[1];
  if (own !== undefined) {
    return paint(own === "+" ? "good" : "error", line);
  }
  return line.startsWith("  ~") ? `  ${paint(tone, "~")}${line.slice(3)}` : line;
}

/** Formats the change of a field in at most so many lines, which say how many more there are. */
export function changeText(change: FieldChange, most: number): string {
  const lines = changeLines(change).map((line) => line.slice(2));
  const rest = lines.length - most;
  return [...lines.slice(0, most), ...(rest > 0 ? [`… ${rest} more lines`] : [])].join("\n");
}

function changeLines(change: FieldChange, width?: number): readonly string[] {
  const { path, kind, before = null, after = null, hidden } = change;
  const lead = `  ${signs[kind][0]} ${formatFieldSteps(path)}:`;
  if (hidden === true) {
    return [`${lead} (hidden, changed)`];
  }
  if (kind === "added" || kind === "removed") {
    return valueLines(lead, kind === "added" ? after : before);
  }
  return replacementLines(kind === "order" ? `${lead} order` : lead, [before, after], width);
}

/**
 * Puts old and new on one line, or below each other if they do not fit; multi-line texts are compared line by
 * line.
 */
function replacementLines(
  lead: string,
  [before, after]: readonly [JsonValue, JsonValue],
  width?: number,
): readonly string[] {
  if (typeof before === "string" && typeof after === "string" && `${before}${after}`.includes("\n")) {
    return [lead, ...textChange(before, after).map((line) => `      ${line}`)];
  }
  const [was, becomes] = [flowText(before), flowText(after)];
  const line = `${lead} ${was} → ${becomes}`;
  const fits = width === undefined || textWidth(line) <= width;
  return fits ? [line] : [lead, `      - ${was}`, `      + ${becomes}`];
}

/** Puts a nested value below its field, a plain one behind it. */
function valueLines(lead: string, value: JsonValue): readonly string[] {
  const lines = yamlLines(value);
  const [first = ""] = lines;
  const isOneLine = lines.length === 1 && (typeof value !== "object" || value === null || isEmpty(value));
  return isOneLine ? [`${lead} ${first}`] : [lead, ...lines.map((line) => `      ${line}`)];
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** Formats a value on one line. */
function flowText(value: JsonValue): string {
  return isArray(value) ? `[${value.map((entry) => yamlScalar(entry)).join(", ")}]` : yamlScalar(value);
}

/**
 * Formats a path: `spec.template.spec.containers[name=app].args[0]`; names with other characters are quoted:
 * `data["nginx.conf"]`.
 */
export function formatFieldSteps(path: readonly DiffStep[]): string {
  return path.reduce<string>((text, step) => text + formatStep(step, text === ""), "");
}

function formatStep(step: DiffStep, isFirst: boolean): string {
  if (typeof step === "number") {
    return `[${step}]`;
  }
  if (typeof step === "object") {
    return `[${escapeControl(step.key)}=${escapeControl(step.value)}]`;
  }
  if (!/^[\w-]+$/.test(step)) {
    return `[${escapeControl(JSON.stringify(step))}]`;
  }
  return isFirst ? step : `.${step}`;
}
