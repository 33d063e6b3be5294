import test from "ava";

import { builtinObject, ruleCauses } from "../../../fixtures/checked-builtin.ts";
import { changedObject } from "../../../fixtures/recorded-refusals.ts";
import type { JsonValue } from "../../object/json.ts";
import { loadBuiltinSchemas } from "../builtin/load-builtin-schemas.ts";
import { serverRules } from "./check-builtin-rules.ts";

/** Checks a pod whose spec has these fields by the rules of two minor versions. */
const differs = test.macro({
  title: (_, spec: string, earlier: readonly [number, unknown], later: readonly [number, unknown]) =>
    `the faults of a pod with ${spec.trim()} in Kubernetes 1.${earlier[0]} and 1.${later[0]}`,
  exec: (
    t,
    spec: string,
    [minor, causes]: readonly [number, readonly string[]],
    [later, others]: readonly [number, readonly string[]],
  ) => {
    const object = builtinObject(
      `apiVersion: v1\nkind: Pod\nmetadata: { name: a, labels: { app: web } }\nspec:\n  ${spec}\n`,
    );
    t.deepEqual(ruleCauses(object, undefined, minor), causes);
    t.deepEqual(ruleCauses(object, undefined, later), others);
  },
});
const plain = "containers: [{ name: a, image: a }]";
const spread = (rest: string): string =>
  `topologySpreadConstraints: [{ maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, ${rest} }]\n  ${plain}`;
const keys = "spec.topologySpreadConstraints[0].matchLabelKeys";

test(
  differs,
  "containers: [{ name: a, image: a, restartPolicy: Never }]",
  [33, ["Forbidden spec.containers[0].restartPolicy"]],
  [36, []],
);
test(
  differs,
  `initContainers: [{ name: b, image: a, restartPolicy: Never }]\n  ${plain}`,
  [33, ["NotSupported spec.initContainers[0].restartPolicy"]],
  [36, []],
);
test(
  differs,
  "containers: [{ name: a, image: a, env: [{ name: 1a, value: x }] }]",
  [30, ["Invalid spec.containers[0].env[0].name"]],
  [36, []],
);
test(
  differs,
  spread("labelSelector: { matchLabels: { app: web } }, matchLabelKeys: [app]"),
  [33, [`Invalid ${keys}[0]`]],
  [36, []],
);
test(
  differs,
  spread("matchLabelKeys: [a b]"),
  [33, [`Forbidden ${keys}`, `Invalid ${keys}[0]`]],
  [36, [`Forbidden ${keys}`]],
);
test(
  differs,
  `initContainers: [{ name: b, image: a, resizePolicy: [{ resourceName: cpu, restartPolicy: RestartContainer }] }]\n  ${plain}`,
  [35, []],
  [36, ["Invalid spec.initContainers[0].resizePolicy[0].restartPolicy"]],
);

/** Checks an object with one changed field in two minor versions; as an update if `isChange` is set. */
const differsByVersion = test.macro({
  title: (_, { of, path, value, earlier, later }: OtherKind) =>
    `the faults of a ${/kind: (\w+)/.exec(of)?.[1] ?? ""} with ${path} = ${JSON.stringify(value ?? null).slice(0, 60)} in Kubernetes 1.${earlier[0]} and 1.${later[0]}`,
  exec: (t, { of, path, value, isChange = false, earlier, later }: OtherKind) => {
    const object = builtinObject(of);
    const old = isChange ? object : undefined;
    for (const [minor, causes] of [earlier, later]) {
      t.deepEqual(ruleCauses(changedObject(object, path, value), old, minor), causes, `1.${minor}`);
    }
  },
});

interface OtherKind {
  readonly of: string;
  readonly path: string;
  readonly value: JsonValue | undefined;
  readonly isChange?: boolean;
  readonly earlier: readonly [minor: number, causes: readonly string[]];
  readonly later: readonly [minor: number, causes: readonly string[]];
}

const set = `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: set }
spec:
  selector: { matchLabels: { app: set } }
  template:
    metadata: { labels: { app: set } }
    spec: { containers: [{ name: a, image: a }] }
`;
test(differsByVersion, {
  of: set,
  path: "spec template spec containers 0 name",
  value: "A b",
  earlier: [33, []],
  later: [34, ["Invalid spec.template.spec.containers[0].name"]],
});
test(differsByVersion, {
  of: set,
  path: "spec template metadata annotations",
  value: { "a b": "c" },
  earlier: [33, ["Invalid spec.template.annotations"]],
  later: [34, ["Invalid spec.template.annotations"]],
});
test(differsByVersion, {
  of: "apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: { name: a }\nhandler: a\n",
  path: "scheduling",
  value: { tolerations: [{ key: "a b", operator: "Exists" }] },
  earlier: [34, ["Invalid scheduling.tolerations.tolerations[0].key"]],
  later: [35, ["Invalid scheduling.tolerations[0].key"]],
});
test(differsByVersion, {
  of: "apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: { name: a }\nhandler: a\n",
  path: "handler",
  value: "",
  earlier: [35, ["Invalid handler"]],
  later: [36, ["Required handler"]],
});
test(differsByVersion, {
  of: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: a }
spec: { policyName: a, validationActions: [Deny] }
`,
  path: "spec matchResources",
  value: { namespaceSelector: { matchLabels: { "a b": "c" } } },
  earlier: [31, ["Invalid spec.matchResouces.namespaceSelector.matchLabels"]],
  later: [32, ["Invalid spec.matchResources.namespaceSelector.matchLabels"]],
});
const level = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: level }
spec: { type: Limited, limited: { limitResponse: { type: Reject } } }
`;
for (const path of ["spec limited limitResponse type", "spec type"]) {
  const dotted = path.replaceAll(" ", ".");
  const [earlier, later] = [`NotSupported ${dotted}`, `Required ${dotted}`];
  test(differsByVersion, { of: level, path, value: "", earlier: [35, [earlier]], later: [36, [later]] });
}
const storage = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: a }
provisioner: example.com/a
parameters: { type: fast }
`;
for (const [path, value] of [
  ["parameters", { type: "slow" }],
  ["provisioner", "example.com/b"],
  ["reclaimPolicy", "Retain"],
] as const) {
  test(differsByVersion, {
    of: storage,
    path,
    value,
    isChange: true,
    earlier: [35, [`Forbidden ${path}`]],
    later: [36, [`Invalid ${path}`]],
  });
}
test(differsByVersion, {
  of: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }, maxReplicas: 2 }
`,
  path: "spec maxReplicas",
  value: 0,
  earlier: [35, ["Invalid spec.maxReplicas"]],
  later: [36, ["Invalid spec.maxReplicas", "Required spec.maxReplicas"]],
});
test(differsByVersion, {
  of: `apiVersion: batch/v1
kind: Job
metadata: { name: a }
spec:
  completionMode: Indexed
  completions: 2
  parallelism: 1
  template: { spec: { restartPolicy: Never, containers: [{ name: a, image: a }] } }
`,
  path: "spec successPolicy",
  value: { rules: [{ succeededCount: 1 }] },
  isChange: true,
  earlier: [30, []],
  later: [31, ["Invalid spec.successPolicy"]],
});
test(
  differs,
  `resourceClaims: [{}]\n  ${plain}`,
  [33, []],
  [34, ["Invalid spec.resourceClaims[0]", "Required spec.resourceClaims[0].name"]],
);
test(
  differs,
  "containers: [{ name: a, image: a, resources: { claims: [{ name: gpu }] } }]",
  [33, []],
  [34, ["NotFound spec.containers[0].resources.claims[0]"]],
);
test(
  differs,
  `volumes: [{ name: a, csi: {} }]\n  ${plain}`,
  [34, ["Invalid spec.volumes[0].csi.driver", "Required spec.volumes[0].csi.driver"]],
  [35, ["Required spec.volumes[0].csi.driver"]],
);
test(differsByVersion, {
  of: set,
  path: "spec revisionHistoryLimit",
  value: 3,
  isChange: true,
  earlier: [32, ["Forbidden spec"]],
  later: [33, []],
});
test(differsByVersion, {
  of: "apiVersion: apps/v1\nkind: ControllerRevision\nmetadata: { name: a }\nrevision: 1\ndata: { a: b }\n",
  path: "data",
  value: "text",
  earlier: [30, []],
  later: [31, ["Required data"]],
});
test(differsByVersion, {
  of: "apiVersion: apps/v1\nkind: ControllerRevision\nmetadata: { name: a }\nrevision: 1\ndata: { a: b }\n",
  path: "data",
  value: undefined,
  isChange: true,
  earlier: [30, ["Invalid data", "Required data"]],
  later: [31, ["Invalid data"]],
});

test("enum values in the pod template of a StatefulSet are not checked before Kubernetes 1.34", async (t) => {
  const object = changedObject(builtinObject(set), "spec template spec dnsPolicy", "Other");
  for (const [minor, count] of [
    [33, 0],
    [34, 1],
  ] as const) {
    const schemas = await loadBuiltinSchemas(minor);
    const faults = serverRules.check(object, schemas?.check(object).faults ?? [], { minor });
    t.is(faults.length, count, `1.${minor}`);
  }
});
