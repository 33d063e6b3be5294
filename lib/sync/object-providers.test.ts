import test from "ava";

import { ProvidersByCluster } from "./object-providers.ts";

const key = "/namespaces/web/ConfigMap/settings";

test("a unit that has moved to another cluster no longer provides objects in the previous one", (t) => {
  const known = new ProvidersByCluster();
  known.of(undefined).learn("shop", new Set([key]));
  known.of("eu").learn("shop", new Set([key]));
  known.forgetOutside("eu", "shop");
  t.is(known.of(undefined).bringerOf(key, "blog"), undefined);
  t.is(known.of("eu").bringerOf(key, "blog"), "shop");
});
