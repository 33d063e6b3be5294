import { brotliDecompressSync } from "node:zlib";

import { isYetToBeRemoved } from "./api-deprecation.ts";
import type { BuiltinSchemas } from "./builtin-schemas.ts";
import { newestMinor, oldestMinor } from "./supported-versions.ts";

/** The kinds that were loaded, by minor version: a sidecar plans thousands of sets for the same one. */
const loaded = new Map<number, Promise<BuiltinSchemas>>();

/**
 * Loads the built-in kinds of that Kubernetes, and their checks. The oldest known version is used for those
 * before it, which also serve kinds that were removed later; objects of such versions are not checked.
 * Undefined for newer ones: their kinds are not known yet. The data are loaded on first use: some 20 KB,
 * unpacked in 2 ms.
 */
export async function loadBuiltinSchemas(minor: number): Promise<BuiltinSchemas | undefined> {
  if (minor > newestMinor) {
    return undefined;
  }
  const schemas = loaded.get(minor) ?? load(minor);
  loaded.set(minor, schemas);
  return schemas;
}

async function load(minor: number): Promise<BuiltinSchemas> {
  const { packedSchemas } = await import("./data/packed-schemas.ts");
  const { knownKinds } = await import("./known-kinds.ts");
  const text = brotliDecompressSync(Buffer.from(packedSchemas, "base64")).toString("latin1");
  const known = Math.max(minor, oldestMinor);
  const schemas = knownKinds(text, { minor: known, version: known - oldestMinor });
  return minor === known ? schemas : { ...schemas, serves: servesBefore(schemas, minor) };
}

function servesBefore(schemas: BuiltinSchemas, minor: number): BuiltinSchemas["serves"] {
  return (apiVersion, kind) =>
    schemas.serves(apiVersion, kind) || isYetToBeRemoved({ apiVersion, kind, minor });
}
