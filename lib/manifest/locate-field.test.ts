import test from "ava";

import { formatOrigin } from "../object/diagnostic/source-text.ts";
import type { Path } from "../object/json.ts";
import { locateField, type FieldPart } from "./locate-field.ts";
import { readSource } from "./parse-source.ts";

const yaml = `# c
a:
  b: x y  # c
  "c/d":
    - 1
    - e: |
        text
      f: {g: 'h'}
n:
`;

const places: readonly (readonly [Path, FieldPart, string, number | undefined])[] = [
  [["a"], "key", "f:2:1", 1],
  [["a"], "value", "f:3:3", 11],
  [["a", "b"], "key", "f:3:3", 1],
  [["a", "b"], "value", "f:3:6", 3],
  [["a", "c/d"], "key", "f:4:3", 5],
  [["a", "c/d", 0], "value", "f:5:7", 1],
  [["a", "c/d", 1], "key", "f:6:7", 4],
  [["a", "c/d", 1, "f", "g"], "value", "f:8:14", 3],
  [["a", "c/d", 1, "f", "g"], "key", "f:8:11", 1],
  [["a", "nothing", "below"], "value", "f:2:1", 1],
  [["nothing"], "value", "f:2:1", undefined],
  [[], "value", "f:2:1", undefined],
];

function locateIn(text: string, path: Path, part: FieldPart): ReturnType<typeof locateField> {
  const [first] = readSource({ name: "f", text }).documents;
  if (first === undefined) {
    throw new Error("no document");
  }
  return locateField(first.document, path, part);
}

for (const [path, part, place, length] of places) {
  test(`the ${part} of /${path.join("/")} is located at ${place}`, (t) => {
    const origin = locateIn(yaml, path, part);
    t.is(formatOrigin(origin), place);
    if (!(path.length === 1 && path[0] === "a" && part === "value")) {
      t.is(origin.length, length);
    }
  });
  test(`the exact reader locates the ${part} of /${path.join("/")} at ${place}`, (t) => {
    t.is(formatOrigin(locateIn(`${yaml}x: &x 1\n`, path, part)), place);
  });
}

test("a position in a later document counts lines from the top of the file", (t) => {
  const documents = readSource({ name: "f", text: "a: 1\n---\n# c\nb:\n  c: 2\n" }).documents;
  const second = documents[1]?.document;
  t.is(second && formatOrigin(locateField(second, ["b", "c"], "value")), "f:5:6");
});

test("positions in JSON are found, even for a document that begins in the middle of a line", (t) => {
  const documents = readSource({ name: "f", text: '{"a": 1} {"b":\n [2, {"c": 3}]}' }).documents;
  const second = documents[1]?.document;
  t.is(second && formatOrigin(locateField(second, ["b"], "key")), "f:1:11");
  t.is(second && formatOrigin(locateField(second, ["b", 1, "c"], "value")), "f:2:12");
});

test("a key from a YAML merge is located at the mapping that merges it", (t) => {
  t.is(formatOrigin(locateIn("x: &x {a: 1}\nz:\n  <<: *x\n", ["z", "a"], "value")), "f:2:1");
});

test("a byte order mark does not count as a column", (t) => {
  t.is(formatOrigin(locateIn("\uFEFFa: 1\n", ["a"], "value")), "f:1:4");
});
