import test, { type ExecutionContext } from "ava";

import { changedFields } from "../lib/validate/mutation/changed-fields.ts";
import { type JsonObject, objectField, stringField } from "../lib/object/json.ts";
import type { Manifest } from "../lib/manifest/manifest.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { type Mutation, mutations, subjects } from "./policies/mutation-cases.ts";
import { type OrderCase, orderCases, type OrderedPolicy } from "./policies/mutation-orders.ts";
import { manifestsOf, mutatedOffline } from "./policies/offline-policies.ts";
import {
  createAll,
  type Created,
  keepParameters,
  registered,
  untilPoliciesWork,
} from "./policies/policy-server.ts";

const rule = { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["*"], resources: ["deployments"] };

function mutationOf(expression: Mutation): JsonObject {
  return expression.includes("JSONPatch{")
    ? { patchType: "JSONPatch", jsonPatch: { expression } }
    : { patchType: "ApplyConfiguration", applyConfiguration: { expression } };
}

/** Returns a policy and its binding for the objects with the label of the case. */
function policyFor(
  name: string,
  { of, namespace }: { readonly of: number; readonly namespace: string },
  { spec, binding = {} }: OrderedPolicy,
): readonly Created[] {
  const full = `${name}.${namespace}`;
  return [
    registered("MutatingAdmissionPolicy", full, {
      matchConstraints: {
        resourceRules: [rule],
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
        objectSelector: { matchLabels: { case: String(of) } },
      },
      ...spec,
    }),
    registered("MutatingAdmissionPolicyBinding", full, { policyName: full, ...binding }),
  ];
}

/** The policies of all cases in a namespace, and what they need. */
interface Mutating {
  readonly namespace: string;
  readonly policies: readonly Manifest[];
}

async function startMutating(
  t: ExecutionContext,
  policiesIn: (namespace: string) => readonly Created[],
): Promise<Mutating> {
  const cluster = await testCluster();
  const namespace = await cluster.createNamespace(t);
  const undo = (run: () => Promise<void>): void => {
    t.teardown(run);
  };
  const created = policiesIn(namespace);
  await createAll(cluster, created, undo);
  await untilPoliciesWork(cluster, namespace, undo);
  const space = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  const policies = manifestsOf([...created.map(({ object }) => object), space], namespace);
  return { namespace, policies };
}

interface ComparedCase extends Pick<OrderCase, "title" | "isRandom"> {
  readonly object: JsonObject;
}

/** Creates an object, and compares the result with that of converge. Returns whether it is accepted. */
async function compare(
  t: ExecutionContext,
  { namespace, policies }: Mutating,
  { title, object, isRandom = false }: ComparedCase,
): Promise<boolean> {
  const cluster = await testCluster();
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments?dryRun=All`;
  const { status, text } = await cluster.api("POST", path, object);
  const offline = await mutatedOffline(object, policies, namespace);
  t.is(offline.undecided.length > 0, isRandom, title);
  const answer: JsonObject = JSON.parse(text);
  if (isRandom) {
    return status < 300;
  }
  if (status < 300) {
    t.deepEqual(offline.denied, [], title);
    const shown = offline.isChanged ? ["spec", "metadata"] : [];
    const parts = shown.flatMap((part) => {
      const [mine, theirs] = [offline.value, answer].map((side) => objectField(side, part));
      return changedFields(mine ?? {}, theirs ?? {}).filter((field) => !serverFields.has(field));
    });
    t.deepEqual(parts, [], title);
    return true;
  }
  const message = (stringField(answer, "message") ?? "").replace(/^deployments\S* "web" is invalid: : /, "");
  t.true(
    offline.denied.some((found) => isSame(found, message)),
    `${title}\nserver:  ${message}\noffline: ${offline.denied.join(" | ")}`,
  );
  return false;
}

function deployment(of: number, spec: JsonObject): JsonObject {
  const metadata = { name: "web", labels: { case: String(of), team: "shop" } };
  return { apiVersion: "apps/v1", kind: "Deployment", metadata, spec };
}

test("mutations change or refuse an object offline as in the API server", async (t) => {
  t.timeout(240_000);
  const mutating = await startMutating(t, (namespace) =>
    mutations.flatMap((expressions, of) =>
      policyFor(
        String(of),
        { of, namespace },
        {
          spec: { reinvocationPolicy: "Never", mutations: expressions.map(mutationOf) },
        },
      ),
    ),
  );
  const figures = { changed: 0, refused: 0 };
  for (const [of, expressions] of mutations.entries()) {
    for (const spec of subjects) {
      const title = `${expressions.join(" and ")} on ${JSON.stringify(spec)}`;
      const isAccepted = await compare(t, mutating, { title, object: deployment(of, spec) });
      figures[isAccepted ? "changed" : "refused"] += 1;
    }
  }
  t.log(JSON.stringify(figures));
  t.true(figures.changed > 60 && figures.refused > 30);
});

test("order, reinvocation, conditions, parameters and failures of mutating policies match the API server", async (t) => {
  t.timeout(240_000);
  await keepParameters(await testCluster());
  const mutating = await startMutating(t, (namespace) => [
    ...["tier", "other"].map((name) => parameter(name, namespace)),
    ...orderCases.flatMap(({ policies }, of) =>
      policies.flatMap((policy, index) => policyFor(`${of}-${index}`, { of, namespace }, policy)),
    ),
  ]);
  for (const [of, { title, isRandom = false }] of orderCases.entries()) {
    for (const spec of subjects) {
      await compare(t, mutating, { title, isRandom, object: deployment(of, spec) });
    }
  }
});

function parameter(name: string, namespace: string): Created {
  const metadata = { name, labels: { kind: "param" } };
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { tier: `of-${name}` } };
  return { path: `/api/v1/namespaces/${namespace}/configmaps`, object };
}

const serverFields: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "generation",
  "managedFields",
  "namespace",
  "uid",
]);

/** Compares the words of policies, and the fields of later checks; not the words of Go's JSON decoder. */
function isSame(offline: string, server: string): boolean {
  const decoding = "Internal error occurred: json: ";
  if (server.includes(decoding)) {
    return offline.includes(decoding);
  }
  const [, field] = /^Deployment\.apps "web" is invalid: (\S+): /.exec(server) ?? [];
  return field === undefined ? server.replaceAll(/\s+/g, " ") === offline : offline.startsWith(`${field}: `);
}
