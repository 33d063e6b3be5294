import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";

type Step = { readonly text: string } | { readonly value: JsonValue };

/**
 * Depth down to which a value is encoded recursively, which is three times as fast; below it a loop takes
 * over, so that any depth is safe.
 */
const shallow = 100;

/** A value as JSON with sorted keys: equal values give equal text, whatever the order of their fields. */
export function canonicalJson(root: JsonValue): string {
  return shallowJson(root, 0);
}

function shallowJson(value: JsonValue, depth: number): string {
  if (depth === shallow) {
    return deepJson(value);
  }
  if (isArray(value)) {
    return `[${value.map((entry) => shallowJson(entry, depth + 1)).join(",")}]`;
  }
  if (isObject(value)) {
    const members = sortedFields(value).map(([prefix, inner]) => prefix + shallowJson(inner, depth + 1));
    return `{${members.join(",")}}`;
  }
  return scalarJson(value);
}

function scalarJson(value: Exclude<JsonValue, JsonArray | JsonObject>): string {
  return typeof value === "bigint" ? value.toString() : JSON.stringify(value);
}

/** A loop with an explicit stack. */
function deepJson(root: JsonValue): string {
  const pieces: string[] = [];
  const ahead: Step[] = [{ value: root }];
  for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
    if ("text" in step) {
      pieces.push(step.text);
    } else if (isArray(step.value)) {
      push(
        ahead,
        ["[", "]"],
        step.value.map((value) => ["", value]),
      );
    } else if (isObject(step.value)) {
      push(ahead, ["{", "}"], sortedFields(step.value));
    } else {
      pieces.push(scalarJson(step.value));
    }
  }
  return pieces.join("");
}

type Member = readonly [prefix: string, value: JsonValue];

function sortedFields(object: { readonly [key: string]: JsonValue }): readonly Member[] {
  return Object.entries(object)
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([name, value]) => [`${JSON.stringify(name)}:`, value]);
}

/** Pushes in reverse: the top of the stack is encoded next. */
function push(ahead: Step[], [open, close]: readonly [string, string], members: readonly Member[]): void {
  ahead.push({ text: close });
  for (let index = members.length - 1; index >= 0; index -= 1) {
    const [prefix, value] = members[index] ?? ["", null];
    ahead.push({ value }, { text: `${index === 0 ? "" : ","}${prefix}` });
  }
  ahead.push({ text: open });
}
