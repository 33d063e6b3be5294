import test from "ava";

import {
  containerNamed,
  deploymentOf,
  testExcess,
  limitRange,
  quotaFindings,
  quotaRemedy,
  quotaWith,
  resourcesOf,
} from "../../../fixtures/quota-findings.ts";

const asks = containerNamed("a", resourcesOf("cpu: 2, memory: 1Gi"));
test("replicas that exceed a quota cause one warning at the workload that lists all exceeded resources", (t) => {
  t.deepEqual(
    quotaFindings([quotaWith("requests.cpu: 10, pods: 5, memory: 6Gi"), deploymentOf("replicas: 6, ", asks)]),
    [
      `warning QuotaExceeded set.yaml:5:18 with it the set alone exceeds ResourceQuota/q: pods used 6, hard 5; requests.cpu used 12, hard 10; ${quotaRemedy}`,
    ],
  );
});

testExcess("usage equal to the quota is not reported", [
  quotaWith("requests.cpu: 2, memory: 1Gi, pods: 1"),
  deploymentOf("", asks),
]);
testExcess(
  "objects are added up in the order of their names, not in the order of the set",
  [
    quotaWith("requests.cpu: 5"),
    deploymentOf("replicas: 2, ", asks).replace("web", "b"),
    deploymentOf("", asks).replace("web", "a"),
  ],
  "requests.cpu used 6, hard 5",
);
testExcess(
  "init containers count if they need more than the containers, sidecars count in addition",
  [
    quotaWith("requests.cpu: 100m"),
    deploymentOf(
      "",
      containerNamed("a", resourcesOf("cpu: 1")),
      `, initContainers: [${containerNamed("s", `restartPolicy: Always, ${resourcesOf("cpu: 1")}`)}, ${containerNamed("i", resourcesOf("cpu: 5"))}]`,
    ),
  ],
  "requests.cpu used 6, hard 100m",
);
testExcess(
  "requests default to limits, and pod overhead is added",
  [
    quotaWith("requests.cpu: 1, limits.cpu: 1"),
    deploymentOf("", containerNamed("a", "resources: {limits: {cpu: 1500m}}"), ", overhead: {cpu: 250m}"),
  ],
  "limits.cpu used 1750m, hard 1; requests.cpu used 1750m, hard 1",
);
testExcess(
  "pod-level resources replace those of the containers",
  [quotaWith("requests.cpu: 1"), deploymentOf("", asks, ", resources: {requests: {cpu: 3}}")],
  "requests.cpu used 3, hard 1",
);
testExcess(
  "extended resources and huge pages count",
  [
    quotaWith("requests.example.com/gpu: 1, requests.hugepages-2Mi: 2Mi, hugepages-2Mi: 2Mi"),
    deploymentOf(
      "replicas: 2, ",
      containerNamed("a", resourcesOf("example.com/gpu: 1, hugepages-2Mi: 2Mi, cpu: 1")),
    ),
  ],
  "hugepages-2Mi used 4Mi, hard 2Mi; requests.example.com/gpu used 2, hard 1; requests.hugepages-2Mi used 4Mi, hard 2Mi",
);
testExcess(
  "minReplicas of a HorizontalPodAutoscaler counts instead of the replicas of the workload",
  [
    quotaWith("pods: 2"),
    deploymentOf("replicas: 9, ", asks),
    "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h}, spec: {minReplicas: 3, maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}",
  ],
  "pods used 3, hard 2",
);
testExcess("a workload with zero replicas uses no quota", [
  quotaWith("pods: 0"),
  deploymentOf("replicas: 0, ", asks),
]);

function job(name: string, spec: string): string {
  return `{apiVersion: batch/v1, kind: Job, metadata: {name: ${name}}, spec: {${spec}template: {spec: {restartPolicy: Never, containers: [${asks}]}}}}`;
}

testExcess(
  "the pods of each Job count separately in addition to long-running pods",
  [
    quotaWith("pods: 3"),
    deploymentOf("replicas: 2, ", asks),
    job("a", ""),
    job("b", "parallelism: 4, completions: 2, "),
    job("c", "parallelism: 2, completions: 1, "),
    job("d", "suspend: true, parallelism: 9, "),
  ],
  "pods used 4, hard 3",
);
testExcess(
  "the pods of a CronJob count in addition to long-running pods",
  [
    quotaWith("pods: 1"),
    deploymentOf("", asks),
    `{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {schedule: '@daily', jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [${asks}]}}}}}}`,
  ],
  "pods used 2, hard 1",
);

const claim = "spec: {storageClassName: gold, resources: {requests: {storage: 4Gi}}}";
testExcess(
  "claims of StatefulSets and ephemeral volumes count for each pod, in total and by storage class",
  [
    quotaWith(
      "requests.storage: 1Gi, persistentvolumeclaims: 3, gold.storageclass.storage.k8s.io/requests.storage: 20Gi, silver.storageclass.storage.k8s.io/persistentvolumeclaims: 0",
    ),
    `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 3, volumeClaimTemplates: [{metadata: {name: d}, ${claim}}], template: {spec: {containers: [], volumes: [{name: e, ephemeral: {volumeClaimTemplate: {${claim}}}}]}}}}`,
  ],
  "gold.storageclass.storage.k8s.io/requests.storage used 24Gi, hard 20Gi; persistentvolumeclaims used 6, hard 3; requests.storage used 24Gi, hard 1Gi",
);

function service(name: string, spec: string): string {
  return `{apiVersion: v1, kind: Service, metadata: {name: ${name}}, spec: {${spec}, ports: [{port: 1}, {port: 2, nodePort: 30001}]}}`;
}

testExcess(
  "load balancers and node ports of Services count",
  [
    quotaWith("services: 2, services.loadbalancers: 1, services.nodeports: 4"),
    service("a", "type: NodePort"),
    service("b", "type: LoadBalancer, allocateLoadBalancerNodePorts: false"),
    service("c", "type: LoadBalancer"),
  ],
  "services used 3, hard 2; services.loadbalancers used 2, hard 1; services.nodeports used 5, hard 4",
);
testExcess(
  "objects count by kind, custom resources by the plural of their CRD",
  [
    quotaWith(
      "count/deployments.apps: 0, count/replicasets.apps: 0, count/tabs.example.com: 0, configmaps: 0",
    ),
    deploymentOf("replicas: 0, ", asks),
    "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: tabs.example.com}, spec: {group: example.com, scope: Namespaced, names: {kind: Tab, plural: tabs}, versions: [{name: v1, served: true, storage: true}]}}",
    "{apiVersion: example.com/v1, kind: Tab, metadata: {name: t}}",
    "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}",
  ],
  "configmaps used 1, hard 0",
  "count/deployments.apps used 1, hard 0; count/replicasets.apps used 1, hard 0",
  "count/tabs.example.com used 1, hard 0",
);
testExcess("a quota counts only objects of its own namespace", [
  quotaWith("pods: 0").replace("name: q", "name: q, namespace: other"),
  deploymentOf("", asks),
]);

const demand = "ResourceQuota/q demands";
const refusal = "the API server would refuse the pods; set it, or a default in a LimitRange";
test("containers without a resource that the quota requires are reported", (t) => {
  const pods = deploymentOf("", `${containerNamed("b")}, ${containerNamed("a")}`);
  t.deepEqual(
    quotaFindings([quotaWith("limits.cpu: 9, requests.ephemeral-storage: 1Gi, memory: 1Gi"), pods]),
    [`warning QuotaNeedsResources set.yaml:6:40 ${demand} limits.cpu for a, b; memory for a, b: ${refusal}`],
  );
  t.deepEqual(
    quotaFindings([
      quotaWith("limits.cpu: 9"),
      deploymentOf("", containerNamed("a"), ", resources: {limits: {cpu: 1}}"),
    ]),
    [],
  );
});

test("defaults of a LimitRange are applied before quotas are checked", (t) => {
  const pods = deploymentOf("replicas: 2, ", containerNamed("a"));
  t.deepEqual(
    quotaFindings([
      quotaWith("limits.cpu: 9, requests.cpu: 9"),
      limitRange("{type: Container, max: {cpu: 1}}"),
      pods,
    ]),
    [],
  );
  t.deepEqual(
    quotaFindings([
      quotaWith("limits.cpu: 1, requests.cpu: 1"),
      limitRange("{type: Container, default: {cpu: 2}, defaultRequest: {cpu: 500m}}"),
      pods,
    ]),
    [
      `warning QuotaExceeded set.yaml:7:18 with it the set alone exceeds ResourceQuota/q: limits.cpu used 4, hard 1; ${quotaRemedy}`,
    ],
  );
});

test("pod-level resources are ignored before Kubernetes 1.34", (t) => {
  const pods = deploymentOf("", containerNamed("a"), ", resources: {requests: {cpu: 3}}");
  t.is(quotaFindings([quotaWith("requests.cpu: 1"), pods], 34).length, 1);
  t.regex(
    quotaFindings([quotaWith("requests.cpu: 1"), pods], 33).join("\n"),
    /^warning QuotaNeedsResources .*$/,
  );
});

test("extremely large quantities and replicas are added up", (t) => {
  const huge = containerNamed("a", resourcesOf("cpu: 1e999999999, memory: 9e30"));
  t.regex(
    quotaFindings([quotaWith("cpu: 1, memory: 1"), deploymentOf("replicas: 9007199254740991, ", huge)]).join(
      "\n",
    ),
    /memory used \d+E, hard 1/,
  );
});
