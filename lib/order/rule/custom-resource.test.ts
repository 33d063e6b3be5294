import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { defines, object } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { customResourceRule } from "./custom-resource.ts";

const definition = object("CustomResourceDefinition/things.example.com", {
  body: defines("example.com", "Thing"),
});
const edges = test.macro((t, objects: readonly JsonObject[], ...expected: readonly string[]) => {
  t.deepEqual(ruleResult(customResourceRule, [definition, ...objects]).edges, expected);
});

test(
  "custom resources of every version and namespace wait until their CRD is ready",
  edges,
  [object("example.com/v1/Thing/a"), object("example.com/v1alpha1/Thing/b", { namespace: "shop" })],
  "Thing/a → CustomResourceDefinition/things.example.com ready custom-resource: kind",
  "Thing/shop/b → CustomResourceDefinition/things.example.com ready custom-resource: kind",
);
test("a custom resource does not wait for a CRD of the same kind in another group", edges, [
  object("acme.io/v1/Thing/a"),
]);
test("a custom resource does not wait for a CRD of another kind in the same group", edges, [
  object("example.com/v1/Gadget/a"),
]);
