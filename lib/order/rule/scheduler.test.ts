import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { object, pods } from "../../../fixtures/planned.ts";
import { schedulerRule } from "./scheduler.ts";

/** The schedulers that pods with `schedulerName: mine` wait for, when a scheduler mounts that configuration. */
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
  "one of several profiles is enough",
  provides,
  {
    "config.yaml": `${head}profiles:\n  - schedulerName: default-scheduler\n  - plugins: {}\n    schedulerName: "mine"\n`,
  },
  true,
);
test(
  "a configuration in JSON counts too",
  provides,
  { "config.json": '{\n"kind": "KubeSchedulerConfiguration",\n"profiles": [\n{"schedulerName": "mine"}]}' },
  true,
);
test(
  "a configuration without profiles is of the default scheduler",
  provides,
  { "config.yaml": head },
  false,
);
test(
  "a name that is only the beginning of another does not match",
  provides,
  { "config.yaml": `${head}profiles:\n- schedulerName: mine-too\n` },
  false,
);
test(
  "a text of another kind that names a scheduler provides none",
  provides,
  { "pod.yaml": "kind: Pod\nspec:\n  schedulerName: mine\n" },
  false,
);
test("the default scheduler is not of the set, whoever configures it", (t) => {
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
test("a configuration that nothing mounts, or only in another namespace, provides no scheduler", (t) => {
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
