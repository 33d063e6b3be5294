import test from "ava";

import type { JsonObject, JsonValue } from "../object/json.ts";
import { matchEntries } from "./list-match.ts";

/** Which part of a field set stands for each entry; `""` where none does. */
const testMatch = test.macro({
  exec(t, list: readonly JsonValue[], parts: readonly string[], steps: readonly string[]) {
    const node: JsonObject = Object.fromEntries(parts.map((part) => [part, {}]));
    t.deepEqual(
      matchEntries(list, { ".": {}, ...node }).map(({ step }) => step ?? ""),
      steps,
    );
  },
  title: (name) => name ?? "",
});

const tcp = 'k:{"port":80,"protocol":"TCP"}';
const udp = 'k:{"port":80,"protocol":"UDP"}';
const both = { port: 80, protocol: "UDP" };
const a = 'k:{"name":"a"}';

test("an entry is found by its key fields", testMatch, [{ name: "b" }, { name: "a", x: 1 }], [a], ["", a]);
test("an entry that lacks a key field has its default", testMatch, [{ port: 80 }], [tcp], [tcp]);
test("entries with all key fields choose first", testMatch, [{ port: 80 }, both], [udp, tcp], [tcp, udp]);
test("a part stands for one entry", testMatch, [{ name: "a" }, { name: "a" }], [a], [a, ""]);
test(
  "a part may lack a key field",
  testMatch,
  [{ a: 1 }, { a: 1, b: 2 }],
  ['k:{"a":1}', 'k:{"a":1,"b":2}'],
  ['k:{"a":1}', 'k:{"a":1,"b":2}'],
);
test("a text and a number are two keys", testMatch, [{ port: "80" }], ['k:{"port":80}'], [""]);
test("an entry without any key field is not found", testMatch, [{}, 1, null], [a], ["", "", ""]);
test("a key that is no JSON stands for nothing", testMatch, [{ name: "a" }], ["k:{"], [""]);
test(
  "escapes of the server are read",
  testMatch,
  [{ name: "<" }],
  [String.raw`k:{"name":"\u003c"}`],
  [String.raw`k:{"name":"\u003c"}`],
);
test(
  "a value of a set is found",
  testMatch,
  ["p<", 1, "q"],
  [String.raw`v:"p\u003c"`, "v:1"],
  [String.raw`v:"p\u003c"`, "v:1", ""],
);
test("an entry is found by its index", testMatch, ["p", "q"], ["i:0", "i:1"], ["i:0", "i:1"]);
