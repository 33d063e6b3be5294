import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { registered, untilPoliciesWork } from "../policies/policy-server.ts";
import { openReleaseSite } from "../sync/observed-release.ts";
import { configMap, deployment } from "./manifests.ts";
import { writesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

const container = "Object.spec.template.spec.containers";
const podSpec = `Object.spec.template.spec{containers: [${container}{name: "app", env: [${container}.env{name: "ADDED", value: "1"}]}]}`;

/** The mutations of a resource: they add fields, change fields of the manifest, and remove one. */
const mutations: Readonly<Record<string, readonly JsonObject[]>> = {
  configmaps: [
    {
      patchType: "ApplyConfiguration",
      applyConfiguration: {
        expression: `Object{metadata: Object.metadata{labels: {"team": "x"}}, data: {"changed": "theirs"}}`,
      },
    },
    {
      patchType: "JSONPatch",
      jsonPatch: {
        expression: `has(object.data.removed) ? [JSONPatch{op: "remove", path: "/data/removed"}] : []`,
      },
    },
  ],
  deployments: [
    {
      patchType: "ApplyConfiguration",
      applyConfiguration: {
        expression: `Object{spec: Object.spec{replicas: 2, template: Object.spec.template{spec: ${podSpec}}}}`,
      },
    },
  ],
};

/** The policies of a namespace as manifests. */
function policiesOf(namespace: string): readonly JsonObject[] {
  return Object.entries(mutations).flatMap(([resource, changes]) => {
    const name = `${resource}.${namespace}`;
    const rule = {
      apiGroups: ["*"],
      apiVersions: ["*"],
      operations: ["CREATE", "UPDATE"],
      resources: [resource],
    };
    const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": namespace } };
    return [
      registered("MutatingAdmissionPolicy", name, {
        matchConstraints: { resourceRules: [rule], namespaceSelector },
        reinvocationPolicy: "IfNeeded",
        mutations: changes,
      }),
      registered("MutatingAdmissionPolicyBinding", name, { policyName: name }),
    ].map(({ object }) => object);
  });
}

const objects = [configMap("env", { kept: "1", changed: "mine", removed: "mine" }), deployment("web")];

test("after a set with mutating policies is applied, diff shows no change, and a second apply writes nothing", async (t) => {
  const site = await openSite(t);
  const policies = policiesOf(site.namespace);
  t.is((await site.apply(policies)).code, 0);
  t.teardown(() => site.remove());
  await untilPoliciesWork(site.cluster, site.namespace, (undo) => {
    t.teardown(undo);
  });
  const set = [...policies, ...objects];
  const first = await site.apply(set);
  t.is(first.code, 0, first.stdout);
  const live = await site.get("configmaps/env");
  t.deepEqual(live?.data, { kept: "1", changed: "theirs" });
  t.is((await site.get("apps/deployments/web"))?.spec?.["replicas"], 2);
  const home = ["--release", site.release, "-n", site.namespace];
  const diff = await site.run(["diff", site.write(set), ...home]);
  t.is(diff.code, 0, diff.stdout);
  const mark = await site.cluster.auditMark();
  const again = await site.apply(set);
  t.is(again.code, 0, again.stdout);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  const changed = [
    ...policies,
    configMap("env", { kept: "2", changed: "mine", removed: "mine" }),
    objects[1] ?? {},
  ];
  const preview = await site.run(["diff", site.write(changed), ...home]);
  t.regex(preview.stdout, /data\.kept: "1" → "2"/);
  t.notRegex(preview.stdout, /mine|team|removed/);
  t.is((await site.apply(changed)).code, 0);
  t.deepEqual((await site.get("configmaps/env"))?.data, { kept: "2", changed: "theirs" });
  t.is((await site.run(["diff", site.write(changed), ...home])).code, 0);
});

test("fields that a mutating policy sets are not drift", async (t) => {
  const release = await openReleaseSite(t);
  const { site } = release;
  const policies = policiesOf(site.namespace);
  t.is((await site.apply(policies)).code, 0);
  t.teardown(() => site.remove());
  await untilPoliciesWork(site.cluster, site.namespace, (undo) => {
    t.teardown(undo);
  });
  const last = configMap("zz-last", { changed: "mine", a: "1" });
  const made = await release.apply([...policies, ...objects, last]);
  t.is(made.result.verdict, "converged");
  const guard = await release.guard(made);
  await site.patch("configmaps/zz-last?fieldManager=kubectl-edit", { data: { a: "2" } });
  const found = "changed /ConfigMap/zz-last by kubectl-edit";
  await guard.until("edited", () => guard.words().includes(found));
  t.deepEqual(guard.words(), [found]);
});
