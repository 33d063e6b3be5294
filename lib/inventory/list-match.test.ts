import test from "ava";

import type { JsonObject, JsonValue } from "../object/json.ts";
import { matchEntries } from "./list-match.ts";

/** Checks which part of a field set matches each list entry; `""` if none does. */
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

test(
  "a list entry is matched by its key fields",
  testMatch,
  [{ name: "b" }, { name: "a", x: 1 }],
  [a],
  ["", a],
);
test(
  "a list entry without a key field is matched by the field's default",
  testMatch,
  [{ port: 80 }],
  [tcp],
  [tcp],
);
test(
  "list entries with all key fields are matched first",
  testMatch,
  [{ port: 80 }, both],
  [udp, tcp],
  [tcp, udp],
);
test(
  "a part of a field set matches only one list entry",
  testMatch,
  [{ name: "a" }, { name: "a" }],
  [a],
  [a, ""],
);
test(
  "a part of a field set may lack a key field",
  testMatch,
  [{ a: 1 }, { a: 1, b: 2 }],
  ['k:{"a":1}', 'k:{"a":1,"b":2}'],
  ['k:{"a":1}', 'k:{"a":1,"b":2}'],
);
test("a string and a number are different list keys", testMatch, [{ port: "80" }], ['k:{"port":80}'], [""]);
test("a list entry without any key field is not matched", testMatch, [{}, 1, null], [a], ["", "", ""]);
test("a list key that is not JSON matches nothing", testMatch, [{ name: "a" }], ["k:{"], [""]);
test(
  "escapes of the API server in list keys are decoded",
  testMatch,
  [{ name: "<" }],
  [String.raw`k:{"name":"\u003c"}`],
  [String.raw`k:{"name":"\u003c"}`],
);
test(
  "a value of a set list is matched",
  testMatch,
  ["p<", 1, "q"],
  [String.raw`v:"p\u003c"`, "v:1"],
  [String.raw`v:"p\u003c"`, "v:1", ""],
);
test("a list entry is matched by its index", testMatch, ["p", "q"], ["i:0", "i:1"], ["i:0", "i:1"]);
