import { formatFloat, parseInteger } from "./go-number.ts";
import { timestampText } from "./timestamp.ts";

/** The words that go-yaml v3 does not read as strings, with the text by which the MAC covers them. */
const words: ReadonlyMap<string, string | null> = new Map([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, "True"] as const),
  ...["false", "False", "FALSE"].map((word) => [word, "False"] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, "NaN"] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word) => [word, "+Inf"] as const),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, "-Inf"] as const),
]);

const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/**
 * The text by which the MAC covers a plain scalar of YAML that is not encrypted: what go-yaml v3 makes of it,
 * in Go's format. `yes` is a string there, `0x1F` is `31`. Null for a null value, which the MAC leaves out.
 */
export function plainScalarText(text: string): string | null {
  const word = words.get(text);
  if (word !== undefined) {
    return word;
  }
  if (!/^[-+.\d]/.test(text)) {
    return text;
  }
  const bare = text.replaceAll(text.startsWith(".") ? /(?<=\d)_(?=\d)/g : "_", "");
  return (
    timestampText(text) ??
    parseInteger(bare)?.toString() ??
    (float.test(bare) && Number.isFinite(Number(bare)) ? formatFloat(Number(bare)) : text)
  );
}
