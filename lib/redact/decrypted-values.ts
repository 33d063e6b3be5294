import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { DecryptedValues, SourceText } from "../object/diagnostic/source-text.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type Path,
  stringField,
} from "../object/json.ts";
import { annotationsOf, metadataOf } from "../object/metadata.ts";
import { isCommonSetting } from "./redact-object.ts";
import { createRedactor } from "./redact-text.ts";
import { isSecretObject, pathsName, wholeName } from "./sensitivity.ts";

/** Shorter values occur inside of other texts by chance. */
const shortestInside = 6;

/** More paths than this are not listed: the whole object is marked. */
const mostPaths = 50;

/**
 * Marks the decrypted values of an object as sensitive, by the annotations that people use for that: so they
 * are hidden wherever the object goes, also when it is read from the cluster or from a revision. Its identity
 * stays visible, and what a Secret hides needs no mark. Complexity: O(size × values) for a rendered object.
 */
export function markDecrypted(
  object: JsonObject,
  secrets: DecryptedValues,
  place: { readonly document: number; readonly path: Path },
): JsonObject {
  const isSecret = isSecretObject(object);
  const paths = decryptedPaths(object, secrets, place).filter(
    (path) => !isIdentity(path) && !(isSecret && isData(path)),
  );
  if (paths.length === 0 || !isObject(object["metadata"])) {
    return object;
  }
  const inside = paths.filter(([first]) => first !== "metadata");
  const isWhole = inside.length > mostPaths;
  const listed = isWhole ? paths.filter(([first]) => first === "metadata") : paths;
  const marked = isWhole ? withAnnotation(object, wholeName, "true") : object;
  return listed.length === 0 ? marked : markSensitivePaths(marked, listed.map(pathText));
}

/** Marks the values at paths, as `pathText` writes them, as sensitive, besides those already marked. */
export function markSensitivePaths(object: JsonObject, paths: readonly string[]): JsonObject {
  const known = stringField(annotationsOf(object), pathsName);
  return withAnnotation(object, pathsName, [...(known === undefined ? [] : [known]), ...paths].join(","));
}

function withAnnotation(object: JsonObject, key: string, value: string): JsonObject {
  const annotations = { ...annotationsOf(object), [key]: value };
  return { ...object, metadata: { ...metadataOf(object), annotations } };
}

function isIdentity([first, second, ...rest]: Path): boolean {
  return first === "metadata"
    ? (second === "name" || second === "namespace" || second === "generateName") && rest.length === 0
    : (first === "apiVersion" || first === "kind") && second === undefined;
}

function isData([first]: Path): boolean {
  return first === "data" || first === "stringData";
}

function decryptedPaths(
  object: JsonObject,
  { places, values }: DecryptedValues,
  { document, path }: { readonly document: number; readonly path: Path },
): readonly Path[] {
  if (places === undefined) {
    return leafPaths(object, recognizer(values));
  }
  return places
    .filter((place) => place.document === document && path.every((step, index) => place.path[index] === step))
    .map((place) => place.path.slice(path.length));
}

/** Returns a test for texts that have one of the values, as it is or in base64. */
function recognizer(values: readonly string[]): (text: string) => boolean {
  const recognizable = recognizableValues(values);
  const forms = [
    ...recognizable,
    ...recognizable.map((value) => Buffer.from(value, "utf8").toString("base64")),
  ];
  const exact = new Set(forms);
  const long = forms.filter((form) => form.length >= shortestInside);
  return (text) => exact.has(text.trim()) || long.some((form) => text.includes(form));
}

/** Common words of settings would make everything unreadable, and hiding them hides nothing. */
function recognizableValues(values: readonly string[]): readonly string[] {
  return values.filter((value) => value !== "" && !isCommonSetting(value));
}

function leafPaths(root: JsonValue, test: (text: string) => boolean): readonly Path[] {
  const found: Path[] = [];
  const ahead: { readonly value: JsonValue; readonly path: Path }[] = [{ value: root, path: [] }];
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    const { value, path } = part;
    if (isObject(value) || isArray(value)) {
      const inner = isArray(value) ? [...value.entries()] : Object.entries(value);
      ahead.push(...inner.map(([step, each]) => ({ value: each, path: [...path, step] })).toReversed());
    } else if (value !== null && typeof value !== "boolean" && test(String(value))) {
      found.push(path);
    }
  }
  return found;
}

/** `$.data['tls.key']`, as `werf.io/sensitive-paths` takes it: with a backslash before a comma. */
export function pathText(path: Path): string {
  return `$${path.map(stepText).join("")}`;
}

function stepText(step: string | number): string {
  if (typeof step === "number") {
    return `[${step}]`;
  }
  const isPlain = /^[A-Za-z_][\w-]*$/.test(step);
  return isPlain ? `.${step}` : `['${step.replaceAll(/[\\',]/g, String.raw`\$&`)}']`;
}

/** The decrypted values of sources that are to be hidden in any text: all but common words of settings. */
export function decryptedValues(sources: Iterable<SourceText>): ReadonlySet<string> {
  const values = new Set<string>();
  for (const { secrets } of new Set(sources)) {
    for (const value of recognizableValues(secrets?.values ?? [])) {
      values.add(value);
    }
  }
  return values;
}

/**
 * Returns a function that hides the decrypted values of sources in a text; undefined if they have none.
 */
export function decryptedRedactor(sources: Iterable<SourceText>): ((text: string) => string) | undefined {
  const values = decryptedValues(sources);
  return values.size === 0 ? undefined : createRedactor(values);
}

/** The diagnostics without decrypted values of these sources in their messages. */
export function redactDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: Iterable<SourceText>,
): readonly Diagnostic[] {
  const redact = decryptedRedactor(sources);
  return redact === undefined
    ? diagnostics
    : diagnostics.map((one) => ({
        ...one,
        message: redact(one.message),
        ...(one.related && {
          related: one.related.map((each) => ({ ...each, message: redact(each.message) })),
        }),
      }));
}

/**
 * The text of a source whose lines may be quoted: that of an encrypted file as it is in the repository, and a
 * rendered text without decrypted values. Its lines are those of `text`.
 */
export function quotableText(source: SourceText): string {
  const { text, shown } = source;
  const redact = shown === undefined ? decryptedRedactor([source]) : undefined;
  return shown ?? (redact === undefined ? text : text.split("\n").map(redact).join("\n"));
}
