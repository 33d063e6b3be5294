import type { Manifest } from "../manifest/manifest.ts";
import { replaceAt } from "../manifest/random-fields.ts";
import { type JsonObject, type JsonValue, objectField, type Path } from "../object/json.ts";
import { metadataOf } from "../object/metadata.ts";
import { isSecretObject } from "../redact/sensitivity.ts";

/**
 * Returns an object in the form in which equal ones are equal, however they are written: with its namespace,
 * and a Secret without `stringData`, which the API server merges into `data`. The values of `ignored` paths
 * are equal, too.
 */
export function comparableValue({ value, ref }: Manifest, ignored: readonly Path[] = []): JsonObject {
  const metadata =
    ref.namespace === "" ? metadataOf(value) : { ...metadataOf(value), namespace: ref.namespace };
  const replacements = ignored.map((path) => ({ path, value: "(random)" }));
  const placed = replaceAt({ ...value, metadata }, replacements);
  return isSecretObject(placed) ? withoutStringData(placed) : placed;
}

function withoutStringData(written: JsonObject): JsonObject {
  const { stringData: _, ...secret } = written;
  const texts = Object.entries(objectField(written, "stringData"));
  if (texts.length === 0) {
    return secret;
  }
  const encoded = texts.map(([name, text]): [string, JsonValue] => [
    name,
    typeof text === "string" ? Buffer.from(text).toString("base64") : text,
  ]);
  return {
    ...secret,
    data: Object.fromEntries([...Object.entries(objectField(secret, "data")), ...encoded]),
  };
}
