import test from "ava";
import * as fc from "fast-check";

import { lineAt } from "./source-map.ts";

test("the number, start and end of the line of an offset are found for random texts", (t) => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a\r\n]{0,12}$/), fc.nat(12), (text, place) => {
      const offset = Math.min(place, text.length);
      const before = text.slice(0, offset).split("\n");
      const { line, start, end } = lineAt({ name: "f", text }, offset);
      t.is(line, before.length);
      t.is(start, offset - (before.at(-1) ?? "").length);
      t.is(text.slice(start, end), text.split("\n")[line - 1] ?? "no line");
    }),
  );
});
