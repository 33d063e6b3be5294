import { field, isObject, type JsonObject, objectField, stringField } from "../../object/json.ts";
import { changeItems, fillIn } from "./pod-defaults.ts";
import type { UnknownFields } from "./unknown-fields.ts";

/** The fields of a Service that the API server allocates. */
export const serviceUnknown: UnknownFields = {
  status: "always",
  spec: {
    clusterIP: "absent",
    clusterIPs: "absent",
    healthCheckNodePort: "absent",
    ipFamilies: "absent",
    ipFamilyPolicy: "absent",
    ports: { "*": { nodePort: "absent" } },
  },
};

/**
 * Fills in the defaults of a Service. Source: `SetDefaults_Service` of k8s.io/kubernetes, pkg/apis/core/v1.
 */
export function serviceDefaults(object: JsonObject): JsonObject {
  const { selector, ...rest } = objectField(object, "spec");
  // An empty selector is one of no labels, and left out; of a LabelSelector it would be kept.
  const spec = isObject(selector) && Object.keys(selector).length > 0 ? { ...rest, selector } : rest;
  const ported = changeItems(spec, "ports", (port) =>
    fillIn(port, { protocol: "TCP", targetPort: port["port"] ?? null }),
  );
  return { ...object, spec: withAffinity(fillIn(ported, trafficDefaults(spec))) };
}

function trafficDefaults(spec: JsonObject): JsonObject {
  const type = stringField(spec, "type") ?? "ClusterIP";
  const isBalanced = type === "LoadBalancer";
  const isExternal = isBalanced || type === "NodePort" || field(spec, "externalIPs") !== undefined;
  const isProxied = type !== "ExternalName";
  return {
    type,
    ...(isExternal && isProxied ? { externalTrafficPolicy: "Cluster" } : {}),
    ...(isProxied ? { internalTrafficPolicy: "Cluster" } : {}),
    ...(isBalanced ? { allocateLoadBalancerNodePorts: true } : {}),
  };
}

function withAffinity({ sessionAffinityConfig, ...spec }: JsonObject): JsonObject {
  const affinity = stringField(spec, "sessionAffinity") ?? "None";
  const config = sessionAffinityConfig ?? { clientIP: { timeoutSeconds: 10_800 } };
  return {
    ...spec,
    sessionAffinity: affinity,
    ...(affinity === "ClientIP" ? { sessionAffinityConfig: config } : {}),
  };
}
