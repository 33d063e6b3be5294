import test from "ava";

import { object, planned } from "../../../fixtures/planned.ts";
import { offlineRun, restMapperOf, shopObject } from "../../../fixtures/offline-session.ts";
import type { JsonObject } from "../../object/json.ts";
import { findAutoscaled, wasAutoscaled } from "./autoscaled.ts";

const key = "apps/namespaces/shop/Deployment/web";
const autoscalers = "autoscaling/v2 HorizontalPodAutoscaler";

/** The entry of managedFields after the autoscaler has written to `scale`. */
const scaled = {
  manager: "kube-controller-manager",
  operation: "Update",
  apiVersion: "apps/v1",
  subresource: "scale",
  fieldsV1: { "f:spec": { "f:replicas": {} } },
};

function web(replicas: number | undefined, ...managedFields: readonly JsonObject[]): JsonObject {
  const spec = replicas === undefined ? {} : { replicas };
  return shopObject("apps/v1 Deployment web", { managedFields }, { spec });
}

/** Whether an entry of managedFields shows that an autoscaler has scaled the object. */
const shows = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, entry: JsonObject, expected: boolean) {
    t.is(wasAutoscaled(web(3, { manager: "converge", operation: "Apply" }, entry)), expected);
  },
});

test(
  shows,
  "a write of the controller manager to the scale subresource comes from an autoscaler",
  scaled,
  true,
);
test(
  shows,
  "a write of kubectl to the scale subresource does not come from an autoscaler",
  { ...scaled, manager: "kubectl" },
  false,
);
test(
  shows,
  "a write of the controller manager to the status does not come from an autoscaler",
  { ...scaled, subresource: "status" },
  false,
);
test(
  shows,
  "a write of the controller manager to the object itself does not come from an autoscaler",
  { ...scaled, subresource: "" },
  false,
);
test(
  shows,
  "a write to the scale subresource without replicas does not come from an autoscaler",
  { ...scaled, fieldsV1: { "f:spec": {} } },
  false,
);

test("an object without managed fields does not count as autoscaled", (t) => {
  t.false(wasAutoscaled({ metadata: {} }));
  t.false(wasAutoscaled({}));
});

interface Case {
  readonly fact: string;
  readonly live: JsonObject | undefined;
  readonly served?: readonly string[];
  readonly expected: boolean;
}

/** Whether a Deployment that has two replicas in the set counts as autoscaled; no request is answered. */
const counts = test.macro({
  title: (_, { fact }: Case) => fact,
  async exec(t, { live, served = [autoscalers], expected }: Case) {
    const { plan } = planned([
      object("Deployment/web", { namespace: "shop", body: { spec: { replicas: 2 } } }),
    ]);
    const deps = { kinds: restMapperOf(...served), context: offlineRun().context };
    const isAutoscaled = await findAutoscaled(plan, (each) => (each === key ? live : undefined), deps);
    t.is(isAutoscaled(key, live ?? {}), expected);
  },
});

test(counts, {
  fact: "autoscalers are not looked up for an object that does not exist",
  live: undefined,
  expected: false,
});
test(counts, {
  fact: "autoscalers are not looked up for an object with the replicas of its manifest",
  live: web(2),
  expected: false,
});
test(counts, {
  fact: "autoscalers are not looked up for an object without replicas",
  live: web(undefined),
  expected: false,
});
test(counts, {
  fact: "if the server does not serve autoscalers, an object that was scaled before counts as autoscaled",
  live: web(3, scaled),
  served: [],
  expected: true,
});
test(counts, {
  fact: "if the server does not serve autoscalers, an object with other replicas does not count as autoscaled",
  live: web(3),
  served: [],
  expected: false,
});

/** Objects for which autoscalers have to be listed. */
const asks = test.macro({
  title: (_, fact: string) => `autoscalers are listed for ${fact}`,
  async exec(t, _fact: string, live: JsonObject) {
    const { plan } = planned([
      object("Deployment/web", { namespace: "shop", body: { spec: { replicas: 2 } } }),
    ]);
    const deps = { kinds: restMapperOf(autoscalers), context: offlineRun().context };
    await t.throwsAsync(
      findAutoscaled(plan, () => live, deps),
      { name: "AccessError" },
    );
  },
});

test(asks, "an object with other replicas than its manifest", web(3));
test(asks, "an object that an autoscaler has scaled to the replicas of its manifest", web(2, scaled));

test("no autoscalers are listed for a set without replicas", async (t) => {
  const { plan } = planned([object("Deployment/web", { namespace: "shop", body: { spec: {} } })]);
  const deps = { kinds: restMapperOf(autoscalers), context: offlineRun().context };
  const isAutoscaled = await findAutoscaled(plan, () => web(7, scaled), deps);
  t.true(isAutoscaled(key, web(7, scaled)));
  t.false(isAutoscaled(key, web(7)));
});
