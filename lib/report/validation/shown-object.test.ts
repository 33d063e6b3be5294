import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { shownObject } from "./shown-object.ts";

const secret: JsonObject = { apiVersion: "v1", kind: "Secret", metadata: { name: "key" }, type: "Opaque" };

for (const written of [
  { ...secret, data: { token: "aHVzaA==" } },
  { ...secret, dta: { token: "hush" } },
  { ...secret, spec: { stringData: { token: "hush" } } },
  { ...secret, metadata: { name: "key", token: "hush" } },
  { ...secret, immutable: "hush" },
  { ...secret, kind: "secret", data: { token: "hush" } },
  { ...secret, kind: "SECRET", type: "hush" },
] satisfies JsonObject[]) {
  test(`no value of a Secret is shown: ${JSON.stringify(written)}`, (t) => {
    const text = JSON.stringify(shownObject(written));
    t.notRegex(text, /hush|aHVzaA/);
    t.regex(text, /"name":"key"/);
  });
}

test("an object that is not a Secret is shown unchanged", (t) => {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "env" }, data: { a: "b" } };
  t.deepEqual(shownObject(object), object);
});
