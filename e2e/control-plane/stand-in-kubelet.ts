/**
 * The part of a kubelet that KWOK lacks: conditional readiness. A pod with the annotation
 * `converge.test/ready-when` is ready while the objects that the annotation names exist, and unready
 * otherwise.
 */
import type { ExecutionContext } from "ava";

import { parseRef } from "../../lib/object/object-ref.ts";
import type { Api, LiveObject } from "./api.ts";
import { repeatUntilTeardown } from "./background-loop.ts";
import type { TestCluster } from "./test-cluster.ts";

const readyWhen = "converge.test/ready-when";
/** KWOK makes the pod ready while it has this annotation: see `pod-stages.ts`. */
const readyAfter = "converge.test/ready-after";

/** Probes the pods of these namespaces, which need not exist yet, until the test ends. */
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

/** Whether all objects in a text exist: references as in depends-on, separated by commas. */
async function allExist(api: Api, text: string): Promise<boolean> {
  for (const reference of text.split(",")) {
    const path = await pathOf(api, reference.trim());
    if (path === undefined || (await api("GET", path)).status !== 200) {
      return false;
    }
  }
  return true;
}

/** The path of the object that a reference names, from discovery; undefined while its kind is not served. */
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

/** A discovery document; empty if the server has none, which it reports in plain text. */
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

/** The status of a pod whose readiness probe has started to fail. */
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
