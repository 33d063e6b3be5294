import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  objectField,
  stringField,
  stringifyJson,
  valueAt,
} from "../../../lib/object/json.ts";
import { plainText } from "../../../lib/object/json-path.ts";
import type { Dice } from "../dice.ts";
import { type Part, partsOf, withPart } from "./edit-paths.ts";

/** An object that is edited, and its state on the server. */
export interface EditInput {
  readonly object: JsonObject;
  readonly live: JsonObject;
  readonly dice: Dice;
}

/** Edits an object in place; undefined if it has nothing to edit in that way. */
export type Edit = (input: EditInput) => JsonObject | undefined;

function pickPart({ object, dice }: EditInput, fits: (part: Part) => boolean): Part | undefined {
  const parts = partsOf(object).filter(fits);
  return parts.length === 0 ? undefined : dice.pick(parts);
}

function isScalar({ value }: Part): boolean {
  return value !== null && !isObject(value) && !isArray(value);
}

const scalar: Edit = (input) => {
  const part = pickPart(input, isScalar);
  return part && withPart(input.object, part.path, otherScalar(part.value, input.dice));
};

function otherScalar(value: JsonValue, dice: Dice): JsonValue {
  if (typeof value === "number") {
    return value + 1 + dice.below(3);
  }
  if (typeof value === "boolean") {
    return !value;
  }
  const text = textOf(value);
  const digits = /\d/.exec(text);
  const isCounted = digits !== null && dice.chance(0.7);
  return isCounted ? text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) : `${text}x`;
}

/** Returns a scalar as text, and anything else as JSON. */
function textOf(value: JsonValue): string {
  return plainText(value) ?? stringifyJson(value);
}

const removedField: Edit = (input) => {
  const part = pickPart(input, ({ path }) => typeof path.at(-1) === "string");
  return part && withPart(input.object, part.path, undefined);
};

function isList({ value }: Part): boolean {
  return isArray(value) && value.length > 0;
}

const addedEntry: Edit = (input) => {
  const part = pickPart(input, isList);
  const list: JsonArray = part !== undefined && isArray(part.value) ? part.value : [];
  const added = list.length === 0 ? undefined : otherEntry(input.dice.pick(list));
  const place = input.dice.below(list.length + 1);
  return part && added !== undefined
    ? withPart(input.object, part.path, list.toSpliced(place, 0, added))
    : undefined;
};

/** Returns a copy of an entry with other values in the fields by which lists are keyed. */
function otherEntry(entry: JsonValue): JsonValue {
  if (typeof entry === "number") {
    return entry + 1;
  }
  if (!isObject(entry)) {
    return `${textOf(entry)}2`;
  }
  const fields = Object.entries(entry).map(([name, value]) => [name, otherKey(name, value)]);
  return Object.fromEntries(fields);
}

const texts = new Set(["name", "mountPath", "key", "ip", "host", "path", "topologyKey", "type"]);
const numbers = new Set(["containerPort", "port", "hostPort", "nodePort", "number"]);

function otherKey(name: string, value: JsonValue): JsonValue {
  if (texts.has(name) && typeof value === "string") {
    return `${value}2`;
  }
  return numbers.has(name) && typeof value === "number" ? value + 7 : value;
}

const removedEntry: Edit = (input) => {
  const part = pickPart(input, isList);
  const list: JsonArray = part !== undefined && isArray(part.value) ? part.value : [];
  return part && withPart(input.object, part.path, list.toSpliced(input.dice.below(list.length), 1));
};

const movedEntries: Edit = (input) => {
  const part = pickPart(input, ({ value }) => isArray(value) && value.length > 1);
  return part && isArray(part.value)
    ? withPart(input.object, part.path, [...part.value.slice(1), ...part.value.slice(0, 1)])
    : undefined;
};

const respelled: Edit = (input) => {
  const part = pickPart(
    input,
    ({ path, value }) =>
      /requests|limits|capacity|sizeLimit|averageValue|storage|hard/.test(path.join()) &&
      /^\d+(?:m|k|M|G|Ki|Mi|Gi)?$/.test(textOf(value)),
  );
  return part && withPart(input.object, part.path, otherSpelling(textOf(part.value), input.dice));
};

const smaller: Readonly<Record<string, string>> = { Gi: "Mi", Mi: "Ki", Ki: "", G: "M", M: "k", k: "" };

function otherSpelling(text: string, dice: Dice): JsonValue {
  const [, digits = "", unit = ""] = /^(\d+)(\D*)$/.exec(text) ?? [];
  const number = Number(digits);
  if (unit === "m") {
    return dice.chance(0.5) ? String(number / 1000) : `${String(number * 1000)}u`;
  }
  if (unit === "") {
    return dice.pick([`${String(number * 1000)}m`, number, text]);
  }
  return `${String(number * (unit.endsWith("i") ? 1024 : 1000))}${smaller[unit] ?? ""}`;
}

/** Fields that the server allocates or derives for one object, and which are unknown in advance. */
const allocated =
  /^metadata|^status|clusterIP|ipFamil|nodePort|NodePort|volumeName|^secrets|uid|^spec,selector|template,metadata|serviceAccount$|^spec,nodeName|tolerations|kube-api-access|preemptionPolicy|^spec,priority$|finalizers|caBundle|deprecated/;

const writtenDefault: Edit = (input) => {
  const { object, live, dice } = input;
  const found = partsOf(live).filter(
    ({ path }) =>
      !allocated.test(path.join()) &&
      valueAt(object, path) === undefined &&
      path.length > 1 &&
      valueAt(object, path.slice(0, -1)) !== undefined,
  );
  const part = found.length === 0 ? undefined : dice.pick(found);
  return part && withPart(object, part.path, part.value);
};

const nullField: Edit = (input) => {
  if (input.dice.chance(0.5)) {
    const part = pickPart(input, ({ path }) => typeof path.at(-1) === "string");
    return part && withPart(input.object, part.path, null);
  }
  const added = input.dice.pick(["labels", "annotations", "creationTimestamp", "finalizers"]);
  return objectField(input.object, "metadata")[added] === undefined
    ? withPart(input.object, ["metadata", added], null)
    : undefined;
};

const emptied: Edit = (input) => {
  const part = pickPart(input, ({ value }) => isArray(value) || isObject(value));
  return part && withPart(input.object, part.path, isArray(part.value) ? [] : {});
};

function noted(kind: "labels" | "annotations"): Edit {
  return ({ object, dice }) => {
    const notes = objectField(objectField(object, "metadata"), kind);
    const name = dice.pick(["example.com/edited", ...Object.keys(notes)]);
    const value = dice.chance(0.25) ? undefined : `v${String(dice.below(9))}`;
    return withPart(object, ["metadata", kind, name], value);
  };
}

const otherTyped: Edit = (input) => {
  const part = pickPart(input, ({ path }) => /[pP]ort$/.test(String(path.at(-1))));
  const { value = null } = part ?? {};
  const isNumber = typeof value === "number";
  return part && (isNumber || /^\d+$/.test(textOf(value)))
    ? withPart(input.object, part.path, isNumber ? String(value) : Number(value))
    : undefined;
};

const secretValues: Edit = ({ object, dice }) => {
  const data = Object.entries(objectField(object, "data"));
  if (stringField(object, "kind") !== "Secret" || data.length === 0) {
    return undefined;
  }
  const [name, value] = dice.pick(data);
  const encoded = textOf(value);
  const text = Buffer.from(encoded, "base64").toString();
  const moved = withPart(withPart(object, ["data", name], undefined), ["stringData", name], text);
  return dice.pick([
    moved,
    withPart(object, ["stringData", name], `${text}!`),
    withPart(object, ["data", name], `${encoded.slice(0, 4)}\n${encoded.slice(4)}`),
    withPart(object, ["stringData", "added"], "value"),
    withPart(object, ["data", name], Buffer.from("other").toString("base64")),
  ]);
};

const immutableFlag: Edit = ({ object }) =>
  ["ConfigMap", "Secret"].includes(stringField(object, "kind") ?? "")
    ? withPart(object, ["immutable"], object["immutable"] === true ? undefined : true)
    : undefined;

/** Edits within one object, by name. */
export const fieldEdits: Readonly<Record<string, Edit>> = {
  scalar,
  "removed field": removedField,
  "added entry": addedEntry,
  "removed entry": removedEntry,
  "moved entries": movedEntries,
  "quantity spelled otherwise": respelled,
  "default written out": writtenDefault,
  null: nullField,
  emptied,
  label: noted("labels"),
  annotation: noted("annotations"),
  "number as text": otherTyped,
  "values of a Secret": secretValues,
  "immutable flag": immutableFlag,
};
