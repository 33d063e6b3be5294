import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { serviceReference } from "./reference.ts";

const refersTo = test.macro((t, value: JsonValue, expected: string | undefined) => {
  const found = serviceReference(value);
  t.is(found && `${found.namespace}/${found.name}`, expected);
});

test(
  "a service reference has a namespace and a name",
  refersTo,
  { service: { namespace: "a", name: "b", port: 443 } },
  "a/b",
);
test("a URL is not a service reference", refersTo, { url: "https://example.com" }, undefined);
test(
  "a service without a namespace is not a service reference",
  refersTo,
  { service: { name: "b" } },
  undefined,
);
test(
  "a service without a name is not a service reference",
  refersTo,
  { service: { namespace: "a" } },
  undefined,
);
test("a service that is not a map is not a service reference", refersTo, { service: "a/b" }, undefined);
test(
  "a null service, as in a local APIService, is not a service reference",
  refersTo,
  { service: null },
  undefined,
);
