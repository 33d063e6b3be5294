import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { object, pods } from "../../../fixtures/planned.ts";
import { schedulerRule } from "./scheduler.ts";

/** Whether pods with `schedulerName: mine` wait for a workload that mounts that configuration. */
const provides = test.macro((t, data: Readonly<Record<string, string>>, isProvider: boolean) => {
  const { edges } = ruleResult(schedulerRule, [
    object("ConfigMap/config", { body: { data } }),
    object("Deployment/scheduler", { body: pods({ volumes: [{ configMap: { name: "config" } }] }) }),
    object("Deployment/web", { body: pods({ schedulerName: "mine" }) }),
    object("Deployment/plain", { body: pods({}) }),
    object("Deployment/usual", { body: pods({ schedulerName: "default-scheduler" }) }),
  ]);
  const edge = "Deployment/web → Deployment/scheduler ready scheduler: spec.template.spec.schedulerName";
  t.deepEqual(edges, isProvider ? [edge] : []);
});
const head = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

test(
  "a pod waits for the workload that mounts the configuration of its scheduler",
  provides,
  { "config.yaml": `${head}profiles:\n- schedulerName: mine\n` },
  true,
);
test(
  "a pod waits for a scheduler that has its profile among others",
  provides,
  {
    "config.yaml": `${head}profiles:\n  - schedulerName: default-scheduler\n  - plugins: {}\n    schedulerName: "mine"\n`,
  },
  true,
);
test(
  "a scheduler configuration in JSON is read",
  provides,
  { "config.json": '{\n"kind": "KubeSchedulerConfiguration",\n"profiles": [\n{"schedulerName": "mine"}]}' },
  true,
);
test(
  "a scheduler configuration without profiles provides only the default scheduler",
  provides,
  { "config.yaml": head },
  false,
);
test(
  "a schedulerName that is only a prefix of a profile name does not match",
  provides,
  { "config.yaml": `${head}profiles:\n- schedulerName: mine-too\n` },
  false,
);
test(
  "a ConfigMap with a document of another kind provides no scheduler",
  provides,
  { "pod.yaml": "kind: Pod\nspec:\n  schedulerName: mine\n" },
  false,
);
test("a pod does not wait for a workload that configures the default scheduler", (t) => {
  const { edges } = ruleResult(schedulerRule, [
    object("ConfigMap/config", {
      body: { data: { c: `${head}profiles:\n- schedulerName: default-scheduler\n` } },
    }),
    object("Deployment/scheduler", { body: pods({ volumes: [{ configMap: { name: "config" } }] }) }),
    object("Deployment/usual", { body: pods({ schedulerName: "default-scheduler" }) }),
  ]);
  t.deepEqual(edges, []);
});

const configuration = object("ConfigMap/config", {
  body: { data: { c: `${head}profiles:\n- schedulerName: mine\n` } },
});
test("a scheduler configuration that no workload in its namespace mounts provides no scheduler", (t) => {
  const volumes = [{ configMap: { name: "config" } }];
  const elsewhere = object("Deployment/scheduler", { namespace: "shop", body: pods({ volumes }) });
  const web = object("Deployment/web", { body: pods({ schedulerName: "mine" }) });
  t.deepEqual(ruleResult(schedulerRule, [configuration, web, elsewhere]).edges, []);
});

test("a scheduler that schedules itself does not wait for itself", (t) => {
  const spec = {
    schedulerName: "mine",
    volumes: [{ projected: { sources: [{ configMap: { name: "config" } }] } }],
  };
  t.deepEqual(
    ruleResult(schedulerRule, [configuration, object("Deployment/s", { body: pods(spec) })]).edges,
    [],
  );
});
