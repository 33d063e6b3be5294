import {
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../../object/json.ts";

/**
 * Reports whether labels match a Kubernetes label selector. An empty selector matches everything; an unknown
 * operator matches nothing.
 */
export function selects(selector: JsonObject, labels: ReadonlyMap<string, string>): boolean {
  const pairs = Object.entries(objectField(selector, "matchLabels"));
  return (
    pairs.every(([key, value]) => labels.get(key) === value) &&
    listField(selector, "matchExpressions").every((expression) => holds(expression, labels))
  );
}

function holds(expression: JsonValue, labels: ReadonlyMap<string, string>): boolean {
  const label = labels.get(stringField(expression, "key") ?? "");
  const isListed = label !== undefined && stringsField(expression, "values").includes(label);
  const byOperator = new Map([
    ["In", isListed],
    ["NotIn", !isListed],
    ["Exists", label !== undefined],
    ["DoesNotExist", label === undefined],
  ]);
  return byOperator.get(stringField(expression, "operator") ?? "") ?? false;
}
