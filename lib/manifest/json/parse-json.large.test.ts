import test from "ava";

import { sameJson } from "../../object/json.ts";
import { readJson } from "./parse-json.ts";

test("a string of many megabytes may hold escapes", (t) => {
  const long = "x\n".repeat(6_000_000);
  const text = JSON.stringify([long]);
  t.true(sameJson(readJson(text, { start: 0, end: text.length }).value, [long]));
});
