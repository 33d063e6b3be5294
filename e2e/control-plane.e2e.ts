import { once } from "node:events";
import { createServer, type ServerOptions } from "node:https";
import { text } from "node:stream/consumers";

import test, { type ExecutionContext } from "ava";

import { Client, type LiveObject } from "./control-plane/api.ts";
import { makeServerCertificate } from "./control-plane/certificates.ts";
import { readKubeconfig } from "./control-plane/kubeconfig.ts";
import { testCluster } from "./control-plane/test-cluster.ts";

const cluster = await testCluster();

interface Status {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  readonly containerStatuses?: readonly {
    readonly state?: { readonly waiting?: { readonly reason: string } };
  }[];
}

function has(object: LiveObject | undefined, condition: string): boolean {
  const status: Status = object?.status ?? {};
  return status.conditions?.some((each) => each.type === condition && each.status === "True") === true;
}

function isWaiting(object: LiveObject | undefined, reason: string): boolean {
  const status: Status = object?.status ?? {};
  return status.containerStatuses?.some(({ state }) => state?.waiting?.reason === reason) === true;
}

/** A pod, or a pod template, whose lifecycle follows the annotations. */
function pod(annotations: Readonly<Record<string, string>>, restartPolicy = "Always"): object {
  return {
    metadata: { name: "one", labels: { app: "one" }, annotations },
    spec: { restartPolicy, containers: [{ name: "app", image: "app" }] },
  };
}

test("a Deployment of three replicas becomes Available", async (t) => {
  const deployments = `/apis/apps/v1/namespaces/${await cluster.createNamespace(t)}/deployments`;
  const spec = { replicas: 3, selector: { matchLabels: { app: "one" } }, template: pod({}) };
  const { status } = await cluster.api("POST", deployments, { metadata: { name: "one" }, spec });
  t.is(status, 201);
  const available = await cluster.until(`${deployments}/one`, (object) => has(object, "Available"));
  t.is(available?.status?.["availableReplicas"], 3);
});

const fails = test.macro({
  title: (_, mode: string) => `an annotation makes a pod fail: ${mode}`,
  exec: async (t, mode: string, reason: string) => {
    const pods = `/api/v1/namespaces/${await cluster.createNamespace(t)}/pods`;
    await cluster.api("POST", pods, pod({ "converge.test/pod": mode }));
    const failing = await cluster.until(`${pods}/one`, (object) => isWaiting(object, reason));
    t.false(has(failing, "Ready"));
  },
});
test(fails, "crash-loop", "CrashLoopBackOff");
test(fails, "image-pull-back-off", "ImagePullBackOff");

test("an annotation makes a pod recover", async (t) => {
  const pods = `/api/v1/namespaces/${await cluster.createNamespace(t)}/pods`;
  // It is watched before it exists: it is in that state for less than a second.
  const crashing = cluster.until(`${pods}/one`, (object) => isWaiting(object, "CrashLoopBackOff"));
  await cluster.api(
    "POST",
    pods,
    pod({ "converge.test/pod": "crash-loop", "converge.test/ready-after": "1s" }),
  );
  t.true(isWaiting(await crashing, "CrashLoopBackOff"));
  t.true(has(await cluster.until(`${pods}/one`, (object) => has(object, "Ready")), "Ready"));
});

const ends = test.macro({
  title: (_, condition: string) => `a Job becomes ${condition}`,
  exec: async (t, condition: string, annotations: Readonly<Record<string, string>>) => {
    const jobs = `/apis/batch/v1/namespaces/${await cluster.createNamespace(t)}/jobs`;
    const spec = { backoffLimit: 0, template: pod(annotations, "Never") };
    await cluster.api("POST", jobs, { metadata: { name: "one" }, spec });
    t.true(has(await cluster.until(`${jobs}/one`, (object) => has(object, condition)), condition));
  },
});
test(ends, "Complete", { "converge.test/complete-after": "500ms" });
test(ends, "Failed", { "converge.test/pod": "fail" });

test("a volume is provided when the first pod needs it", async (t) => {
  const namespace = `/api/v1/namespaces/${await cluster.createNamespace(t)}`;
  const claims = `${namespace}/persistentvolumeclaims`;
  const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  await cluster.api("POST", claims, { metadata: { name: "data" }, spec: claim });
  const waiting = await cluster.until(`${claims}/data`, (object) => object !== undefined);
  t.is(waiting?.status?.["phase"], "Pending");
  const volumes = [{ name: "data", persistentVolumeClaim: { claimName: "data" } }];
  const spec = { containers: [{ name: "app", image: "app" }], volumes };
  await cluster.api("POST", `${namespace}/pods`, { metadata: { name: "one" }, spec });
  const bound = await cluster.until(`${claims}/data`, (object) => object?.status?.["phase"] === "Bound");
  t.is(bound?.spec?.["storageClassName"], "standard");
});

test("the log of a pod can be read", async (t) => {
  const pods = `/api/v1/namespaces/${await cluster.createNamespace(t)}/pods`;
  await cluster.api("POST", pods, pod({}));
  await cluster.until(`${pods}/one`, (object) => has(object, "Ready"));
  const log = await cluster.api("GET", `${pods}/one/log?tailLines=1`);
  t.is(log.status, 200);
  t.is(log.text, "panic: cannot reach db:5432: connection refused\n");
});

test("the audit log shows who requested what, and in which order", async (t) => {
  const namespace = await cluster.createNamespace(t);
  const maps = `/api/v1/namespaces/${namespace}/configmaps`;
  const mark = await cluster.auditMark();
  await cluster.api("POST", maps, { metadata: { name: "first" } });
  await cluster.api("POST", `${maps}?dryRun=All`, { metadata: { name: "second" } });
  await cluster.api("GET", `${maps}/third`);
  await cluster.until(`${maps}/first`, (object) => object !== undefined);
  const events = await cluster.auditSince(mark, namespace);
  const ours = events.filter(({ user }) => user.username === "admin");
  t.deepEqual(
    ours.map(({ verb, objectRef, responseStatus }) => [verb, objectRef?.name, responseStatus?.code]),
    [
      ["create", "first", 201],
      ["create", "second", 201],
      ["get", "third", 404],
      ["list", "first", 200],
    ],
  );
});

test("the audit log can be read from the middle of a line that is being written", async (t) => {
  const namespace = await cluster.createNamespace(t);
  const mark = await cluster.auditMark();
  await cluster.api("GET", `/api/v1/namespaces/${namespace}/configmaps/first`);
  const inside = { ...mark, place: mark.place + 10 };
  await t.notThrowsAsync(async () => cluster.auditSince(inside, namespace));
});

test("a user has only the permissions of its rules", async (t) => {
  const namespace = await cluster.createNamespace(t);
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] }];
  const clusterRules = [{ apiGroups: [""], resources: ["nodes"], verbs: ["list"] }];
  const user = new Client(readKubeconfig(await cluster.kubeconfigFor(t, { namespace, rules, clusterRules })));
  const maps = `/api/v1/namespaces/${namespace}/configmaps`;
  t.is((await user.api("GET", maps)).status, 200);
  t.is((await user.api("POST", maps, { metadata: { name: "one" } })).status, 403);
  t.is((await user.api("GET", "/api/v1/nodes")).status, 200);
  t.is((await user.api("GET", "/api/v1/nodes/node-a")).status, 403);
});

/** Starts a webhook that denies everything. Returns its port. */
async function refuseAll(t: ExecutionContext, certificate: ServerOptions): Promise<number> {
  const server = createServer(certificate, (incoming, response) => {
    void text(incoming).then((asked) => {
      const { request }: { readonly request: { readonly uid: string } } = JSON.parse(asked);
      const answer = { uid: request.uid, allowed: false, status: { message: "no more today" } };
      const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: answer };
      return response.setHeader("content-type", "application/json").end(JSON.stringify(review));
    });
  });
  t.teardown(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return address === null || typeof address === "string" ? 0 : address.port;
}

test("a webhook on the loopback is called through a Service that names localhost", async (t) => {
  const namespace = await cluster.createNamespace(t);
  const { cert, key } = makeServerCertificate(`hook.${namespace}.svc`);
  const service = { namespace, name: "hook", port: await refuseAll(t, { cert, key }) };
  const spec = { type: "ExternalName", externalName: "localhost" };
  await cluster.api("POST", `/api/v1/namespaces/${namespace}/services`, { metadata: { name: "hook" }, spec });
  const hooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  t.teardown(async () => {
    await cluster.api("DELETE", `${hooks}/${namespace}`);
  });
  const webhook = {
    name: "maps.converge.test",
    clientConfig: { caBundle: Buffer.from(cert).toString("base64"), service },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  t.is(
    (await cluster.api("POST", hooks, { metadata: { name: namespace }, webhooks: [webhook] })).status,
    201,
  );
  const maps = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`;
  // The server loads a new webhook configuration a moment later.
  let answer = await cluster.api("POST", maps, { metadata: { name: "one" } });
  while (answer.status === 201) {
    answer = await cluster.api("POST", maps, { metadata: { name: "one" } });
  }
  t.is(answer.object?.message, 'admission webhook "maps.converge.test" denied the request: no more today');
});
