import test from "ava";

import { configMap } from "./apply/manifests.ts";
import { openSite, siteIn } from "./apply/site.ts";
import {
  createAll,
  keepParameters,
  registered,
  untilParametersKnown,
  untilPoliciesWork,
} from "./policies/policy-server.ts";

const rule = {
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["configmaps"],
};

test("--policies cluster reads policies, bindings, parameters and Namespaces of the cluster", async (t) => {
  const { cluster } = await openSite(t);
  const namespace = await cluster.createNamespace(t, { env: "prod" });
  const site = siteIn(t, { cluster, namespace, release: "shop" });
  await keepParameters(cluster);
  const constraints = { resourceRules: [rule], namespaceSelector: { matchLabels: { env: "prod" } } };
  const [name, setter] = [`limit.${namespace}`, `setter.${namespace}`];
  const undo = (run: () => Promise<void>): void => {
    t.teardown(run);
  };
  const mutation = {
    patchType: "ApplyConfiguration",
    applyConfiguration: { expression: `Object{metadata: Object.metadata{labels: {"env": "prod"}}}` },
  };
  await createAll(
    cluster,
    [
      { path: site.at("configmaps"), object: configMap("limit", { most: "2" }) },
      registered("ValidatingAdmissionPolicy", name, {
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        matchConstraints: { ...constraints, excludeResourceRules: [{ ...rule, resourceNames: ["limit"] }] },
        validations: [
          {
            expression: "object.data.size() <= int(params.data.most)",
            messageExpression: "'at most ' + params.data.most",
          },
          { expression: "object.metadata.labels.env == namespaceObject.metadata.labels.env" },
        ],
      }),
      registered("ValidatingAdmissionPolicyBinding", name, {
        policyName: name,
        validationActions: ["Deny"],
        paramRef: { name: "limit", namespace, parameterNotFoundAction: "Deny" },
      }),
      registered("MutatingAdmissionPolicy", setter, {
        matchConstraints: constraints,
        reinvocationPolicy: "Never",
        mutations: [mutation],
      }),
      registered("MutatingAdmissionPolicyBinding", setter, { policyName: setter }),
    ],
    undo,
  );
  await untilPoliciesWork(cluster, namespace, undo);
  const many = configMap("many", { a: "1", b: "2", c: "3" });
  const answer = await untilParametersKnown(async () =>
    cluster.api("POST", `${site.at("configmaps")}?dryRun=All`, many),
  );
  t.regex(answer.text, /denied request: at most 2/);
  const words = ["-n", namespace, "--policies", "cluster"];
  const refused = await site.run(["validate", site.write([many]), ...words]);
  t.is(refused.code, 2, refused.stdout + refused.stderr);
  t.regex(
    refused.stdout,
    new RegExp(`policy '${name}' with binding '${name}' denied request: at most 2`, "i"),
  );
  const few = site.write([configMap("few", { a: "1" })]);
  const accepted = await site.run(["validate", few, ...words]);
  t.is(accepted.code, 0, accepted.stdout);
  t.regex(accepted.stdout, new RegExp(`'${setter}' with binding '${setter}' sets metadata.labels\\[env\\]`));
  const shown = await site.run(["show", "few", few, ...words, "-o", "json"]);
  t.deepEqual(JSON.parse(shown.stdout).metadata.labels, { env: "prod" });
});

test("--policies cluster prints a note without permission to list policies, and fails without a cluster", async (t) => {
  const site = await openSite(t);
  const kubeconfig = await site.cluster.kubeconfigFor(t, { namespace: site.namespace, rules: [] });
  const words = ["validate", site.write([configMap("few")]), "-n", site.namespace, "--policies", "cluster"];
  const { code, stdout } = await site.run([...words, "--kubeconfig", kubeconfig]);
  t.is(code, 0, stdout);
  t.regex(stdout, /note: the cluster does not let this user list validatingadmissionpolicies:/);
  const unreachable = await site.run([...words, "--context", "nothing"]);
  t.is(unreachable.code, 2);
  t.regex(unreachable.stderr, /the policies of the cluster cannot be read: .*nothing/);
});
