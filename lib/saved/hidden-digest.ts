/** A digest of hidden values by which nobody can verify a guess: it needs a key that the cluster keeps. */
import { createHmac, randomBytes } from "node:crypto";

import { canonicalJson } from "../inventory/canonical-json.ts";
import { type RandomObject, replaceAt } from "../manifest/random-fields.ts";
import type { JsonObject, JsonValue, Path } from "../object/json.ts";
import { field } from "../object/json.ts";
import { nameOf, namespaceOf } from "../object/metadata.ts";
import { isSecretObject, sensitivityOf } from "../redact/sensitivity.ts";
import type { SavedObject } from "./saved-plan.ts";

/** Returns random bytes, from which a process derives the keys that it creates. */
export function newKeySeed(): Buffer {
  return randomBytes(32);
}

/** Returns the key for a release, in base64. Another release, also of another cluster, has another key. */
export function derivedKey(seed: Buffer, ...release: readonly string[]): string {
  return createHmac("sha256", seed).update(JSON.stringify(release)).digest("base64");
}

/** Returns the digest of the objects that hide values, these included. */
export function hiddenDigest(objects: readonly SavedObject[], key: string): string {
  const hiding = objects.filter(({ object }) => sensitivityOf(object) !== undefined);
  const text = canonicalJson(hiding.map((one): JsonObject => ({ ...one })));
  return createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("hex");
}

/**
 * Returns the objects without the values of Secrets that differ in each rendering of their charts: with them,
 * no two plans would be the same.
 */
export function withoutRandomSecrets(
  objects: readonly SavedObject[],
  random: readonly RandomObject[],
): readonly SavedObject[] {
  const paths = Map.groupBy(
    random.flatMap(({ object: { value }, fields }) =>
      fields.filter(({ path }) => isSecretValue(value, path)).map(({ path }) => ({ value, path })),
    ),
    ({ value }) => identityOf(value),
  );
  return objects.map((one) => {
    const generated = paths.get(identityOf(one.object)) ?? [];
    const replaced = replaceAt(
      one.object,
      generated.map(({ path }) => ({ path, value: null })),
    );
    return generated.length === 0 ? one : { ...one, object: replaced };
  });
}

function isSecretValue(object: JsonObject, [part]: Path): boolean {
  return isSecretObject(object) && (part === "data" || part === "stringData");
}

function identityOf(object: JsonObject): string {
  const type: readonly (JsonValue | undefined)[] = [field(object, "apiVersion"), field(object, "kind")];
  return JSON.stringify([...type, namespaceOf(object), nameOf(object)]);
}
