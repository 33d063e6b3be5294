import type { JsonObject } from "../../object/json.ts";
import { changeField, changeItems, fillIn } from "./pod-defaults.ts";
import { inSpec, type KindDefaults } from "./workload-defaults.ts";

/** One device, unless a request says otherwise. */
function withCount(request: JsonObject): JsonObject {
  const filled = fillIn(request, { allocationMode: "ExactCount" });
  const { allocationMode, count } = filled;
  return allocationMode === "ExactCount" && (count ?? 0) === 0 ? { ...filled, count: 1 } : filled;
}

function withRequests(claim: JsonObject): JsonObject {
  return changeField(claim, "devices", (devices) =>
    changeItems(devices, "requests", (request) =>
      changeItems(changeField(request, "exactly", withCount), "firstAvailable", withCount),
    ),
  );
}

/** ResourceClaim. Source: `SetDefaults_ExactDeviceRequest` in k8s.io/kubernetes, pkg/apis/resource/v1. */
export const resourceClaimKind: KindDefaults = {
  defaults: inSpec(withRequests),
  unknown: { status: "always" },
};

/** ResourceClaimTemplate, with a claim in it. */
export const resourceClaimTemplateKind: KindDefaults = {
  defaults: inSpec((spec) => changeField(spec, "spec", withRequests)),
  unknown: {},
};

/** ResourceSlice: the server sets the time at which a device got its taint. */
export const resourceSliceKind: KindDefaults = {
  defaults: inSpec((spec) => changeField(spec, "pool", (pool) => fillIn(pool, { generation: 0 }))),
  unknown: { spec: { devices: { "*": { taints: { "*": { timeAdded: "absent" } } } } } },
};
