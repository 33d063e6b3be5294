import test, { type ExecutionContext } from "ava";
import * as fc from "fast-check";
import { Document } from "yaml";

import { valueAt, type JsonValue } from "../../object/json.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import type { SourceDocument } from "../manifest.ts";
import { createSpans, originAt, placesIn, type SourceMap } from "../text/source-map.ts";
import { parseExactly } from "./exact-parser.ts";
import { parseFast } from "./fast-parser.ts";
import { createWordPool } from "./scalar-interner.ts";

function documentOf(text: string): SourceDocument {
  return { source: { name: "a.yaml", text }, start: 0, end: text.length, line: 1, index: 0, format: "yaml" };
}

function fast(text: string, spans?: SourceMap): JsonValue | undefined {
  return parseFast(documentOf(text), { pool: createWordPool(text), spans });
}

const scalar = fc.oneof(
  fc.string({ unit: "grapheme-ascii" }),
  fc.stringMatching(/^[a-z0-9 :#'"\n-]{0,12}$/),
  fc.constantFrom(
    "yes",
    "~",
    "0777",
    "1_000",
    "",
    "a: b",
    "- a",
    "#",
    "x\ny",
    "x\n\ny\n",
    " x",
    "<<",
    "{",
    "é",
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.stringMatching(/^[a-z./-]{1,9}$/), fc.string({ maxLength: 5 })), tie("tree"), {
      maxKeys: 5,
    }),
  ),
}));
const style = fc.record({
  lineWidth: fc.constantFrom(0, 20, 80),
  collectionStyle: fc.constantFrom("any" as const, "block" as const, "flow" as const),
  defaultStringType: fc.constantFrom(
    "PLAIN" as const,
    "QUOTE_SINGLE" as const,
    "QUOTE_DOUBLE" as const,
    "BLOCK_LITERAL" as const,
  ),
  indentSeq: fc.boolean(),
  indent: fc.constantFrom(2, 4),
});

/** The positions of all keys and values below a value, as printed: a multi-line value by its first line. */
function positionsBelow(
  document: SourceDocument,
  { value, spans }: { readonly value: JsonValue; readonly spans: SourceMap },
): readonly (readonly [string, Origin, Origin])[] {
  const found: [string, Origin, Origin][] = [];
  const open: { readonly path: string; readonly value: JsonValue | undefined }[] = [{ path: "", value }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [step, span] of placesIn(spans, next.value) ?? []) {
      const path = `${next.path}/${step}`;
      const key = originAt(document, span.keyStart, span.keyEnd);
      found.push([path, key, originAt(document, span.valueStart, span.valueEnd)]);
      open.push({ path, value: valueAt(next.value, [step]) });
    }
  }
  return found;
}

/**
 * Whether the fast reader accepts the text; if so, it must return the value and the positions of the exact
 * reader. A quoted or bracketed value may continue on lines that are not indented: only the fast reader
 * accepts that, as kubectl does.
 */
function isAccepted(t: ExecutionContext, text: string): boolean {
  const document = documentOf(text);
  const spans = createSpans();
  const value = fast(text, spans);
  if (value === undefined) {
    return false;
  }
  const exactSpans = createSpans();
  const exact = parseExactly(document, exactSpans);
  if (exact.faults.length > 0) {
    t.regex(text, /['"[{][^]*\n/);
    return false;
  }
  t.deepEqual(value, exact.value, JSON.stringify(text));
  t.deepEqual(
    positionsBelow(document, { value, spans }),
    positionsBelow(document, { value: exact.value, spans: exactSpans }),
    JSON.stringify(text),
  );
  return true;
}

test("the fast reader accepts most generated YAML, and agrees with the exact reader on it", (t) => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tree), style, (value, options) => {
      const text = new Document(value, { version: "1.1" }).toString(options);
      accepted += isAccepted(t, text) ? 1 : 0;
    }),
    { numRuns: 400 },
  );
  t.true(accepted > 200, `${accepted} of 400`);
});

const pieces = [
  ..."a|b: |- |  | |\n|\n  |\n    |: | #c|\"|'y'|'x\n    y'|[|]|{|}|,|>-\n|1|yes|x y|\t|\r\n|&a |*a|? |...\n|key:\n  ".split(
    "|",
  ),
  "|\n",
];

test("for any text that the fast reader accepts, its values and positions are those of the exact reader", (t) => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (chosen) => {
      accepted += isAccepted(t, chosen.join("")) ? 1 : 0;
    }),
    { numRuns: 1000 },
  );
  t.true(accepted > 100, `${accepted} of 1000`);
});

const ordinary: readonly (readonly [string, string, JsonValue])[] = [
  ["mappings in mappings", "a:\n  b:\n    c: 1\nd: 2\n", { a: { b: { c: 1 } }, d: 2 }],
  ["lists at the column of their key", "a:\n- 1\n- b: 2\n  c: 3\nd: 4\n", { a: [1, { b: 2, c: 3 }], d: 4 }],
  ["lists in lists", "- - 1\n  - 2\n-\n  - 3\n- \n", [[1, 2], [3], null]],
  ["comments and empty lines", "# c\n\na: 1 # c\n  # c\n\nb:\n  # c\n  c: 2#d\n", { a: 1, b: { c: "2#d" } }],
  [
    "text that begins with an indicator character",
    "a: :x\nb: ?x\nc:\n- :x:y\n- -x\n",
    { a: ":x", b: "?x", c: [":x:y", "-x"] },
  ],
  ["plain scalars over several lines", "a: x\n  y\n\n  z\nb: 1\n", { a: "x y\nz", b: 1 }],
  ["quoted scalars over several lines", "a: 'x\n  y'\nb: \"x\\\n  y\\n\"\n", { a: "x y", b: "xy\n" }],
  ["quoted scalars that are not indented", "a: 'x\n\ny'\nb: 1\n", { a: "x\ny", b: 1 }],
  [
    "literal block scalars",
    "a: |\n  x\n   y\n\nb: |-\n  x\nc: |+\n  x\n\nd: 1\n",
    { a: "x\n y\n", b: "x", c: "x\n\n", d: 1 },
  ],
  ["folded block scalars", "a: >\n  x\n  y\n\n  z\n   w\n  v\n", { a: "x y\nz\n w\nv\n" }],
  ["text without a final line break", "a: |\n  x", { a: "x\n" }],
  ["flow collections", 'a: {b: [1, "x"], "c":{}}\nd: [\n  e,\n]\n', { a: { b: [1, "x"], c: {} }, d: ["e"] }],
  ["CRLF line endings", "a: 1\r\nb: |\r\n  x\r\nc: x\r\n  y\r\n", { a: 1, b: "x\n", c: "x y" }],
  ["keys that are not strings", "1: a\nyes: b\n1.10: c\n", { 1: "a", true: "b", "1.1": "c" }],
];

for (const [name, text, value] of ordinary) {
  test(`the fast reader accepts ${name}`, (t) => {
    t.deepEqual(fast(text), value);
  });
}

const left: readonly (readonly [string, string])[] = [
  ["anchors", "a: &x 1\n"],
  ["aliases", "a: *x\n"],
  ["tags", "a: !!str 1\n"],
  ["merge keys", "<<: {a: 1}\n"],
  ["explicit keys", "? a\n: b\n"],
  ["tabs", "a:\tb\n"],
  ["duplicate keys", "a: 1\na: 2\n"],
  ["directives", "%YAML 1.1\n"],
  ["the end marker of a document", "a: 1\n...\n"],
  ["a second colon", "a: b: c\n"],
  ["infinity", "a: .inf\n"],
  ["an unclosed quote", 'a: "x\n'],
  ["an unclosed bracket", "a: [1\n"],
  ["bad indentation", "a:\n  b: 1\n c: 2\n"],
  ["an unknown escape", 'a: "\\/"\n'],
];

for (const [name, text] of left) {
  test(`the fast reader leaves ${name} to the exact reader`, (t) => {
    t.is(fast(text), undefined);
  });
}
