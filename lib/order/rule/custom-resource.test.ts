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
  "custom resources of every version and namespace wait for their definition to be established",
  edges,
  [object("example.com/v1/Thing/a"), object("example.com/v1alpha1/Thing/b", { namespace: "shop" })],
  "Thing/a → CustomResourceDefinition/things.example.com ready custom-resource: kind",
  "Thing/shop/b → CustomResourceDefinition/things.example.com ready custom-resource: kind",
);
test("a kind of the same name in another group has another definition", edges, [
  object("acme.io/v1/Thing/a"),
]);
test("another kind of the same group has another definition", edges, [object("example.com/v1/Gadget/a")]);
