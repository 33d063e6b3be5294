import test from "ava";

import { readSource } from "./parse-source.ts";

const long: readonly (readonly [string, string])[] = [
  ["base64", `a: !!binary ${"aGkx".repeat(3_000_000)}\n`],
  ["a number with underscores", `a: .1${"_1".repeat(6_000_000)}\n`],
  ["escapes", `{"a": "${"\\n".repeat(6_000_000)}"}`],
];

for (const [name, text] of long) {
  test(`a value of many megabytes is read: ${name}`, (t) => {
    const { documents, diagnostics } = readSource({ name: "long.yaml", text });
    t.deepEqual([documents.length, diagnostics.length], [1, 0]);
  });
}

/**
 * Texts that are repeated up to ten megabytes, the largest file that a sidecar reads, and the position where
 * level 501 begins.
 */
const deep: readonly (readonly [string, string])[] = [
  ["[", "1:501"],
  ["{a: ", "1:2001"],
  ["- ", "1:1001"],
];

for (const [piece, place] of deep) {
  test(`ten megabytes of ${JSON.stringify(piece)} are rejected at the position where they nest too deep`, (t) => {
    const text = piece.repeat(10_485_760 / piece.length);
    const { documents } = readSource({ name: "deep.yaml", text });
    const faults = documents.flatMap(({ tree }) => tree.faults);
    t.deepEqual(
      faults.map(({ code, origin }) => [code, `${origin?.line}:${origin?.column}`]),
      [["TooDeep", place]],
    );
  });
}
