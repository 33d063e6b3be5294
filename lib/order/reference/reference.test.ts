import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { serviceReference } from "./reference.ts";

const calls = test.macro((t, value: JsonValue, expected: string | undefined) => {
  const found = serviceReference(value);
  t.is(found && `${found.namespace}/${found.name}`, expected);
});

test(
  "a Service is named by namespace and name",
  calls,
  { service: { namespace: "a", name: "b", port: 443 } },
  "a/b",
);
test("a URL is no Service", calls, { url: "https://example.com" }, undefined);
test("a Service without a namespace is none", calls, { service: { name: "b" } }, undefined);
test("a Service without a name is none", calls, { service: { namespace: "a" } }, undefined);
test("a Service that is no object is none", calls, { service: "a/b" }, undefined);
test("null, as a local APIService may have it, is none", calls, { service: null }, undefined);
