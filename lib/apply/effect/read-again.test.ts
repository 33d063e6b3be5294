import test from "ava";

import { offlineSession, restMapperOf, shopObject } from "../../../fixtures/offline-session.ts";
import { readAgain, servedPlace } from "./read-again.ts";

const web = shopObject("apps/v1 Deployment web");

test("the place of an object is that of its kind in the version that the server prefers", (t) => {
  const kinds = restMapperOf("apps/v2 Deployment", "apps/v1 Deployment");
  t.like(servedPlace(web, { kinds }), { namespace: "shop", name: "web", resource: { version: "v2" } });
});

test("a cluster-scoped object has a place without a namespace", (t) => {
  const namespace = shopObject("v1 Namespace infra", { namespace: "" });
  t.like(servedPlace(namespace, { kinds: restMapperOf("v1 Namespace!") }), { namespace: "", name: "infra" });
});

test("an object of a kind that is not served has no place", (t) => {
  t.is(servedPlace(web, { kinds: restMapperOf("example.com/v1 Deployment") }), undefined);
});

test("an object that cannot be read is as it was, and nobody is called", async (t) => {
  for (const kinds of [restMapperOf(), restMapperOf("apps/v1 Deployment")]) {
    const { deps, events } = offlineSession({ kinds });
    deps.liveObjects.take(web);
    deps.liveObjects.listen("apps/namespaces/shop/Deployment/web", () => t.fail());
    await t.notThrowsAsync(readAgain(web, deps));
    t.is(deps.liveObjects.get("apps/namespaces/shop/Deployment/web"), web);
    t.deepEqual(events, []);
  }
});
