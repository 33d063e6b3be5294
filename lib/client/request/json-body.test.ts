import test from "ava";

import { encodeJson } from "./json-body.ts";

test("integers in a request body keep all their digits", (t) => {
  t.is(encodeJson({ a: [9007199254740993n], b: 1 }), '{"a":[9007199254740993],"b":1}');
});

test("a request body without large integers is plain JSON", (t) => {
  t.is(encodeJson({ a: "ж\n", b: [1.5, null, true] }), '{"a":"ж\\n","b":[1.5,null,true]}');
});
