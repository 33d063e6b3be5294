import type { JsonObject } from "../../lib/object/json.ts";
import type { Answer } from "../control-plane/api.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";

/** An object to be created, with the path of its collection. */
export interface Created {
  readonly path: string;
  readonly object: JsonObject;
}

const registration = "/apis/admissionregistration.k8s.io/v1";

/** Returns a policy or a binding for the server. */
export function registered(kind: string, name: string, spec: JsonObject): Created {
  const collection = kind.toLowerCase().replace(/y$/, "ies").replace(/g$/, "gs");
  return {
    path: `${registration}/${collection}`,
    object: { apiVersion: "admissionregistration.k8s.io/v1", kind, metadata: { name }, spec },
  };
}

/** Creates objects, and deletes them after the test. Throws if the server refuses one. */
export async function createAll(
  { api }: TestCluster,
  created: readonly Created[],
  teardown: (undo: () => Promise<void>) => void,
): Promise<void> {
  for (const { path, object } of created) {
    const { status, text } = await api("POST", path, object);
    if (status >= 300) {
      throw new Error(`${path}: ${text}`);
    }
    const name = JSON.parse(text).metadata.name;
    teardown(async () => {
      await api("DELETE", `${path}/${name}`);
    });
  }
}

/**
 * Waits until the server evaluates all policies that were created before: it takes note of them in turn, of
 * mutating and of validating ones apart. A mutating policy that is created last marks an object, and a
 * validating one refuses marked objects: when it does, the others of both kinds are known.
 */
export async function untilPoliciesWork(
  cluster: TestCluster,
  namespace: string,
  teardown: (undo: () => Promise<void>) => void,
): Promise<void> {
  await createAll(cluster, lastPolicies(namespace), teardown);
  const path = `/api/v1/namespaces/${namespace}/endpoints?dryRun=All`;
  for (;;) {
    const { status } = await cluster.api("POST", path, { metadata: { name: "probe" } });
    if (status >= 400) {
      return;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

/** Repeats a request while the server does not yet see the parameters of a policy. Returns the answer. */
export async function untilParametersKnown(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (!/no params found|not yet synced/v.test(answer.text)) {
      return answer;
    }
  }
}

function lastPolicies(namespace: string): readonly Created[] {
  const name = `last-${namespace}`;
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["endpoints"] };
  const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": namespace } };
  const matchConstraints = { resourceRules: [rule], namespaceSelector };
  const mark = `Object{metadata: Object.metadata{labels: {"marked": "yes"}}}`;
  return [
    registered("MutatingAdmissionPolicy", name, {
      matchConstraints,
      reinvocationPolicy: "Never",
      mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: mark } }],
    }),
    registered("MutatingAdmissionPolicyBinding", name, { policyName: name }),
    registered("ValidatingAdmissionPolicy", name, {
      matchConstraints,
      validations: [{ expression: "!has(object.metadata.labels) || !('marked' in object.metadata.labels)" }],
    }),
    registered("ValidatingAdmissionPolicyBinding", name, { policyName: name, validationActions: ["Deny"] }),
  ];
}

/**
 * Keeps the server's view of ConfigMaps as parameters up to date: it ends with the last policy of the kind
 * that began it, and is not renewed for the next one. The policies that prevent that stay.
 */
export async function keepParameters({ api }: TestCluster): Promise<void> {
  const name = "keeps-parameters";
  const rule = { apiGroups: ["none.test"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["none"] };
  const policy = {
    paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    matchConstraints: { resourceRules: [rule] },
  };
  const mutation = { patchType: "JSONPatch", jsonPatch: { expression: "[]" } };
  const binding = {
    policyName: name,
    paramRef: { name, namespace: "default", parameterNotFoundAction: "Allow" },
  };
  const kept = [
    registered("ValidatingAdmissionPolicy", name, { ...policy, validations: [{ expression: "true" }] }),
    registered("ValidatingAdmissionPolicyBinding", name, { ...binding, validationActions: ["Audit"] }),
    registered("MutatingAdmissionPolicy", name, {
      ...policy,
      reinvocationPolicy: "Never",
      mutations: [mutation],
    }),
    registered("MutatingAdmissionPolicyBinding", name, binding),
  ];
  for (const { path, object } of kept) {
    await api("POST", path, object);
  }
}
