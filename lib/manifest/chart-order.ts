/** Turns the annotations by which HIP-0025 orders the objects of a chart into the form that is sent. */
import {
  chartOrderAnnotation,
  groupAnnotation,
  neededGroupsAnnotation,
  writtenNeededGroups,
} from "../object/chart-order.ts";
import type { ChartPlace, SourceText } from "../object/diagnostic/source-text.ts";
import { isObject, type JsonObject, type JsonValue, objectField } from "../object/json.ts";
import type { SourceDocument } from "./manifest.ts";

/** Changes the annotations of an object that was read. */
export type AnnotationChange = (value: JsonValue, document: SourceDocument) => JsonValue;

/** Returns the change for the objects of a source; undefined if its text asks for no order. */
export function chartOrderOf({ text, chart }: SourceText): AnnotationChange | undefined {
  if (chart === undefined && !text.includes(groupAnnotation) && !text.includes(writtenNeededGroups)) {
    return undefined;
  }
  return (value, document) => {
    const metadata = objectField(value, "metadata");
    const annotations = objectField(metadata, "annotations");
    const changed = withOrder(annotations, chart ?? chartInComment(document));
    return isObject(value) && changed !== annotations
      ? { ...value, metadata: { ...metadata, annotations: changed } }
      : value;
  };
}

function withOrder(annotations: JsonObject, chart: ChartPlace | undefined): JsonObject {
  const { [writtenNeededGroups]: written, [neededGroupsAnnotation]: dashed, ...others } = annotations;
  const needed = dashed ?? written;
  if (chart?.isIgnored === true) {
    return needed === undefined ? annotations : others;
  }
  const order = Object.hasOwn(annotations, "helm.sh/hook") ? {} : orderAnnotation(chart);
  if (written === undefined && Object.keys(order).length === 0) {
    return annotations;
  }
  return { ...others, ...(needed === undefined ? {} : { [neededGroupsAnnotation]: needed }), ...order };
}

function orderAnnotation(chart: ChartPlace | undefined): JsonObject {
  return chart === undefined
    ? {}
    : { [chartOrderAnnotation]: JSON.stringify({ chart: chart.path, after: chart.after }) };
}

/** Matches the comment of `helm template`: `# Source: shop/charts/db/templates/web.yaml`. */
const sourceComment = /^# Source: ([^\r\n]+?)\/templates\//m;

/** The chart in the comment that begins a document, as in the output of `helm template`. */
function chartInComment({ source, start, end }: SourceDocument): ChartPlace | undefined {
  const head = source.text.slice(start, Math.min(end, start + 1000));
  const path = sourceComment.exec(head)?.[1];
  return path === undefined ? undefined : { path, after: [], timeout: 0, isIgnored: false };
}
