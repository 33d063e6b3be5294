import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { object } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { namespaceRule } from "./namespace.ts";

const edges = test.macro((t, objects: readonly JsonObject[], ...expected: readonly string[]) => {
  t.deepEqual(ruleResult(namespaceRule, objects).edges, expected);
});
const shop = { namespace: "shop" };

test(
  "every object in a namespace waits for the Namespace of the set to be ready",
  edges,
  [object("Namespace/shop"), object("ConfigMap/a", shop), object("example.com/v1/Thing/b", shop)],
  "ConfigMap/shop/a → Namespace/shop ready namespace: metadata.namespace",
  "Thing/shop/b → Namespace/shop ready namespace: metadata.namespace",
);
test("a namespace that the set lacks is not waited for", edges, [
  object("Namespace/other"),
  object("ConfigMap/a", shop),
]);
test("cluster-scoped objects wait for no Namespace", edges, [
  object("Namespace/shop"),
  object("ClusterRole/a"),
]);
test(
  "an object without a namespace is in that of the release",
  edges,
  [object("Namespace/default"), object("ConfigMap/a")],
  "ConfigMap/a → Namespace/default ready namespace: metadata.namespace",
);
test("a kind named Namespace of another group is none", edges, [
  object("example.com/v1/Namespace/shop", shop),
  object("ConfigMap/a", shop),
]);
