import test from "ava";
import * as fc from "fast-check";

import { stringifyJson } from "./stringify-json.ts";

test("every digit of a large integer is written", (t) => {
  t.is(
    stringifyJson({ a: 9_007_199_254_740_993n, b: [-(2n ** 64n)] }),
    '{"a":9007199254740993,"b":[-18446744073709551616]}',
  );
});

test("the text is indented where that is asked for", (t) => {
  t.is(stringifyJson({ a: [1n] }, 2), '{\n  "a": [\n    1\n  ]\n}');
});

test("a value without bigints is written as JSON.stringify writes it", (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as never;
      t.is(stringifyJson(json), JSON.stringify(json));
    }),
  );
});
