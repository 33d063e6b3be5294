import test from "ava";

import { live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object), expected);
  },
});

const balanced = { type: "LoadBalancer", clusterIP: "10.0.0.1" };
test(
  reports,
  "a ClusterIP Service is ready at once",
  live("v1/Service", { spec: { type: "ClusterIP" } }),
  "Current Ready: ready",
);
test(
  reports,
  "a LoadBalancer Service waits for its address",
  live("v1/Service", { spec: balanced, status: { loadBalancer: {} } }),
  "InProgress NoLoadBalancerAddress: waiting for an address from the load balancer",
);
test(
  reports,
  "a LoadBalancer Service with a host name is ready",
  live("v1/Service", { spec: balanced, status: { loadBalancer: { ingress: [{ hostname: "a.example" }] } } }),
  "Current Ready: ready",
);
test(
  reports,
  "a LoadBalancer Service with externalIPs is ready",
  live("v1/Service", { spec: { ...balanced, externalIPs: ["192.0.2.1"] } }),
  "Current Ready: ready",
);
