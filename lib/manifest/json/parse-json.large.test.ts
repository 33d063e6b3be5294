import test from "ava";

import { sameJson } from "../../object/json.ts";
import { readJson } from "./parse-json.ts";

test("a JSON string of many megabytes with escapes is read", (t) => {
  const long = "x\n".repeat(6_000_000);
  const text = JSON.stringify([long]);
  t.true(sameJson(readJson(text, { start: 0, end: text.length }).value, [long]));
});
