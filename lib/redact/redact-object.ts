/** Visits the hidden values of an object, one by one: to replace them, and to recognize them elsewhere. */
import { isObject, type JsonObject, type JsonValue, type Path } from "../object/json.ts";
import { annotationsOf } from "../object/metadata.ts";
import { type LeafPath, replaceLeaves } from "./map-leaves.ts";
import { selectPaths } from "../object/json-path.ts";
import { type Sensitivity, sensitivityOf } from "./sensitivity.ts";
import { count } from "../object/message-text.ts";

/** Returns the replacement for a hidden value. */
type WriteHidden = (value: JsonValue, why: HiddenWhy) => JsonValue;

/** The fields shown of a sensitive object: its identity. */
const shownFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);
/** Those shown of a Secret. */
const shownOfSecret: ReadonlySet<string> = new Set([...shownFields, "type", "immutable"]);

/** The fields that hold only user data. */
const dataFields: ReadonlySet<string> = new Set(["data", "stringData", "binaryData"]);

/** Annotations of tools that repeat the whole object. */
const bookkeeping: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "kapp.k14s.io/original",
  "objectset.rio.cattle.io/applied",
  "banzaicloud.com/last-applied",
]);

/**
 * The object with a replacement for every string, number, boolean and null that is hidden; its lists and
 * fields stay. Annotations that repeat a hidden value are hidden too. Complexity: O(size), and for each
 * annotation the number of values.
 */
export function redactObject(object: JsonObject, hides: Sensitivity, write: WriteHidden): JsonObject {
  const places = ownPlaces(object, hides);
  const notes = notePlaces(object, formsAt(object, places));
  const replaced = replaceLeaves(object, [...places, ...notes], write);
  return isObject(replaced) ? replaced : object;
}

/**
 * The values by which an object's secrets can be recognized elsewhere, in a log or a message; empty if it
 * hides nothing.
 */
export function hiddenValues(object: JsonObject): readonly string[] {
  const hides = sensitivityOf(object);
  return hides === undefined ? [] : formsAt(object, ownPlaces(object, hides));
}

type HiddenPlace = LeafPath<HiddenWhy>;

function formsAt(object: JsonObject, places: readonly HiddenPlace[]): readonly string[] {
  const forms: string[] = [];
  replaceLeaves(object, places, (value, why) => {
    forms.push(...secretEncodings(value, why));
    return value;
  });
  return forms;
}

function ownPlaces(object: JsonObject, hides: Sensitivity): readonly HiddenPlace[] {
  const { isSecret, isWhole, paths } = hides;
  const shown = isSecret ? shownOfSecret : shownFields;
  const whole = isWhole ? Object.keys(object).filter((name) => !shown.has(name)) : [];
  const named = paths.flatMap((path) => selectPaths(object, path));
  return [
    ...whole.map((name): HiddenPlace => ({ path: [name], mark: dataFields.has(name) ? "data" : "whole" })),
    ...named.filter((path) => !isSecret || !isInSecret(path)).map(namedPlace),
    ...(isSecret ? secretPlaces : []),
  ];
}

const secretPlaces: readonly HiddenPlace[] = [
  { path: ["stringData"], mark: "secret" },
  { path: ["data"], mark: "encoded" },
];

function isInSecret([first]: Path): boolean {
  return first === "data" || first === "stringData";
}

function namedPlace(path: Path): HiddenPlace {
  return { path, mark: "named" };
}

function notePlaces(object: JsonObject, values: readonly string[]): readonly HiddenPlace[] {
  const notes = Object.entries(annotationsOf(object));
  const reporter = [...new Set(values.filter((value) => value.length >= shortestInNotes))];
  const repeats = (text: string): boolean => reporter.some((value) => text.includes(value));
  return notes
    .filter(([name, text]) => bookkeeping.has(name) || (typeof text === "string" && repeats(text)))
    .map(([name]) => ({ path: ["metadata", "annotations", name], mark: "note" }));
}

/** Shorter values occur in many texts by chance. */
const shortestInNotes = 6;

/**
 * The reason a value is hidden: it is a Secret's (`encoded`: in base64), its path is named, it is in the data
 * or anywhere else in an object that is sensitive as a whole, or it is an annotation that repeats one of
 * those.
 */
export type HiddenWhy = "secret" | "encoded" | "named" | "data" | "whole" | "note";

/**
 * The texts by which a hidden value can be recognized in a log or a message: as specified, and decoded.
 * Common setting words are excluded unless they are a Secret's, and so are, in an object that is sensitive as
 * a whole, plain words and values that the API server fills in: a log would become unreadable. A number that
 * should have been quoted is refused by the server, which prints it.
 */
function secretEncodings(value: JsonValue, why: HiddenWhy): readonly string[] {
  if (typeof value === "number" || typeof value === "bigint") {
    return isOrdinary(String(value), why) ? [] : [String(value), asGoPrints(Number(value))];
  }
  if (typeof value !== "string" || isOrdinary(value, why)) {
    return [];
  }
  return why === "encoded" || (why !== "secret" && base64Text.test(value))
    ? [value, Buffer.from(value, "base64").toString("utf8")]
    : [value];
}

/** A value of a map of binary values: too long to be a word. */
const base64Text = /^(?:[A-Za-z0-9+/]{4}){3,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Common words in settings, and small numbers. */
const settings =
  /^(?:true|false|yes|no|on|off|null|none|trace|debug|info|warn|warning|error|default|test|dev|development|stage|staging|prod|production|enabled|disabled|localhost|-?\d{1,5})$/i;

/** Reports whether a value is a common word of settings, or a small number: hiding it hides nothing. */
export function isCommonSetting(text: string): boolean {
  return settings.test(text);
}

/** One word of letters, a number, or anything too short to be hidden everywhere. */
const ordinary = /^(?:.{0,7}|[A-Za-z]+|-?\d+(?:\.\d+)?)$/su;

const defaults: ReadonlySet<string> = new Set(["default-scheduler", "/dev/termination-log"]);

function isOrdinary(text: string, why: HiddenWhy): boolean {
  if (why === "secret" || why === "encoded") {
    return false;
  }
  return why === "whole" ? ordinary.test(text) || defaults.has(text) : isCommonSetting(text);
}

/** `1234567.5` → `1.2345675e+06`: Go's format for a large number with a fraction. */
function asGoPrints(value: number): string {
  return value.toExponential().replace(/([+-])(\d)$/, "$10$2");
}

/** The placeholder for a value whose size is not shown. */
export const hiddenWord = "(hidden)";

/**
 * The object with its hidden values masked, each with its size: `(hidden, 12 bytes)`: those of a Secret, and
 * those that its annotations name. Any other object is returned as it is.
 */
export function maskObject(
  object: JsonObject,
  hides: Sensitivity | undefined = sensitivityOf(object),
): JsonObject {
  return hides === undefined ? object : redactObject(object, hides, maskValue);
}

/** The placeholder for a hidden value, with its size. Values in `data` of a Secret are base64. */
export function maskValue(value: JsonValue, why: HiddenWhy): string {
  if (typeof value !== "string" || why === "note") {
    return hiddenWord;
  }
  const size = why === "encoded" ? decodedSize(value) : new TextEncoder().encode(value).length;
  return `(hidden, ${count(size, "byte")})`;
}

function decodedSize(base64: string): number {
  const digits = base64.replaceAll(/[\s=]/g, "").length;
  return Math.floor((digits * 3) / 4);
}
