/** Compares two renderings of the same charts with the same input. */
import {
  entries,
  field,
  isArray,
  isObject,
  type JsonValue,
  type Path,
  type JsonObject,
  setOwnField,
  type MutableObject,
} from "../object/json.ts";
import { appendAll } from "../object/append.ts";
import { compareText } from "../object/object-ref.ts";
import type { ReadObject } from "./manifest.ts";
import type { Diagnostic, Severity } from "../object/diagnostic/diagnostic.ts";
import { locateField } from "./locate-field.ts";

/** A field with its values in two renderings; undefined where one has omitted it. */
export interface RandomField {
  readonly path: Path;
  readonly first: JsonValue | undefined;
  readonly second: JsonValue | undefined;
}

/** An object that differs in the second rendering. */
export interface RandomObject {
  readonly object: ReadObject;
  readonly fields: readonly RandomField[];
}

/**
 * The objects of the first rendering that differ in the second, in their order. One that the second lacks
 * differs in its name. Only the sources that the second rendering contains are compared.
 */
export function compareRenderings(
  first: readonly ReadObject[],
  second: readonly ReadObject[],
): readonly RandomObject[] {
  const files = new Set(second.map(({ document }) => document.source.name));
  const others = Map.groupBy(second, identityOf);
  return first
    .filter(({ document }) => files.has(document.source.name))
    .flatMap((object) => {
      const other = others.get(identityOf(object))?.shift();
      const fields = other === undefined ? [renamed(object)] : differences(object.value, other.value);
      return fields.length === 0 ? [] : [{ object, fields }];
    });
}

function identityOf({ apiVersion, kind, namespace, name }: ReadObject): string {
  return JSON.stringify([apiVersion, kind, namespace, name]);
}

function renamed({ name }: ReadObject): RandomField {
  return { path: ["metadata", "name"], first: name, second: undefined };
}

function differences(first: JsonValue, second: JsonValue): readonly RandomField[] {
  const found: RandomField[] = [];
  // The pairs still to compare, the next one last.
  const pairs: RandomField[] = [{ path: [], first, second }];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const parts = partsOf(pair);
    if (parts !== undefined) {
      appendAll(pairs, parts.toReversed());
    } else if (pair.first !== pair.second) {
      found.push(pair);
    }
  }
  return found;
}

/** The pairs of entries of two mappings, or of two lists of the same length; undefined for anything else. */
function partsOf({ path, first, second }: RandomField): readonly RandomField[] | undefined {
  if (isObject(first) && isObject(second)) {
    const names = [...new Set([...Object.keys(first), ...Object.keys(second)])].toSorted(compareText);
    return names.map((name) => ({
      path: [...path, name],
      first: field(first, name),
      second: field(second, name),
    }));
  }
  return isArray(first) && isArray(second) && first.length === second.length
    ? first.map((entry, index) => ({ path: [...path, index], first: entry, second: entries(second)[index] }))
    : undefined;
}

/** A value for a place in an object. */
export interface Replacement {
  readonly path: Path;
  readonly value: JsonValue;
}

/** The object with other values at some paths; the containers around them are copied, the rest is shared. */
export function replaceAt(object: JsonObject, replacements: readonly Replacement[]): JsonObject {
  const replaced = replacements.reduce<JsonValue>((value, each) => withValue(value, each, 0), object);
  return isObject(replaced) ? replaced : object;
}

/** Paths are not deeper than the reader allows. */
function withValue(whole: JsonValue, replacement: Replacement, depth: number): JsonValue {
  const step = replacement.path[depth];
  if (step === undefined) {
    return replacement.value;
  }
  if (isArray(whole)) {
    return whole.map((entry, index) => (index === step ? withValue(entry, replacement, depth + 1) : entry));
  }
  if (!isObject(whole)) {
    return whole;
  }
  const copy: MutableObject = {};
  for (const [name, value] of Object.entries(whole)) {
    setOwnField(copy, name, name === step ? withValue(value, replacement, depth + 1) : value);
  }
  return copy;
}

/**
 * The fate of a random field: unknown without a cluster, kept as it is in the cluster, generated, or
 * generated in place of another value.
 */
export type RandomFate = "unknown" | "kept" | "new" | "replaced";

const fates: Readonly<Record<RandomFate, { readonly severity: Severity; readonly says: string }>> = {
  unknown: {
    severity: "warning",
    says: "apply keeps the values in the cluster; to choose others, set them with --values",
  },
  kept: { severity: "note", says: "the values in the cluster are kept" },
  new: {
    severity: "warning",
    says: "this run generates them; to have the same everywhere, set them with --values",
  },
  replaced: {
    severity: "warning",
    says: "each run changes them in the cluster; to keep them, set them with --values",
  },
};

/** One finding per object and fate, with the fields and never their values. */
export function randomDiagnostics(
  random: readonly RandomObject[],
  fateOf: (object: RandomObject["object"], field: RandomField) => RandomFate,
): readonly Diagnostic[] {
  return random.flatMap(({ object, fields }) =>
    [...Map.groupBy(fields, (each) => fateOf(object, each))].map(([fate, alike]) => {
      const { severity, says } = fates[fate];
      const names = alike.map(({ path }) => formatPath(path)).join(", ");
      const [first] = alike;
      return {
        code: "ValueRandom",
        severity,
        message: `${object.kind}/${object.name}: ${names} differ between two renderings of the same input: ${says}`,
        origin: locateField(object.document, [...object.path, ...(first?.path ?? [])], "key"),
      };
    }),
  );
}

/** `spec.webhooks[0].caBundle`, `data[tls.crt]`. */
function formatPath(path: Path): string {
  const steps = path.map((step) => (/^[A-Za-z_][\w-]*$/.test(String(step)) ? `.${step}` : `[${step}]`));
  return steps.join("").replace(/^\./, "");
}
