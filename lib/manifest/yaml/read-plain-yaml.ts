import { isObject, type JsonValue } from "../../object/json.ts";
import { hasOddCharacter } from "./check-characters.ts";
import { parseFast } from "./fast-parser.ts";
import { createWordPool } from "./scalar-interner.ts";

/**
 * Text that versions of YAML or their readers treat differently: several documents, directives, words that
 * are booleans in YAML 1.1 and strings in YAML 1.2, block scalars below their key, comments right after a
 * quote or bracket, colons right before the end of an entry in brackets, and escaped apostrophes.
 */
const doubtful =
  /^(?:---|\.\.\.|%| *[|>])|(?:^|[\s,:[{-])(?:y|n|yes|no|on|off)\s*(?:$|[,:}\]#])|["'\]}]#|:[,\]}]|\\'/im;

/**
 * Returns the value of a text of one document that every version of YAML reads alike: mappings and lists of
 * strings and booleans, without anchors, tags, faults, and quoted or bracketed values of several lines.
 * Returns undefined for any other text, which is left to a complete reader.
 */
export function readPlainYaml(text: string): JsonValue | undefined {
  if (doubtful.test(text) || hasOddCharacter(text)) {
    return undefined;
  }
  const place = { start: 0, end: text.length, line: 1, index: 0, format: "yaml" } as const;
  const document = { source: { name: "", text }, ...place };
  const value = parseFast(document, { pool: createWordPool(text), spans: undefined, singleLines: true });
  return value !== undefined && isPlain(value) ? value : undefined;
}

/** The fast reader goes no deeper than a hundred levels. */
function isPlain(value: JsonValue): boolean {
  if (Array.isArray(value)) {
    return value.every(isPlain);
  }
  return isObject(value)
    ? Object.values(value).every(isPlain)
    : typeof value === "string" || typeof value === "boolean";
}
