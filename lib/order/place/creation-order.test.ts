import test from "ava";
import * as fc from "fast-check";

import { orderEdges } from "../../../fixtures/order-nodes.ts";
import { manifestsOf, shortKey } from "../../../fixtures/ordered-set.ts";
import { object } from "../../../fixtures/planned.ts";
import { adjacency } from "../../dag/adjacency.ts";
import { compareKinds, inCreationOrder } from "./creation-order.ts";

/** The kinds are sorted in this order. */
const creates = test.macro((t, first: string, ...others: readonly string[]) => {
  const expected = [first, ...others];
  const sorted = manifestsOf(expected.toReversed().map((written) => object(written))).toSorted(compareKinds);
  t.deepEqual(
    sorted.map(shortKey),
    expected.map((written) => written.split("/").slice(-2).join("/")),
  );
});

test(
  "creation order of namespaces, policies, ServiceAccounts, configuration, storage and CRDs",
  creates,
  "PriorityClass/x",
  "Namespace/x",
  "NetworkPolicy/x",
  "ResourceQuota/x",
  "LimitRange/x",
  "policy/v1/PodDisruptionBudget/x",
  "ServiceAccount/x",
  "Secret/x",
  "ConfigMap/x",
  "StorageClass/x",
  "PersistentVolume/x",
  "PersistentVolumeClaim/x",
  "CustomResourceDefinition/x",
);
test(
  "creation order of CRDs, RBAC, Services, workloads, Ingresses and APIServices",
  creates,
  "CustomResourceDefinition/x",
  "ClusterRole/x",
  "ClusterRoleBinding/x",
  "Role/x",
  "RoleBinding/x",
  "Service/x",
  "DaemonSet/x",
  "Pod/x",
  "ReplicationController/x",
  "apps/v1/ReplicaSet/x",
  "Deployment/x",
  "HorizontalPodAutoscaler/x",
  "StatefulSet/x",
  "Job/x",
  "batch/v1/CronJob/x",
  "IngressClass/x",
  "Ingress/x",
  "APIService/x",
);
test(
  "unknown kinds come after known kinds, by group and kind, and webhook configurations are last",
  creates,
  "APIService/x",
  "a.example.com/v1/Zebra/x",
  "b.example.com/v1/Apple/x",
  "b.example.com/v1/Banana/x",
  "MutatingWebhookConfiguration/x",
  "ValidatingWebhookConfiguration/x",
);
test(
  "a kind named like a built-in kind but of another group is ordered as an unknown kind",
  creates,
  "APIService/x",
  "serving.knative.dev/v1/Service/x",
);

/** The order in which members, given in the order of their kinds, are sent. */
function sent(members: readonly number[], ...edges: readonly string[]): readonly number[] {
  const arcs = orderEdges(...edges);
  const needs = adjacency(10, arcs, "from");
  return inCreationOrder({ members, edges: arcs, needs, isMember: (node) => members.includes(node) });
}

test("members without edges keep the order in which they are given", (t) => {
  t.deepEqual(sent([2, 0, 1]), [2, 0, 1]);
});
test("a dependency is sent just before its first dependent", (t) => {
  t.deepEqual(sent([0, 1, 2, 3], "1→3"), [0, 3, 1, 2]);
});
test("a chain of dependencies is sent from its end", (t) => {
  t.deepEqual(sent([0, 1, 2, 3], "0→2", "2→3"), [3, 2, 0, 1]);
});
test("dependencies on nodes outside the group are ignored", (t) => {
  t.deepEqual(sent([0, 1], "0→5", "5→1"), [0, 1]);
});

const ascending = (left: number, right: number): number => left - right;

test("every member is sent once, after its dependencies in the group", (t) => {
  const node = fc.nat({ max: 9 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(node, node)),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      (pairs, members) => {
        const edges = pairs
          .filter(([left, right]) => left !== right)
          .map(([left, right]) => `${Math.min(left, right)}→${Math.max(left, right)}`);
        const order = sent(members, ...edges);
        t.deepEqual(order.toSorted(ascending), members.toSorted(ascending));
        for (const { from, to } of orderEdges(...edges)) {
          t.true(!members.includes(from) || order.indexOf(to) < order.indexOf(from));
        }
      },
    ),
  );
});
