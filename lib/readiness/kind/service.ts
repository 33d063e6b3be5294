import { type JsonObject, listField, objectField, stringField, valueAt } from "../../object/json.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness } from "../readiness.ts";
import { current, inProgress } from "../condition/readiness-result.ts";

/**
 * A Service is ready at once; one of type LoadBalancer when it has an external address. kstatus requires only
 * its cluster IP. Addresses set manually (`externalIPs`) count as the load balancer's, as in Helm.
 */
export const service: KindRule = {
  kinds: ["/Service"],
  kstatus: (object) => withoutClusterIp(object) ?? ready,
  converge: (object) => withoutClusterIp(object) ?? withoutAddress(object) ?? ready,
};

const ready = current("Ready", "ready");

function isLoadBalancer(object: JsonObject): boolean {
  return valueAt(object, ["spec", "type"]) === "LoadBalancer";
}

function withoutClusterIp(object: JsonObject): Readiness | undefined {
  return isLoadBalancer(object) && (stringField(objectField(object, "spec"), "clusterIP") ?? "") === ""
    ? inProgress("NoIPAssigned", "waiting for a cluster IP")
    : undefined;
}

function withoutAddress(object: JsonObject): Readiness | undefined {
  if (!isLoadBalancer(object) || listField(objectField(object, "spec"), "externalIPs").length > 0) {
    return undefined;
  }
  const balancer = objectField(objectField(object, "status"), "loadBalancer");
  const hasAddress = listField(balancer, "ingress").some(
    (entry) => (stringField(entry, "ip") ?? stringField(entry, "hostname") ?? "") !== "",
  );
  return hasAddress
    ? undefined
    : inProgress("NoLoadBalancerAddress", "waiting for an address from the load balancer");
}
