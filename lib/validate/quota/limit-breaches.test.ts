import test from "ava";

import {
  containerNamed,
  deploymentOf,
  limitRange,
  quotaFindings,
  resourcesOf,
} from "../../../fixtures/quota-findings.ts";

/** Tests what a LimitRange refuses. */
const breaks = test.macro({
  title: (_, what: string) => what,
  exec: (t, _: string, documents: readonly string[], ...facts: readonly string[]) => {
    const end = " in LimitRange/l: the API server would refuse it";
    t.deepEqual(
      quotaFindings(documents),
      facts.map((fact) => `warning LimitRangeExceeded set.yaml:${fact}${end}`),
    );
  },
});

test(
  breaks,
  "container resources are checked against minimum, maximum and ratio at the line of the resource",
  [
    limitRange(
      "{type: Container, min: {cpu: 500m}, max: {memory: 1Gi}, maxLimitRequestRatio: {ephemeral-storage: 2}}",
    ),
    deploymentOf(
      "",
      containerNamed(
        "a",
        resourcesOf("cpu: 100m, ephemeral-storage: 1Gi", "memory: 2Gi, cpu: 1, ephemeral-storage: 3Gi"),
      ),
    ),
  ],
  "6:101 container a: a request of 100m cpu is below the minimum of 500m",
  "6:149 container a: a limit of 2Gi memory is above the maximum of 1Gi",
  "6:181 container a: a limit of 3Gi ephemeral-storage is above the request of 1Gi times the maxLimitRequestRatio of 2",
);
test(
  breaks,
  "the total resources of a pod are checked against minimum and maximum",
  [
    limitRange("{type: Pod, max: {cpu: 3}, min: {memory: 1Gi}}"),
    deploymentOf("", containerNamed("a", resourcesOf("cpu: 2", "cpu: 4"))),
  ],
  "6:33 the pod: no request of memory, which has the minimum of 1Gi",
  "6:33 the pod: a limit of 4 cpu is above the maximum of 3",
);
test(
  breaks,
  "storage requests of claims are checked against minimum and maximum",
  [
    limitRange("{type: PersistentVolumeClaim, min: {storage: 2Gi}, max: {storage: 3Gi}}"),
    "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {resources: {requests: {storage: 1Gi}}}}",
    "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: b}, spec: {resources: {requests: {storage: 4Gi}}}}",
  ],
  "3:107 the claim: a request of 1Gi storage is below the minimum of 2Gi",
  "5:107 the claim: a request of 4Gi storage is above the maximum of 3Gi",
);
