import { readFileSync } from "node:fs";

import test from "ava";

import { entries, field, sameJson, stringField, stringifyJson } from "../object/json.ts";
import { readJson } from "./json/parse-json.ts";
import { readSource } from "./parse-source.ts";

const recorded = readFileSync(new URL("../../fixtures/yaml-scalars/table.json", import.meta.url), "utf8");
const rows = entries(readJson(recorded, { start: 0, end: recorded.length }).value);

function read(text: string, name = "a.yaml"): { values: unknown[]; codes: string[] } {
  const { documents, diagnostics } = readSource({ name, text });
  const trees = documents.map(({ tree }) => tree);
  return {
    values: trees
      .filter(({ faults, value }) => faults.length === 0 && value !== null)
      .map(({ value }) => value),
    codes: [...diagnostics, ...trees.flatMap(({ faults }) => faults)].map(({ code }) => code),
  };
}

test("the table of recorded results of kubectl has at least 150 rows", (t) => {
  t.true(rows.length >= 150);
});

for (const row of rows) {
  const text = stringField(row, "text") ?? "";
  const differs = stringField(row, "differs");
  test(`parsing ${JSON.stringify(text)} gives the result recorded for kubectl`, (t) => {
    const { values, codes } = read(text);
    if (differs !== undefined) {
      t.deepEqual(codes.slice(0, 1), differs === "read here" ? [] : [differs]);
    } else if (field(row, "error") === undefined) {
      t.deepEqual(codes, []);
      const wanted = field(row, "documents") ?? null;
      t.true(sameJson(values as never, withFloats(wanted)), stringifyJson(values as never));
    } else {
      t.not(codes.length, 0);
    }
  });
}

/** Kubectl reads integers beyond 64 bits as floats, whose digits Go prints in full. */
function withFloats(value: unknown): never {
  if (typeof value === "bigint") {
    return (value >= 2n ** 64n || value < -(2n ** 63n) ? Number(value) : value) as never;
  }
  if (Array.isArray(value)) {
    return value.map(withFloats) as never;
  }
  return typeof value === "object" && value !== null
    ? (Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withFloats(entry)])) as never)
    : (value as never);
}

test("a stream of several JSON values is read", (t) => {
  t.deepEqual(read('{"a": 1}{"b": 2}\n{"c": 3}').values, [{ a: 1 }, { b: 2 }, { c: 3 }]);
});

test("a text that begins like JSON but is not JSON is read as YAML", (t) => {
  t.deepEqual(read("{a: 1}\n---\nb: 2\n").values, [{ a: 1 }, { b: 2 }]);
});

test("YAML documents may follow a JSON value", (t) => {
  t.deepEqual(read('{"a": 1}\n---\nb: 2\n').values, [{ a: 1 }, { b: 2 }]);
});

test("text that is neither JSON nor YAML is a JSON fault in *.json files, and a YAML fault elsewhere", (t) => {
  t.deepEqual(read('{"a": 1,\n "b" 2}', "a.json").codes, ["JsonSyntax"]);
  t.deepEqual(read('{"a": [1,\n "b" 2}', "a.yaml").codes, ["YamlSyntax"]);
});

test("YAML in a file named *.json is accepted, as in kubectl", (t) => {
  t.deepEqual(read("{a: 1}", "a.json").values, [{ a: 1 }]);
});

test("a duplicate key in JSON is a fault, and the values after it are still read", (t) => {
  const { values, codes } = read('{"a": 1, "a": 2}\n{"b": 1}', "a.json");
  t.deepEqual(codes, ["DuplicateKey"]);
  t.deepEqual(values, [{ b: 1 }]);
});

const hostile: readonly (readonly [string, string, string])[] = [
  ["brackets in YAML", `a: ${"[".repeat(100_000)}`, "TooDeep"],
  ["braces in YAML", `a: ${"{a: ".repeat(50_000)}`, "TooDeep"],
  ["dashes", `${"- ".repeat(50_000)}a\n`, "TooDeep"],
  [
    "indentation",
    `${Array.from({ length: 1200 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")} 1\n`,
    "TooDeep",
  ],
  ["JSON", `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "TooDeep"],
  [
    "aliases",
    `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: 9 }, () => `*a${n}`).join(", ")}]`).join("\n")}\n`,
    "AliasBomb",
  ],
  ["an alias inside its own anchor", "a: &a [*a]\n", "AliasBomb"],
  ["an alias without an anchor", "a: *b\n", "UnknownAlias"],
];

for (const [name, text, code] of hostile) {
  test(`hostile text is rejected: ${name}`, (t) => {
    t.deepEqual([...new Set(read(text).codes)], [code]);
  });
}

test("__proto__, constructor and toString are ordinary keys", (t) => {
  const [value] = read("__proto__: {a: 1}\nconstructor: 2\ntoString: 3\n").values;
  t.deepEqual(Object.keys(value as object), ["__proto__", "constructor", "toString"]);
  t.is(Object.getPrototypeOf(value), Object.prototype);
});
