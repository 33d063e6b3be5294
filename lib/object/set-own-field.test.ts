import test from "ava";

import { type MutableObject, setOwnField } from "./set-own-field.ts";

test("a field named __proto__ is a field, and changes no prototype", (t) => {
  const draft: MutableObject = {};
  setOwnField(draft, "__proto__", { admin: true });
  setOwnField(draft, "constructor", "mine");
  setOwnField(draft, "plain", 1);
  t.deepEqual(Object.keys(draft), ["__proto__", "constructor", "plain"]);
  t.is(JSON.stringify(draft), '{"__proto__":{"admin":true},"constructor":"mine","plain":1}');
  t.is(Object.getPrototypeOf(draft), Object.prototype);
  t.false("admin" in draft);
});

test("a field may be set again", (t) => {
  const draft: MutableObject = {};
  for (const name of ["__proto__", "plain"]) {
    setOwnField(draft, name, 1);
    setOwnField(draft, name, 2);
  }
  t.is(JSON.stringify(draft), '{"__proto__":2,"plain":2}');
});
