/**
 * The annotations by which objects of a chart are ordered (HIP-0025,
 * https://github.com/helm/community/blob/main/hips/hip-0025.md), in the form in which they are sent. The API
 * server refuses the key with two slashes that the proposal uses; the other spelling is sent instead, and
 * the place of the object in its chart is added, so that a deletion knows the order too.
 */
import { type JsonObject, type JsonValue, objectField, stringField, stringsField } from "./json.ts";

/** The group of an object within its chart. */
export const groupAnnotation = "helm.sh/resource-group";

/** A JSON list of the groups that the group of the object waits for. */
export const neededGroupsAnnotation = "helm.sh/depends-on-resource-groups";

/** The same, as the proposal spells it. */
export const writtenNeededGroups = "helm.sh/depends-on/resource-groups";

/** Converge's own: the chart of an object, and the charts that it waits for, as JSON. */
export const chartOrderAnnotation = "converge.dev/chart-order";

/** The chart of an object in the form `shop/charts/db`, empty if it is not known, and its resource group. */
export function chartGroupOf(
  value: JsonObject,
): { readonly chart: string; readonly group: string } | undefined {
  const annotations = objectField(objectField(value, "metadata"), "annotations");
  const group = stringField(annotations, groupAnnotation)?.trim() ?? "";
  const chart = readChartAnnotation(stringField(annotations, chartOrderAnnotation) ?? "")?.chart ?? "";
  return group === "" ? undefined : { chart, group };
}

/** Reads `converge.dev/chart-order`; undefined if it is not as converge writes it. */
export function readChartAnnotation(
  text: string,
): { readonly chart: string; readonly after: readonly string[] } | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const chart = stringField(value, "chart");
  return chart === undefined ? undefined : { chart, after: stringsField(value, "after") };
}
