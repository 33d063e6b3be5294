import {
  chartOrderAnnotation,
  groupAnnotation,
  neededGroupsAnnotation,
  readChartAnnotation,
  writtenNeededGroups,
} from "../object/chart-order.ts";
import { objectField, parseStringList, type Path } from "../object/json.ts";
import { truncateWord } from "../object/message-text.ts";
import {
  neverHolds,
  parseReadinessConditions,
  readinessFailure,
  readinessSuccess,
} from "../readiness/readiness-conditions.ts";
import { annotationFault, type AnnotationFinding, reportFindings } from "./annotation-fault.ts";
import {
  type Annotation,
  annotationPath,
  type ChartOrderDirective,
  type Dialect,
  type Draft,
} from "./directives.ts";

/**
 * The dialect of Helm's HIP-0025: resource groups within a chart, subcharts, and conditions of readiness
 * (https://github.com/helm/community/blob/main/hips/hip-0025.md).
 */
export const helmOrder: Dialect = {
  name: "Helm",
  annotations: {
    [groupAnnotation]: readGroup,
    [neededGroupsAnnotation]: readNeededGroups,
    // Reading an object replaces it by the one before.
    [writtenNeededGroups]: null,
    [chartOrderAnnotation]: readChart,
    [readinessSuccess]: checkConditions,
    [readinessFailure]: checkConditions,
  },
  patterns: [],
};

const unordered: ChartOrderDirective = { chart: "", after: [], group: null, needed: null, path: [] };

function readGroup(annotation: Annotation, draft: Draft): void {
  const group = annotation.value.trim();
  if (group === "") {
    ignored(
      annotation,
      `${annotation.key} is empty: the object is applied after all groups of its chart`,
      draft,
    );
    return;
  }
  draft.chartOrder = { ...(draft.chartOrder ?? unordered), group, path: annotationPath(annotation.key) };
}

/** An object whose list cannot be read is applied after all groups of its chart. */
function readNeededGroups(annotation: Annotation, draft: Draft): void {
  const path = pathOf(annotation);
  const key = String(path.at(-1));
  const needed = parseStringList(annotation.value);
  const annotations = objectField(annotation.manifest.value["metadata"], "annotations");
  if (needed === undefined) {
    const message = `${key} takes a JSON list of groups such as '["database"]', found "${truncateWord(annotation.value)}": the object is applied after all groups of its chart`;
    ignored({ ...annotation, key }, message, draft);
  } else if (!Object.hasOwn(annotations, groupAnnotation)) {
    const message = `${key} has no effect without ${groupAnnotation}: the object is applied after all groups of its chart`;
    ignored({ ...annotation, key }, message, draft);
  }
  const groups = needed === undefined ? undefined : [...new Set(needed)];
  draft.chartOrder = { ...(draft.chartOrder ?? unordered), needed: { groups, path } };
}

/** The place of the annotation under the name that the author has used. */
function pathOf({ manifest, key }: Annotation): Path {
  const { source, start, end } = manifest.document;
  const isWritten = source.text.slice(start, end).includes(writtenNeededGroups);
  return annotationPath(isWritten ? writtenNeededGroups : key);
}

/** Converge writes it: an object whose annotation was changed loses its place, and nothing else. */
function readChart({ value }: Annotation, draft: Draft): void {
  const order = readChartAnnotation(value);
  if (order !== undefined) {
    draft.chartOrder = { ...(draft.chartOrder ?? unordered), ...order };
  }
}

/** Validates the conditions before anything is sent; they are evaluated on the live state of the object. */
function checkConditions(annotation: Annotation, draft: Draft): void {
  const { manifest, key, value } = annotation;
  const read = parseReadinessConditions(value);
  const finding = (message: string): Pick<AnnotationFinding, "code" | "message"> => ({
    code: "ReadinessInvalid",
    message: `${manifest.key}: ${key}: ${message}`,
  });
  const findings: readonly AnnotationFinding[] =
    "fault" in read
      ? [finding(read.fault)]
      : read.filter(neverHolds).map(({ text }) => ({
          ...finding(`"${truncateWord(text)}" never holds, since only numbers have an order`),
          severity: "warning",
        }));
  reportFindings(annotation, findings, draft);
  const other = key === readinessSuccess ? readinessFailure : readinessSuccess;
  if (!Object.hasOwn(objectField(manifest.value["metadata"], "annotations"), other)) {
    const message = `${manifest.key} has ${key} but not ${other}: neither has an effect; add the other one`;
    draft.diagnostics.push(
      annotationFault(annotation, { code: "ReadinessIncomplete", severity: "warning", part: "key", message }),
    );
  }
}

function ignored(annotation: Annotation, message: string, draft: Draft): void {
  draft.diagnostics.push(
    annotationFault(annotation, {
      code: "ResourceGroupInvalid",
      severity: "warning",
      message: `${annotation.manifest.key}: ${message}`,
    }),
  );
}
