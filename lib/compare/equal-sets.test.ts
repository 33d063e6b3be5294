import { globSync, readFileSync } from "node:fs";

import test from "ava";
import { stringify } from "yaml";

import { compared } from "../../fixtures/compared-sets.ts";
import { readManifests } from "../manifest/parse-manifests.ts";
import { annotationOf } from "../object/metadata.ts";
import { isArray, isObject, type JsonObject, type JsonValue, type Path } from "../object/json.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { comparisonHeadline } from "../report/compare/headline.ts";
import { hasFact } from "./comparison-facts.ts";

const folders = [
  "wordpress",
  "many-dialects",
  "crontab",
  "depends-on-chain",
  "compare/before",
  "werf-weights",
];

/** The objects of some folders of examples that are applied. */
const sets: readonly (readonly JsonObject[])[] = folders.map((folder) =>
  globSync(`fixtures/${folder}/*.yaml`).flatMap((name) =>
    readManifests({ name, text: readFileSync(name, "utf8") })
      .objects.map(({ value }) => value)
      .filter((value) => annotationOf(value, "config.kubernetes.io/local-config") === undefined),
  ),
);

/** Returns the next of `count` choices. */
type Choose = (count: number) => number;

/** Returns the same value with the fields of its mappings in another order. */
function reordered(value: JsonValue, choose: Choose): JsonValue {
  if (isArray(value)) {
    return value.map((entry) => reordered(entry, choose));
  }
  return isObject(value)
    ? Object.fromEntries(
        shuffled(Object.entries(value), choose).map(([name, one]) => [name, reordered(one, choose)]),
      )
    : value;
}

function shuffled<Value>(values: readonly Value[], choose: Choose): readonly Value[] {
  const rest = [...values];
  return values.flatMap(() => rest.splice(choose(rest.length), 1));
}

/** Writes the same set in another way: files, their names, documents, formats, comments, order of keys. */
function rewritten(objects: readonly JsonObject[], choose: Choose): readonly SourceText[] {
  return shuffled(objects, choose).map((object, index) => {
    const value = reordered(object, choose);
    const yaml = `# ${choose(99)}\n${stringify(value)}# end\n`;
    return { name: `${choose(9)}/${index}.yaml`, text: choose(2) === 0 ? yaml : JSON.stringify(value) };
  });
}

/** The paths of all leaf values, except the identity of the object. */
function leavesOf(value: JsonValue, path: Path = []): readonly Path[] {
  if (isArray(value)) {
    return value.flatMap((entry, index) => leavesOf(entry, [...path, index]));
  }
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]));
  }
  return /^(?:apiVersion|kind|status.*|metadata,(?:name|namespace))$/.test(path.join()) ? [] : [path];
}

/** Returns a value that differs at the path. */
function edited(value: JsonValue, path: Path): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) {
    return typeof value === "number" ? value + 1 : `${JSON.stringify(value)}x`;
  }
  return isArray(value)
    ? value.map((entry, index) => (index === step ? edited(entry, rest) : entry))
    : Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, one]) => [
          name,
          name === step ? edited(one, rest) : one,
        ]),
      );
}

/** Returns choices that follow from a seed. */
function chooser(seed: number): Choose {
  let state = seed;
  return (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * count);
  };
}

const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

test("a set that is only formatted differently has no changes", async (t) => {
  for (const seed of seeds(30)) {
    const objects = sets[seed % sets.length] ?? [];
    const comparison = await compared(objects, rewritten(objects, chooser(seed)), { level: "warn" });
    t.false(hasFact(comparison, "any"), `seed ${seed}: ${comparisonHeadline(comparison)}`);
  }
});

test("an edit of any field of a set is a change", async (t) => {
  for (const seed of seeds(70)) {
    const choose = chooser(seed);
    const objects = sets[seed % sets.length] ?? [];
    const index = choose(objects.length);
    const leaves = leavesOf(objects[index] ?? {});
    // A Namespace has nothing but its identity.
    const path = leaves[choose(leaves.length)] ?? ["metadata", "labels"];
    const after = objects.map((one, at) => (at === index ? (edited(one, path) as JsonObject) : one));
    const comparison = await compared(objects, rewritten(after, choose));
    t.is(leaves.length > 0, hasFact(comparison, "any"), `seed ${seed}: ${path.join(".")}`);
  }
});
