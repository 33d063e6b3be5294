import test from "ava";

import { readSource } from "./read-source.ts";

const long: readonly (readonly [string, string])[] = [
  ["base64", `a: !!binary ${"aGkx".repeat(3_000_000)}\n`],
  ["a number of underscores", `a: .1${"_1".repeat(6_000_000)}\n`],
  ["escapes", `{"a": "${"\\n".repeat(6_000_000)}"}`],
];

for (const [name, text] of long) {
  test(`a value of many megabytes is read: ${name}`, (t) => {
    const { documents, diagnostics } = readSource({ name: "long.yaml", text });
    t.deepEqual([documents.length, diagnostics.length], [1, 0]);
  });
}
