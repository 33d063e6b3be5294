import { stringField } from "../object/json.ts";
import { labelsOf } from "../object/metadata.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Annotation, AnnotationReader, Dialect, NotObeyed } from "./directives.ts";
import { type ToolAnnotation, toolAnnotations } from "./tool-annotations.ts";

const byKey: ReadonlyMap<string, readonly ToolAnnotation[]> = Map.groupBy(toolAnnotations, ({ key }) => key);

/**
 * The annotations of other tools that are only reported, so that users do not rely on them, and those that
 * other layers read from the object. The plan reports each name once.
 */
export const reportedAnnotations: Dialect = {
  name: "others",
  annotations: Object.fromEntries([...byKey].map(([key, rows]) => [key, readerFor(rows)])),
  patterns: [...byKey]
    .filter(([, rows]) => rows.some(({ isRepeatable }) => isRepeatable === true))
    .map(([key, rows]) => ({
      pattern: new RegExp(`^${key.replaceAll(".", "\\.")}-\\d+$`),
      read: readerFor(rows),
    })),
};

/** Returns the reader of an annotation that some values of are reported; null if none are. */
function readerFor(rows: readonly ToolAnnotation[]): AnnotationReader | null {
  return isReported(rows)
    ? (annotation, draft) => {
        draft.notObeyed.push(...reportOf(rows, annotation));
      }
    : null;
}

function isReported(rows: readonly ToolAnnotation[]): boolean {
  return rows.some(({ treatment }) => treatment.text !== undefined);
}

/** Values that switch something: the other one is what happens without the annotation. */
const switches: ReadonlySet<string> = new Set(["true", "false", "disabled"]);

/**
 * The report of a value; empty if it is not reported. An annotation of one row is, whatever its value is,
 * unless the row is a switch.
 */
function reportOf(rows: readonly ToolAnnotation[], annotation: Annotation): readonly NotObeyed[] {
  const isSwitch = rows.some(({ value }) => switches.has(value));
  const row =
    rows.length === 1 && !isSwitch ? rows[0] : rows.find(({ value }) => isSame(value, annotation.value));
  const { type, text } = row?.treatment ?? {};
  if (row === undefined || text === undefined) {
    return [];
  }
  const report = { annotation, words: annotation.key, tool: row.tool, remedy: text };
  return [type === "unneeded" ? { ...report, isNotNeeded: true } : report];
}

/** Flux ignores case and surrounding spaces. */
function isSame(value: string, found: string): boolean {
  return value.toLowerCase() === found.trim().toLowerCase();
}

const reportedLabels = [...byKey].filter(
  ([, rows]) => isReported(rows) && rows.some(({ isLabelToo }) => isLabelToo === true),
);

/** Returns the reports of labels that their tools read like annotations. */
export function reportLabels(manifest: Manifest): readonly NotObeyed[] {
  const labels = labelsOf(manifest.value);
  return reportedLabels.flatMap(([key, rows]) => {
    const value = stringField(labels, key);
    return value === undefined ? [] : reportOf(rows, { manifest, key, value, isLabel: true });
  });
}
