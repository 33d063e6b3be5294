import test from "ava";
import * as fc from "fast-check";

import { readManifests } from "../../manifest/parse-manifests.ts";
import type { JsonObject, JsonValue } from "../../object/json.ts";
import { exactYaml } from "./exact-yaml.ts";

function withData(value: JsonValue): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x" }, data: value };
}

function readBack(object: JsonObject): JsonValue | undefined {
  return readManifests({ name: "a.yaml", text: `${exactYaml(object).join("\n")}\n` }).objects[0]?.value[
    "data"
  ];
}

const writes = test.macro({
  title: (_, __: JsonValue, text: string) => `a value is written as ${text.trim()} and read back unchanged`,
  exec: (t, value: JsonValue, text: string) => {
    const [line = ""] = exactYaml({ a: value }).join("\n").split(/^a:/m).slice(1);
    t.is(line, ` ${text}`.replace(/^ \n/, "\n"));
    t.deepEqual(readBack(withData({ a: value })), { a: value });
  },
});

test(writes, "web", "web");
test(writes, "a b", "a b");
test(writes, "registry.test/app:1", "registry.test/app:1");
test(writes, "a: b", '"a: b"');
test(writes, "a:", '"a:"');
test(writes, "a #b", '"a #b"');
test(writes, "yes", '"yes"');
test(writes, "012", '"012"');
test(writes, "2001-01-01", '"2001-01-01"');
test(writes, "1:30", '"1:30"');
test(writes, "~", '"~"');
test(writes, "", '""');
test(writes, "\u001B[31m", String.raw`"\u001b[31m"`);
test(writes, "\u202E", String.raw`"\u202e"`);
test(writes, "a\nb\n", "|\n  a\n  b");
test(writes, "a\n\n  b", "|-\n  a\n\n    b");
test(writes, "a\n\n", String.raw`"a\n\n"`);
test(writes, " a\nb", String.raw`" a\nb"`);
test(writes, 2n ** 63n, String(2n ** 63n));
test(writes, 1.5, "1.5");
test(writes, null, "null");
test(writes, [], "[]");
test(writes, {}, "{}");
test(writes, [["a"], [{ b: [1] }]], "\n- - a\n- - b:\n    - 1");

const odd = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.stringMatching(/^[-?:,[\]{}#&*!|>'"%@`~ \n\ta0.=<_]{0,12}$/),
  fc.constantFrom(
    "null",
    "no",
    "0x1f",
    "1e3",
    ".inf",
    "<<",
    "=",
    "---",
    "...",
    "- a",
    "a\n---\nb",
    "\u0000",
    "\uFEFF",
  ),
);

test("any object is read back unchanged from its YAML", (t) => {
  const value = fc.letrec<{ value: JsonValue }>((next) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      odd,
      fc.integer(),
      fc.bigInt(2n ** 60n, 2n ** 62n),
      fc.boolean(),
      fc.constant(null),
      fc.array(next("value"), { maxLength: 4 }),
      fc.dictionary(odd, next("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(value, (any) => {
      t.deepEqual(readBack(withData({ any })), { any });
    }),
    { numRuns: 300 },
  );
});
