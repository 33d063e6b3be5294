import type { ErrorObject } from "ajv";

import { typeName } from "../manifest/validation/object-fault.ts";
import { compareText } from "../object/object-ref.ts";
import {
  entries,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  pointerKeys,
  stringField,
  valueAt,
} from "../object/json.ts";
import { listWords, truncateWord } from "../object/message-text.ts";
import { didYouMean, suggest } from "../object/diagnostic/suggestion.ts";
import { formatSettingPath, type SettingFault } from "./settings-document.ts";

/**
 * Translates an error of the validator into our words; undefined if another of its errors says the same.
 * `root` is the value that was validated. A schema may have the `title` and `examples` of a form (`is no
 * duration above 0: write it as 15s or 1m`), and `x-meant`: the names that other tools use for its settings.
 */
export function schemaFault(error: ErrorObject, root: JsonValue): SettingFault | undefined {
  const found: Found = {
    params: jsonOf(error.params),
    schema: jsonOf(error.parentSchema),
    path: pathOf(error.instancePath, root),
    value: jsonOf(error.data),
    root,
  };
  const report = formatters.get(error.keyword);
  if (report === undefined) {
    return silentKeywords.has(error.keyword) ? undefined : malformed(found);
  }
  return report(found);
}

/** The content of a validation error. */
interface Found {
  readonly params: JsonValue;
  /** The schema whose keyword is violated. */
  readonly schema: JsonValue;
  readonly path: Path;
  readonly value: JsonValue;
  readonly root: JsonValue;
}

/** Returns a value of the validator, which is JSON: it comes from the schema and from the file. */
function jsonOf(value: unknown): JsonValue {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (value ?? null) as JsonValue;
}

/** Returns a plain value as text; empty for a collection. */
function plainText(value: JsonValue | undefined): string {
  return typeof value === "object" || value === undefined ? "" : String(value);
}

/**
 * Keywords whose branches report what is wrong; for a discriminator, the `enum` that its property has beside
 * it.
 */
const silentKeywords: ReadonlySet<string> = new Set(["oneOf", "anyOf", "allOf", "if", "discriminator"]);

const formatters: ReadonlyMap<string, (found: Found) => SettingFault | undefined> = new Map([
  ["additionalProperties", unknownSetting],
  ["required", missingSetting],
  ["enum", noneOfChoices],
  ["const", noneOfChoices],
  ["uniqueItems", twice],
  ["type", malformed],
  ["minLength", (found: Found) => invalid(found, "is empty", remedyOf(found.schema))],
  ["minItems", (found: Found) => invalid(found, "is empty", "give at least one entry")],
  [
    "maxLength",
    (found: Found) => invalid(found, `is longer than ${limitOf(found)} characters`, "shorten it"),
  ],
  ["maxItems", (found: Found) => invalid(found, `has more than ${limitOf(found)} entries`, "shorten it")],
  ["minimum", (found: Found) => invalid(found, `is less than ${limitOf(found)}`, "raise it")],
  ["maximum", (found: Found) => invalid(found, `is more than ${limitOf(found)}`, "lower it")],
]);

function limitOf({ params }: Found): string {
  return plainText(field(params, "limit"));
}

function invalid({ path }: Found, fact: string, remedy: string): SettingFault {
  const message = `${formatSettingPath(path)} ${fact}: ${remedy}`;
  return { code: "SettingInvalid", message, path, part: "value" };
}

/**
 * Returns the fault of a value of another type or form. The examples best explain what is wrong with the
 * form.
 */
function malformed(found: Found): SettingFault {
  const { schema, value } = found;
  const title = stringField(schema, "title");
  if (value === null) {
    return invalid(found, "is empty", `${remedyOf(schema)}, or leave it out`);
  }
  if (isUnquoted(schema, value)) {
    return invalid(found, `is ${typeName(value)}`, "write it in quotes");
  }
  return invalid(
    found,
    title === undefined ? `is ${typeName(value)}` : `is not a valid ${title}`,
    remedyOf(schema),
  );
}

/** Reports whether a number or boolean would be valid as a text: YAML reads `1.20` and `no` as such. */
function isUnquoted(schema: JsonValue, value: JsonValue): boolean {
  if (typeof value === "object" || typeof value === "string" || field(schema, "type") !== "string") {
    return false;
  }
  const pattern = stringField(schema, "pattern");
  return pattern === undefined
    ? stringField(schema, "title") === undefined && choicesOf(schema).length === 0
    : new RegExp(pattern, "u").test(plainText(value));
}

const typeRemedies: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ["boolean", "write true or false"],
  ["integer", "write a whole number"],
  ["number", "write a number"],
  ["array", "write a list"],
  ["object", "write a mapping"],
  ["string", "write a string"],
]);

/**
 * Returns the remedy. A form that has a title is explained by its examples; for any other value the type is
 * named.
 */
function remedyOf(schema: JsonValue): string {
  const type = typeRemedies.get(field(schema, "type")) ?? "see the configuration reference";
  const examples = examplesOf(schema);
  const choices = choicesOf(schema).map(plainText);
  if (choices.length > 0) {
    return `write ${listWords(choices, "or")}`;
  }
  if (examples === undefined) {
    return type;
  }
  return stringField(schema, "title") === undefined
    ? `${type}, as in ${examples}`
    : `write it as ${examples}`;
}

/** Formats the examples of a schema: `15s, 1m or 1h30m`; collections as JSON. Undefined if it has none. */
function examplesOf(schema: JsonValue): string | undefined {
  const words = entries(field(schema, "examples")).map((example) =>
    typeof example === "string" ? example : JSON.stringify(example),
  );
  return words.length === 0 ? undefined : listWords(words, "or");
}

function noneOfChoices(found: Found): SettingFault {
  const { schema, value } = found;
  const choices = Object.hasOwn(jsonRecord(schema), "const") ? [field(schema, "const")] : choicesOf(schema);
  const words = choices.map(plainText);
  if (typeof value !== "string") {
    return invalid(
      found,
      value === null ? "is empty" : `is ${typeName(value)}`,
      `write ${listWords(words, "or")}`,
    );
  }
  const guess = words.length < 2 ? "" : didYouMean(value, words);
  return invalid(
    found,
    `is ${JSON.stringify(truncateWord(value))}`,
    `write ${listWords(words, "or")}${guess}`,
  );
}

function choicesOf(schema: JsonValue): readonly JsonValue[] {
  return entries(field(schema, "enum"));
}

function jsonRecord(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}

function twice({ params, path, value }: Found): SettingFault {
  const [first, second] = [field(params, "j"), field(params, "i")].map(Number).toSorted((a, b) => a - b);
  const entry = entries(value)[second ?? 0] ?? null;
  const shown = typeof entry === "string" ? JSON.stringify(truncateWord(entry)) : "an entry";
  return {
    code: "SettingInvalid",
    message: `${formatSettingPath(path)} lists ${shown} twice: remove one`,
    path: [...path, second ?? 0],
    part: "value",
    related: [{ message: "the first one", path: [...path, first ?? 0] }],
  };
}

function knownIn(schema: JsonValue): readonly string[] {
  return Object.keys(objectField(schema, "properties"));
}

/** Number of settings up to which all are listed if none of them is close to the given name. */
const fewSettings = 8;

function unknownSetting({ params, schema, path }: Found): SettingFault {
  const name = stringField(params, "additionalProperty") ?? "";
  const place = path.length === 0 ? "" : ` in ${formatSettingPath(path)}`;
  const message = `unknown setting ${JSON.stringify(truncateWord(name))}${place}${guessOf(name, schema)}`;
  return { code: "SettingUnknown", message, path: [...path, name], part: "key" };
}

function guessOf(name: string, schema: JsonValue): string {
  const known = knownIn(schema);
  const meant = stringField(objectField(schema, "x-meant"), name);
  if (meant !== undefined) {
    return `; did you mean ${meant}?`;
  }
  const near = didYouMean(name, known);
  return near === "" && known.length > 0 && known.length <= fewSettings
    ? `; known settings: ${listWords(known.toSorted(compareText), "and")}`
    : near;
}

/** Returns no fault if a misspelled name is there: that is reported alone. */
function missingSetting({ params, schema, path, value }: Found): SettingFault | undefined {
  const name = stringField(params, "missingProperty") ?? "";
  const known = knownIn(schema);
  const unknownFields = Object.keys(jsonRecord(value)).filter((key) => !known.includes(key));
  const meant = objectField(schema, "x-meant");
  if (unknownFields.some((key) => (stringField(meant, key) ?? suggest(key, known)) === name)) {
    return undefined;
  }
  return {
    code: "SettingMissing",
    message: `${formatSettingPath(path)} has no ${name}: ${wantedOf(name, schema)}`,
    path,
    part: "value",
  };
}

function wantedOf(name: string, schema: JsonValue): string {
  const property = objectField(objectField(schema, "properties"), name);
  const wanted = field(property, "const");
  return wanted === undefined ? "add it" : `add \`${name}: ${plainText(wanted)}\``;
}

/** Parses a JSON pointer (RFC 6901); steps into lists become numbers, as the value has them. */
function pathOf(pointer: string, root: JsonValue): Path {
  const path: (string | number)[] = [];
  for (const name of pointerKeys(pointer)) {
    path.push(isArray(valueAt(root, path)) ? Number(name) : name);
  }
  return path;
}
