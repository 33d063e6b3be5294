/**
 * The values of an object that nobody may see, one by one: to write something in their place, and to know
 * them again elsewhere.
 */
import { isObject, type JsonObject, type JsonValue, objectField, type Path } from "../object/json.ts";
import { type LeafPath, replaceLeaves } from "./map-leaves.ts";
import { selectPaths } from "../object/json-path.ts";
import { type Sensitivity, sensitivityOf } from "./sensitivity.ts";
import { type HiddenWhy, secretEncodings } from "./secret-encodings.ts";

export type { HiddenWhy } from "./secret-encodings.ts";

/** What stands in place of a hidden value. */
export type WriteHidden = (value: JsonValue, why: HiddenWhy) => JsonValue;

/** What is shown of a sensitive object: what it is. */
const shownFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);
/** And of a Secret besides. */
const shownOfSecret: ReadonlySet<string> = new Set([...shownFields, "type", "immutable"]);

/** The fields that hold nothing but what users put into them. */
const dataFields: ReadonlySet<string> = new Set(["data", "stringData", "binaryData"]);

/** Notes of tools that repeat the whole object. */
const bookkeeping: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "kapp.k14s.io/original",
  "objectset.rio.cattle.io/applied",
  "banzaicloud.com/last-applied",
]);

/**
 * The object with something else in place of every string, number, boolean and null that is hidden; its lists
 * and fields stay. Annotations that repeat a hidden value are hidden too. Complexity: O(size), and for each
 * annotation the number of values.
 */
export function redactObject(object: JsonObject, hides: Sensitivity, write: WriteHidden): JsonObject {
  const places = ownPlaces(object, hides);
  const notes = notePlaces(object, formsAt(object, places));
  const replaced = replaceLeaves(object, [...places, ...notes], write);
  return isObject(replaced) ? replaced : object;
}

/**
 * The values by which an object's secrets may be known elsewhere, in a log or a message; none where it hides
 * nothing.
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
  const notes = Object.entries(objectField(objectField(object, "metadata"), "annotations"));
  const reporter = [...new Set(values.filter((value) => value.length >= shortestInNotes))];
  const repeats = (text: string): boolean => reporter.some((value) => text.includes(value));
  return notes
    .filter(([name, text]) => bookkeeping.has(name) || (typeof text === "string" && repeats(text)))
    .map(([name]) => ({ path: ["metadata", "annotations", name], mark: "note" }));
}

/** Shorter values stand in many a text by chance. */
const shortestInNotes = 6;
