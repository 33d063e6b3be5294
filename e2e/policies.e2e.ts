import test from "ava";

import { type JsonObject, objectField, stringField } from "../lib/object/json.ts";
import { groupOf, versionOf } from "../lib/object/object-ref.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { expressions } from "./policies/expressions.ts";
import { objects } from "./policies/objects.ts";
import { manifestsOf, offlineVerdict } from "./policies/offline-policies.ts";
import { type Created, createAll, registered, untilPoliciesWork } from "./policies/policy-server.ts";

/** The number of policies for one object: the server shortens warnings beyond 4 KB. */
const batch = 8;

/** A policy and a binding for each expression, which warn of objects with the label of their batch. */
function policiesOf(resource: string, namespace: string): readonly Created[] {
  const sample = objects[resource]?.[0] ?? {};
  const apiVersion = stringField(sample, "apiVersion") ?? "";
  return (expressions[resource] ?? []).flatMap((expression, index) => {
    const name = `${resource}-${index}.${namespace}`;
    const rule = {
      apiGroups: [groupOf(apiVersion)],
      apiVersions: [versionOf(apiVersion)],
      operations: ["CREATE", "UPDATE"],
      resources: [resource],
    };
    return [
      registered("ValidatingAdmissionPolicy", name, {
        matchConstraints: {
          resourceRules: [rule],
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
        },
        validations: [{ expression }],
      }),
      registered("ValidatingAdmissionPolicyBinding", name, {
        policyName: name,
        validationActions: ["Warn"],
        matchResources: { objectSelector: { matchLabels: { batch: String(Math.floor(index / batch)) } } },
      }),
    ];
  });
}

interface Case {
  readonly path: string;
  readonly object: JsonObject;
}

function casesOf(resource: string, namespace: string): readonly Case[] {
  const batches = Math.ceil((expressions[resource] ?? []).length / batch);
  return (objects[resource] ?? []).flatMap((object, index) =>
    Array.from({ length: batches }, (_, number) => {
      const metadata = objectField(object, "metadata");
      const labels = { ...objectField(metadata, "labels"), batch: String(number) };
      const apiVersion = stringField(object, "apiVersion") ?? "";
      const base = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
      return {
        path: `${base}/namespaces/${namespace}/${resource}?dryRun=All`,
        object: { ...object, metadata: { ...metadata, name: `case-${index}`, labels } },
      };
    }),
  );
}

test("policies are decided offline as by the API server", async (t) => {
  t.timeout(240_000);
  const cluster = await testCluster();
  const namespace = await cluster.createNamespace(t);
  const resources = Object.keys(expressions);
  const created = resources.flatMap((resource) => policiesOf(resource, namespace));
  const undo = (run: () => Promise<void>): void => {
    t.teardown(run);
  };
  await createAll(cluster, created, undo);
  await untilPoliciesWork(cluster, namespace, undo);
  const policies = manifestsOf(
    [
      ...created.map(({ object }) => object),
      { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    ],
    "default",
  );
  const figures = { decided: 0, undecided: 0, refused: 0 };
  const differences: string[] = [];
  for (const { path, object } of resources.flatMap((resource) => casesOf(resource, namespace))) {
    const { status, text, warnings } = await cluster.api("POST", path, object);
    t.true(status < 300, text);
    const [manifest] = manifestsOf([object], namespace);
    if (manifest === undefined) {
      continue;
    }
    const offline = await offlineVerdict(manifest, policies);
    t.deepEqual(offline.others, []);
    const isOpen = (warning: string): boolean =>
      offline.undecided.some((name) => warning.includes(`ValidatingAdmissionPolicy '${name}'`));
    const expected = warnings.filter((one) => one.startsWith("Validation failed") && !isOpen(one)).toSorted();
    const found = [...offline.warned].toSorted();
    figures.undecided += offline.undecided.length;
    figures.refused += found.length;
    figures.decided += batch - offline.undecided.length;
    const missing = expected.filter((one) => !found.includes(one)).map((one) => `missing ${one}`);
    const extra = found.filter((one) => !expected.includes(one)).map((one) => `extra ${one}`);
    differences.push(...[...missing, ...extra].map((one) => `${path} ${manifest.name}: ${one}`));
  }
  t.log(JSON.stringify(figures));
  t.true(figures.refused > 100);
  t.deepEqual(differences, []);
});
