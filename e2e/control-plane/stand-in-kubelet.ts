/**
 * The part of a kubelet that KWOK lacks: readiness that depends on something. A pod with the annotation
 * `converge.test/ready-when` is ready while the objects exist that the annotation names, and unready
 * otherwise.
 */
import type { ExecutionContext } from "ava";

import { parseRef } from "../../lib/object/object-ref.ts";
import type { Api, LiveObject } from "./api.ts";
import { repeatUntilTeardown } from "./background-loop.ts";
import type { TestCluster } from "./test-cluster.ts";

const readyWhen = "converge.test/ready-when";
/** While a pod bears it, KWOK makes the pod ready: see `pod-stages.ts`. */
const readyAfter = "converge.test/ready-after";

/** Probes the pods of these namespaces, which need not exist yet, until the test is over. */
export function startKubelet(
  t: Pick<ExecutionContext, "teardown">,
  { api }: Pick<TestCluster, "api">,
  ...namespaces: readonly string[]
): void {
  repeatUntilTeardown(t, async () => {
    for (const namespace of namespaces) {
      const { object } = await api("GET", `/api/v1/namespaces/${namespace}/pods`);
      for (const pod of object?.items ?? []) {
        await probe(api, pod);
      }
    }
  });
}

async function probe(api: Api, pod: LiveObject): Promise<void> {
  const { annotations = {}, deletionTimestamp, namespace, name } = pod.metadata;
  const condition = annotations[readyWhen];
  if (condition === undefined || deletionTimestamp !== undefined) {
    return;
  }
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
  const isMet = await allExist(api, condition);
  if (isMet === (annotations[readyAfter] === undefined)) {
    await api("PATCH", path, { metadata: { annotations: { [readyAfter]: isMet ? "0s" : null } } });
  } else if (!isMet && isReady(pod)) {
    await api("PATCH", `${path}/status`, unready(pod));
  }
}

/** Whether all objects exist that a text names, by references as in depends-on with commas between them. */
async function allExist(api: Api, text: string): Promise<boolean> {
  for (const reference of text.split(",")) {
    const path = await pathOf(api, reference.trim());
    if (path === undefined || (await api("GET", path)).status !== 200) {
      return false;
    }
  }
  return true;
}

/** The path of the object that a reference names, from discovery; undefined while nobody serves its kind. */
async function pathOf(api: Api, reference: string): Promise<string | undefined> {
  const ref = parseRef(reference);
  if (ref === undefined) {
    throw new Error(
      `${readyWhen} takes references such as apps/namespaces/shop/Deployment/web, not ${reference}`,
    );
  }
  const root = await rootOf(api, ref.group);
  const { resources = [] }: ResourcesAnswer = await discovered(api, root);
  const resource = resources.find(({ kind, name }) => kind === ref.kind && !name.includes("/"));
  const scope = ref.namespace === "" ? "" : `/namespaces/${ref.namespace}`;
  return resource === undefined ? undefined : `${root}${scope}/${resource.name}/${ref.name}`;
}

/** The path of the preferred version of a group. */
async function rootOf(api: Api, group: string): Promise<string> {
  if (group === "") {
    return "/api/v1";
  }
  const { preferredVersion }: GroupAnswer = await discovered(api, `/apis/${group}`);
  return `/apis/${preferredVersion?.groupVersion ?? group}`;
}

/** A document of discovery; an empty one where the server has none, which it says in plain text. */
async function discovered(api: Api, path: string): Promise<object> {
  const { status, text } = await api("GET", path);
  return status === 200 ? JSON.parse(text) : {};
}

interface GroupAnswer {
  readonly preferredVersion?: { readonly groupVersion: string };
}

interface ResourcesAnswer {
  readonly resources?: readonly { readonly kind: string; readonly name: string }[];
}

interface PodStatus {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  readonly containerStatuses?: readonly object[];
}

function isReady({ status = {} }: LiveObject): boolean {
  const { conditions = [] }: PodStatus = status;
  return conditions.some(({ type, status: state }) => type === "Ready" && state === "True");
}

/** The status of a pod whose readiness probe has begun to fail. */
function unready({ status = {} }: LiveObject): object {
  const { conditions = [], containerStatuses = [] }: PodStatus = status;
  const now = new Date().toISOString();
  return {
    status: {
      conditions: conditions.map((condition) =>
        ["Ready", "ContainersReady"].includes(condition.type)
          ? { ...condition, status: "False", lastTransitionTime: now }
          : condition,
      ),
      containerStatuses: containerStatuses.map((container) => ({ ...container, ready: false })),
    },
  };
}
