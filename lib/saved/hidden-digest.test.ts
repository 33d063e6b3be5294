import test from "ava";

import type { RandomObject } from "../manifest/random-fields.ts";
import { readManifests } from "../manifest/parse-manifests.ts";
import { compareRenderings } from "../manifest/random-fields.ts";
import { derivedKey, hiddenDigest, newKeySeed, withoutRandomSecrets } from "./hidden-digest.ts";
import type { SavedObject } from "./saved-plan.ts";

const key = derivedKey(newKeySeed(), "cluster", "release");

function secret(password: string, checksum = "none"): string {
  const metadata = { name: "db", annotations: { checksum } };
  const stringData = { user: "shop", password };
  return JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata, stringData });
}

function objectsOf(text: string): readonly SavedObject[] {
  const { objects } = readManifests({ name: "db.yaml", text });
  return objects.map(({ value }) => ({ ref: "/namespaces/web/Secret/db", file: "db.yaml", object: value }));
}

/** The objects that differ between these two renderings. */
function randomIn(...texts: readonly [string, string]): readonly RandomObject[] {
  const [first, second] = texts.map((text) => readManifests({ name: "db.yaml", text }).objects);
  return compareRenderings(first ?? [], second ?? []);
}

test("the digest of hidden values depends on the values and on the key", (t) => {
  const digest = hiddenDigest(objectsOf(secret("one")), key);
  t.is(hiddenDigest(objectsOf(secret("one")), key), digest);
  t.not(hiddenDigest(objectsOf(secret("two")), key), digest);
  t.not(hiddenDigest(objectsOf(secret("one")), derivedKey(newKeySeed(), "cluster", "release")), digest);
});

test("each release of each cluster has its own key for the digest of hidden values", (t) => {
  const seed = newKeySeed();
  const keys = [
    ["a", "shop"],
    ["b", "shop"],
    ["a", "blog"],
  ].map((release) => derivedKey(seed, ...release));
  t.is(new Set(keys).size, 3);
});

test("objects without hidden values are not part of the digest of hidden values", (t) => {
  const map = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "db" } });
  t.is(hiddenDigest(objectsOf(map), key), hiddenDigest([], key));
});

test("only the random values of a Secret are left out of the digest of hidden values", (t) => {
  const random = randomIn(secret("one", "1"), secret("two", "2"));
  const [first, second, other] = [
    secret("one"),
    secret("two"),
    secret("two").replace('"shop"', '"blog"'),
  ].map((text) => hiddenDigest(withoutRandomSecrets(objectsOf(text), random), key));
  t.is(first, second);
  t.not(first, other);
  const [kept] = withoutRandomSecrets(objectsOf(secret("one", "1")), random);
  t.like(kept?.object, {
    metadata: { annotations: { checksum: "1" } },
    stringData: { user: "shop", password: null },
  });
});
