import test from "ava";

import { builtinObject, ruleCauses } from "../../../fixtures/checked-builtin.ts";

/** Checks a pod whose spec has these fields, as each of two minor versions does. */
const differs = test.macro({
  title: (
    _,
    spec: string,
    earlier: readonly [number, readonly string[]],
    later: readonly [number, unknown],
  ) =>
    `a pod with ${spec.trim()} is judged differently before Kubernetes 1.${later[0]} (${earlier[1].join() || "accepted"})`,
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
