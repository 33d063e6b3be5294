import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

function autoscaler(version: string, spec: JsonObject): JsonObject {
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
  return {
    apiVersion: `autoscaling/${version}`,
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "web" },
    spec: { scaleTargetRef, maxReplicas: 5, ...spec },
  };
}

test("fields that a manifest loses together with its API version are removed", async (t) => {
  const site = await openSite(t);
  const before = [autoscaler("v1", { minReplicas: 2, targetCPUUtilizationPercentage: 50 })];
  t.is((await site.apply(before)).code, 0);
  const resource = { name: "memory", target: { type: "Utilization", averageUtilization: 70 } };
  const after = [autoscaler("v2", { metrics: [{ type: "Resource", resource }] })];
  const changed = await site.apply(after);
  t.is(changed.code, 0, changed.stdout);
  t.notRegex(changed.stdout, /took over|conflict/);
  const live = await site.get("autoscaling/horizontalpodautoscalers/web");
  t.is(live?.spec?.["minReplicas"], 1, "the default of the server");
  t.regex(JSON.stringify(live), /"name":"memory"/);
  t.notRegex(JSON.stringify(live?.spec), /"name":"cpu"/);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply(after)).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});
