import { isArray, isObject, type JsonValue } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";

type Step = { readonly text: string } | { readonly value: JsonValue };

/**
 * A value as JSON whose maps are sorted by key: equal values give equal text, whatever order their fields came in.
 * A loop with a stack of its own, so that depth does not matter.
 */
export function canonicalJson(root: JsonValue): string {
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
      pieces.push(typeof step.value === "bigint" ? step.value.toString() : JSON.stringify(step.value));
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

/** What is to be written next lies on top. */
function push(ahead: Step[], [open, close]: readonly [string, string], members: readonly Member[]): void {
  ahead.push({ text: close });
  for (let index = members.length - 1; index >= 0; index -= 1) {
    const [prefix, value] = members[index] ?? ["", null];
    ahead.push({ value }, { text: `${index === 0 ? "" : ","}${prefix}` });
  }
  ahead.push({ text: open });
}
