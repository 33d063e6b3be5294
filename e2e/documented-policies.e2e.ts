import test from "ava";

import type { Manifest } from "../lib/manifest/manifest.ts";
import { type JsonObject, objectField, stringField } from "../lib/object/json.ts";
import { metadataOf, nameOf } from "../lib/object/metadata.ts";
import type { Answer } from "./control-plane/api.ts";
import { type TestCluster, testCluster } from "./control-plane/test-cluster.ts";
import { furtherCases } from "./policies/further-cases.ts";
import { documentedCases, type PolicyCase } from "./policies/documented-cases.ts";
import { manifestsOf, offlineVerdict } from "./policies/offline-policies.ts";
import {
  type Created,
  createAll,
  keepParameters,
  registered,
  untilParametersKnown,
  untilPoliciesWork,
} from "./policies/policy-server.ts";

/** The objects of a case for the server: its policy is limited to a namespace. */
function createdFor({ policy, binding, params = {} }: PolicyCase, namespace: string): readonly Created[] {
  const selected = { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } } };
  const matchConstraints = { ...objectField(policy, "matchConstraints"), ...selected };
  const name = `documented.${namespace}`;
  return [
    ...Object.entries(params).map(([map, data]) => ({
      path: `/api/v1/namespaces/${namespace}/configmaps`,
      object: {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: map, namespace, labels: { is: "param" } },
        data,
      },
    })),
    registered("ValidatingAdmissionPolicy", name, { ...policy, matchConstraints }),
    registered("ValidatingAdmissionPolicyBinding", name, {
      policyName: name,
      validationActions: ["Deny"],
      ...binding,
    }),
  ];
}

function pathOf(object: JsonObject, namespace: string): string {
  const version = stringField(object, "apiVersion") ?? "";
  const base = version === "v1" ? "/api/v1" : `/apis/${version}`;
  return `${base}/namespaces/${namespace}/${(stringField(object, "kind") ?? "").toLowerCase()}s`;
}

/** The message of a Status; empty for an object that is accepted. */
function refusalIn({ status, object }: Answer): string {
  return status < 300 ? "" : (object?.message ?? "").replace(/^.* is forbidden: /v, "");
}

type Undo = (run: () => Promise<void>) => void;

/** Creates the states before, then the policy; returns what converge is given of the cluster. */
async function prepare(
  cluster: TestCluster,
  documented: PolicyCase,
  { namespace, undo }: { readonly namespace: string; readonly undo: Undo },
): Promise<readonly Manifest[]> {
  await keepParameters(cluster);
  const olds = new Map(documented.objects.flatMap(({ old }) => (old ? [[nameOf(old), old] as const] : [])));
  const before = [...olds.values()].map((object) => ({ path: pathOf(object, namespace), object }));
  const created = createdFor(documented, namespace);
  await createAll(cluster, [...before, ...created], undo);
  await untilPoliciesWork(cluster, namespace, undo);
  const own = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  return manifestsOf([...created.map(({ object }) => object), own], namespace);
}

/**
 * Sends a dry run: a create under a name that is free, or an update; again while the server does not yet see
 * the parameters of a policy.
 */
async function send(
  { api }: TestCluster,
  object: JsonObject,
  { namespace, isUpdate }: { readonly namespace: string; readonly isUpdate: boolean },
): Promise<Answer> {
  const path = pathOf(object, namespace);
  return untilParametersKnown(async () =>
    isUpdate
      ? api("PUT", `${path}/${nameOf(object)}?dryRun=All`, object)
      : api("POST", `${path}?dryRun=All`, object),
  );
}

for (const documented of [...documentedCases, ...furtherCases]) {
  test.serial(`a policy is decided offline as by the API server: ${documented.title}`, async (t) => {
    t.timeout(300_000);
    const cluster = await testCluster();
    const namespace = await cluster.createNamespace(t);
    const undo: Undo = (run) => {
      t.teardown(run);
    };
    const given = await prepare(cluster, documented, { namespace, undo });
    for (const [index, { object, old }] of documented.objects.entries()) {
      const isFree = old === undefined && nameOf(object) !== "spared";
      const named = isFree
        ? { ...object, metadata: { ...metadataOf(object), name: `web-${index}` } }
        : object;
      const answer = await send(cluster, named, { namespace, isUpdate: old !== undefined });
      const [manifest] = manifestsOf([named], namespace);
      const offline = manifest && (await offlineVerdict(manifest, given, old));
      if (offline?.undecided.length === 0) {
        const refusal = refusalIn(answer);
        // Of several parameters, the server takes any first.
        const found = offline.denied.includes(refusal) ? refusal : (offline.denied[0] ?? "");
        t.is(found, refusal, JSON.stringify(named));
      } else {
        t.is(documented.title, "an authorizer");
        t.true(offline?.denied.every((one) => one.endsWith("a is missing")));
      }
    }
  });
}
