/**
 * The notation of `metadata.managedFields[].fieldsV1`: a tree whose keys name parts of an object. `f:spec` is
 * a field, `k:{"name":"app"}` the list entry with these fields, `v:"a"` that value of a set, `i:0` an index;
 * `.` means that the part itself is owned, not only its content. A part without content is `{}`. Source:
 * `fieldpath` of sigs.k8s.io/structured-merge-diff.
 */
import { entries, field, isObject, type JsonObject, type JsonValue } from "../object/json.ts";

/** The path from the root of a field set to one of its nodes, last step first. Undefined at the root. */
export interface Trail {
  readonly step: string;
  readonly before: Trail | undefined;
}

/** The keys of the parts in a node: all except `.`. */
export function fieldParts(node: JsonObject): readonly string[] {
  const keys = Object.keys(node);
  return keys.includes(".") ? keys.filter((key) => key !== ".") : keys;
}

/** Reports whether a node has any parts. */
export function hasParts(node: JsonValue | undefined): boolean {
  if (!isObject(node)) {
    return false;
  }
  for (const key in node) {
    if (key !== ".") {
      return true;
    }
  }
  return false;
}

/** The steps of a trail from the root. */
export function stepsOf(trail: Trail | undefined): readonly string[] {
  const steps: string[] = [];
  for (let at = trail; at !== undefined; at = at.before) {
    steps.push(at.step);
  }
  return steps.toReversed();
}

/** The node of a field set at those steps, or undefined. */
export function fieldNodeAt(root: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  let node = root;
  for (const step of steps) {
    node = field(node, step);
  }
  return node;
}

/** The part of an object at those steps, or undefined. */
export function partAt(object: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  let value = object;
  for (const step of steps) {
    value = child(value, step);
  }
  return value;
}

function child(value: JsonValue | undefined, step: string): JsonValue | undefined {
  const rest = step.slice(2);
  switch (step.slice(0, 2)) {
    case "f:":
      return field(value, rest);
    case "i:":
      return entries(value)[Number(rest)];
    case "v:":
      return entries(value).find((entry) => scalarText(entry) === scalarText(readFieldJson(rest)));
    case "k:":
      return entries(value).find((entry) => hasFields(entry, readFieldJson(rest)));
    default:
      return undefined;
  }
}

function hasFields(entry: JsonValue, fields: JsonValue | undefined): boolean {
  return (
    isObject(fields) &&
    Object.entries(fields).every(([name, value]) => scalarText(field(entry, name)) === scalarText(value))
  );
}

/** A scalar as text that is the same for equal scalars of one type. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  return typeof value === "bigint" ? value.toString() : JSON.stringify(value);
}

/** The JSON of a step, `{"name":"app"}`; undefined if it is invalid. */
export function readFieldJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The union of the field sets. */
export function uniteFieldSets(sets: readonly JsonObject[]): JsonObject {
  const root: Record<string, JsonValue> = {};
  const ahead = sets.map((from) => ({ from, into: root }));
  for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
    for (const [key, part] of Object.entries(step.from)) {
      const known = Object.hasOwn(step.into, key) ? step.into[key] : undefined;
      const into: Record<string, JsonValue> = isObject(known) ? known : {};
      step.into[key] = into;
      if (isObject(part)) {
        ahead.push({ from: part, into });
      }
    }
  }
  return root;
}

/** The steps in readable form: `spec.template.spec.containers[name=app].image`. */
export function formatSteps(steps: readonly string[]): string {
  return steps.map(formatStep).join("").replace(/^\./, "");
}

function formatStep(step: string): string {
  const rest = step.slice(2);
  if (step.startsWith("f:")) {
    return /^[\w-]+$/.test(rest) ? `.${rest}` : `["${rest}"]`;
  }
  const fields = step.startsWith("k:") ? readFieldJson(rest) : undefined;
  return isObject(fields)
    ? `[${Object.entries(fields)
        .map(([name, value]) => `${name}=${typeof value === "string" ? value : scalarText(value)}`)
        .join(",")}]`
    : `[${rest}]`;
}
