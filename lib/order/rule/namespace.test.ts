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
  "every object in a namespace waits until the Namespace in the set is ready",
  edges,
  [object("Namespace/shop"), object("ConfigMap/a", shop), object("example.com/v1/Thing/b", shop)],
  "ConfigMap/shop/a → Namespace/shop ready namespace: metadata.namespace",
  "Thing/shop/b → Namespace/shop ready namespace: metadata.namespace",
);
test("objects do not wait for a Namespace outside the set", edges, [
  object("Namespace/other"),
  object("ConfigMap/a", shop),
]);
test("cluster-scoped objects do not wait for a Namespace", edges, [
  object("Namespace/shop"),
  object("ClusterRole/a"),
]);
test(
  "an object without a namespace waits for the release Namespace",
  edges,
  [object("Namespace/default"), object("ConfigMap/a")],
  "ConfigMap/a → Namespace/default ready namespace: metadata.namespace",
);
test("objects do not wait for a kind Namespace of another API group", edges, [
  object("example.com/v1/Namespace/shop", shop),
  object("ConfigMap/a", shop),
]);
