/**
 * An operator for tests: sets a finalizer and the status of custom resources, and removes the finalizer of
 * those that are being deleted. It works only while its Deployment is available, and sends its requests with
 * a token of the ServiceAccount of that Deployment, so that the API server authorizes them.
 */
import type { ExecutionContext } from "ava";

import { type Api, Client, type LiveObject } from "./api.ts";
import { type BackgroundLoop, repeatUntilTeardown } from "./background-loop.ts";
import type { TestCluster } from "./test-cluster.ts";

/** An operator and its custom resources. */
export interface OperatorSpec {
  /** The namespace of its Deployment and its ServiceAccount. */
  readonly namespace: string;
  /** Its Deployment, whose pod template names the ServiceAccount. */
  readonly deployment: string;
  /** The path of all custom resources that it reconciles, in all namespaces: `/apis/example.com/v1/cogs`. */
  readonly resources: string;
  /** The finalizer that it sets, and removes from objects that are being deleted. */
  readonly finalizer: string;
  /** The status that it sets on each, by the subresource; none if absent. */
  readonly status?: Readonly<Record<string, unknown>>;
  /**
   * Paths of objects that it reads each time, such as its configuration: it does nothing if one is missing.
   */
  readonly reads?: readonly string[];
}

/** Runs an operator until the test ends; a round reconciles all its custom resources. */
export function startOperator(
  t: Pick<ExecutionContext, "teardown">,
  { api, server, ca }: Pick<TestCluster, "api" | "server" | "ca">,
  spec: OperatorSpec,
): BackgroundLoop {
  const clients = new Map<string, Api>();
  return repeatUntilTeardown(t, async () => {
    const account = await runningAccount(api, spec);
    if (account === undefined) {
      return;
    }
    const { uid } = account.metadata;
    const own = clients.get(uid) ?? new Client({ server, ca, token: await issueToken(api, account) }).api;
    clients.set(uid, own);
    await reconcile(own, spec);
  });
}

/** The service account of its pods; undefined if none of them is available, or the account does not exist. */
async function runningAccount(
  api: Api,
  { namespace, deployment }: OperatorSpec,
): Promise<LiveObject | undefined> {
  const found = await api("GET", `/apis/apps/v1/namespaces/${namespace}/deployments/${deployment}`);
  const name = accountOf(found.object);
  if (found.status !== 200 || name === undefined) {
    return undefined;
  }
  const account = await api("GET", `/api/v1/namespaces/${namespace}/serviceaccounts/${name}`);
  return account.status === 200 ? account.object : undefined;
}

/** The name of the service account of a Deployment; undefined if none of its pods is available. */
function accountOf(deployment: LiveObject | undefined): string | undefined {
  const { availableReplicas = 0 }: { readonly availableReplicas?: number } = deployment?.status ?? {};
  const { template }: DeploymentSpec = deployment?.spec ?? {};
  return availableReplicas === 0 ? undefined : (template?.spec?.serviceAccountName ?? "default");
}

interface DeploymentSpec {
  readonly template?: { readonly spec?: { readonly serviceAccountName?: string } };
}

async function issueToken(api: Api, { metadata }: LiveObject): Promise<string | undefined> {
  const path = `/api/v1/namespaces/${metadata.namespace}/serviceaccounts/${metadata.name}/token`;
  const { object } = await api("POST", path, { spec: { expirationSeconds: 3600 } });
  const { token }: { readonly token?: string } = object?.status ?? {};
  return token;
}

async function reconcile(api: Api, spec: OperatorSpec): Promise<void> {
  const { resources, reads = [] } = spec;
  for (const path of reads) {
    if ((await api("GET", path)).status !== 200) {
      return;
    }
  }
  const { object: list } = await api("GET", resources);
  for (const object of list?.items ?? []) {
    await reconcileOne(api, object, spec);
  }
}

/** Takes one step towards the desired state. A refused request is repeated in the next round. */
async function reconcileOne(api: Api, object: LiveObject, spec: OperatorSpec): Promise<void> {
  const { finalizer, status } = spec;
  const { resourceVersion, finalizers = [], deletionTimestamp } = object.metadata;
  const path = pathOf(object, spec);
  const others = finalizers.filter((each) => each !== finalizer);
  const hasOwn = others.length < finalizers.length;
  if (hasOwn === (deletionTimestamp !== undefined)) {
    const wanted = hasOwn ? others : [...others, finalizer];
    await api("PATCH", path, { metadata: { resourceVersion, finalizers: wanted } });
  } else if (deletionTimestamp === undefined && status !== undefined && !hasStatus(object, status)) {
    await api("PATCH", `${path}/status`, { status });
  }
}

function pathOf({ metadata }: LiveObject, { resources }: OperatorSpec): string {
  const cut = resources.lastIndexOf("/");
  const scope = metadata.namespace === undefined ? "" : `/namespaces/${metadata.namespace}`;
  return `${resources.slice(0, cut)}${scope}${resources.slice(cut)}/${metadata.name}`;
}

function hasStatus({ status = {} }: LiveObject, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => JSON.stringify(status[name]) === JSON.stringify(value),
  );
}
