import test from "ava";
import * as fc from "fast-check";

import { orderEdges } from "../../../fixtures/order-nodes.ts";
import { manifestsOf, shortKey } from "../../../fixtures/ordered-set.ts";
import { object } from "../../../fixtures/planned.ts";
import { adjacency } from "../../dag/adjacency.ts";
import { compareKinds, inCreationOrder } from "./creation-order.ts";

/** The objects in the order of their kinds. */
const creates = test.macro((t, first: string, ...others: readonly string[]) => {
  const expected = [first, ...others];
  const sorted = manifestsOf(expected.toReversed().map((written) => object(written))).toSorted(compareKinds);
  t.deepEqual(
    sorted.map(shortKey),
    expected.map((written) => written.split("/").slice(-2).join("/")),
  );
});

test(
  "what a namespace needs comes before what identities and pods need",
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
  "permissions come before Services, Services before workloads, workloads before what routes to them",
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
  "unknown kinds follow the known by group and kind, and webhook configurations are last",
  creates,
  "APIService/x",
  "a.example.com/v1/Zebra/x",
  "b.example.com/v1/Apple/x",
  "b.example.com/v1/Banana/x",
  "MutatingWebhookConfiguration/x",
  "ValidatingWebhookConfiguration/x",
);
test(
  "a kind of another group does not have the place of its namesake",
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

test("members without edges are sent in the order of kinds", (t) => {
  t.deepEqual(sent([2, 0, 1]), [2, 0, 1]);
});
test("a needed member is sent just before the first that needs it", (t) => {
  t.deepEqual(sent([0, 1, 2, 3], "1→3"), [0, 3, 1, 2]);
});
test("a chain of needs is sent from its end", (t) => {
  t.deepEqual(sent([0, 1, 2, 3], "0→2", "2→3"), [3, 2, 0, 1]);
});
test("needs outside the group do not count", (t) => {
  t.deepEqual(sent([0, 1], "0→5", "5→1"), [0, 1]);
});

const ascending = (left: number, right: number): number => left - right;

test("every member is sent once, after what it needs in the group", (t) => {
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
