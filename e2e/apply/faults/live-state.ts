/** The state of a release in the cluster, in a form that is equal for all seeds with the same result. */
import { appliedAnnotation, applySetId, parentName } from "../../../lib/inventory/apply-set.ts";
import type { LiveObject } from "../../control-plane/api.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import { groupOf, homeOf, type SetPlace, sideOf } from "./fault-set.ts";
import { comparableHistory, notOfRevisions, ofRevisions } from "./kept-history.ts";

/** The release of every seed; they differ in their namespaces. */
export const release = "faulty";

/** Objects by path, each as text. */
export type LiveState = ReadonlyMap<string, string>;

interface Collection {
  readonly path: string;
  readonly plural: string;
  /** The query that selects the relevant objects; all if absent. */
  readonly query?: string;
}

/** The collections to list, within a namespace or not. */
function collections(place: SetPlace): readonly Collection[] {
  const core = ["configmaps", "pods", "serviceaccounts", "services", "podtemplates"];
  return [
    ...core.map((plural) => ({ path: "/api/v1", plural })),
    { path: "/api/v1", plural: "secrets", query: notOfRevisions },
    { path: "/apis/apps/v1", plural: "deployments" },
    { path: "/apis/batch/v1", plural: "jobs" },
    { path: "/apis/rbac.authorization.k8s.io/v1", plural: "roles" },
    { path: "/apis/rbac.authorization.k8s.io/v1", plural: "rolebindings" },
    { path: "/apis/coordination.k8s.io/v1", plural: "leases" },
    { path: `/apis/${groupOf(place)}/v1`, plural: "gadgets" },
    { path: `/apis/${groupOf(place)}/v1`, plural: "sprockets" },
  ];
}

function clusterCollections(): readonly string[] {
  return [
    "/api/v1/namespaces",
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  ];
}

/**
 * Reads everything in the namespaces of the release, its cluster-scoped names, and all objects with its
 * label.
 */
export async function readLiveState({ api }: TestCluster, place: SetPlace): Promise<LiveState> {
  const id = applySetId({ name: parentName(release), namespace: homeOf(place) });
  const byLabel = `labelSelector=applyset.kubernetes.io/part-of=${id}`;
  const namespaced = collections(place).flatMap(({ path, plural, query = "" }) => [
    `${path}/namespaces/${homeOf(place)}/${plural}?${query}`,
    `${path}/namespaces/${sideOf(place)}/${plural}?${query}`,
    `${path}/${plural}?${byLabel}&${query}`,
  ]);
  const history = await readHistory(api, place);
  const lists = await Promise.all(
    [...namespaced, ...clusterCollections()].map(async (path) => {
      const { object } = await api("GET", path);
      const [collection = ""] = path.split("?");
      const found = (object?.items ?? []).filter((item) => isOfInterest(item, place));
      return found.map((item): [string, string] => {
        const kind = collection.slice(collection.lastIndexOf("/") + 1);
        const { name, namespace = "" } = item.metadata;
        const key = [kind, namespace, name].filter((part) => part !== "").join("/");
        return [normalized(key, place), normalized(JSON.stringify(comparable(item), undefined, 1), place)];
      });
    }),
  );
  return new Map([...lists.flat().toSorted(([left], [right]) => (left < right ? -1 : 1)), ...history]);
}

/** The stored history of the release, as if it were an object; empty if there is none. */
async function readHistory(api: TestCluster["api"], place: SetPlace): Promise<LiveState> {
  const secrets = `/api/v1/namespaces/${homeOf(place)}/secrets`;
  const record = await api("GET", `${secrets}/${parentName(release)}`);
  const kept = await api("GET", `${secrets}?${ofRevisions}`);
  const live = record.status === 200 ? record.object : undefined;
  const history = comparableHistory(release, live, kept.object?.items ?? []);
  return history === undefined
    ? new Map()
    : new Map([["history", normalized(JSON.stringify(history, undefined, 1), place)]]);
}

/**
 * Whether an object belongs to the seed: not one that Kubernetes puts into every namespace, a dependent of
 * another object, or of another seed.
 */
function isOfInterest({ metadata }: LiveObject, place: SetPlace): boolean {
  const { name, namespace, ownerReferences = [] } = metadata;
  const isOfKubernetes = name === "kube-root-ca.crt" || name === "default";
  const isOurs = namespace !== undefined || nameHas(name, place);
  return isOurs && !isOfKubernetes && ownerReferences.length === 0;
}

/** Matches a whole token: one may be the prefix of another, as in `a-1` and `a-12`. */
function nameHas(name: string, { token }: SetPlace): boolean {
  return name.startsWith(`${token}-`) || name.includes(`.${token}.`);
}

/**
 * The part of an object that is equal after every successful end: no times, versions or asynchronous
 * additions of controllers.
 */
function comparable(object: LiveObject): unknown {
  const { metadata, status: _status, ...rest } = object;
  const { name, namespace, labels, annotations = {}, finalizers, managedFields = [] } = metadata;
  return {
    ...rest,
    ...(rest.spec?.["leaseDurationSeconds"] === undefined ? {} : comparableLease(rest.spec)),
    ...(rest.spec?.["nodeName"] === undefined ? {} : { spec: { ...rest.spec, nodeName: "NODE" } }),
    ...(object.data?.["state"] === undefined ? {} : { data: comparableState(object.data["state"]) }),
    metadata: {
      name,
      namespace,
      labels: labels === undefined ? undefined : withoutTopology(labels),
      annotations: sorted(annotations),
      finalizers,
      isLeaving: metadata.deletionTimestamp !== undefined,
      managers: managedFields.filter(isOfAppliers).map(({ time: _time, ...entry }) => entry),
    },
  };
}

function isOfAppliers({ manager }: Readonly<Record<string, unknown>>): boolean {
  return manager === "converge" || String(manager).startsWith("kubectl");
}

/** The labels of a pod without its topology labels, which follow its node. */
function withoutTopology(labels: Readonly<Record<string, string>>): unknown {
  return Object.fromEntries(
    Object.entries(labels).filter(([name]) => !name.startsWith("topology.kubernetes.io/")),
  );
}

/** The holder of a lease. How often and when the lease was acquired may differ. */
function comparableLease(spec: Readonly<Record<string, unknown>>): { readonly spec: unknown } {
  return { spec: { holder: spec["holderIdentity"] ?? "" } };
}

/**
 * The part of the stored state that is equal: whether the release is installed, and which Jobs it remembers.
 * The time of the last run differs.
 */
function comparableState(encoded: string): unknown {
  const state: Remembered = JSON.parse(Buffer.from(encoded, "base64").toString());
  return { installed: state.installed, finished: Object.keys(state.finished ?? {}) };
}

interface Remembered {
  readonly installed: boolean;
  readonly finished?: Readonly<Record<string, string>>;
}

/** The number of changes of a Deployment, which is lower if the second version created it. */
const revisionAnnotation = "deployment.kubernetes.io/revision";

/** The annotations in one order; the hash of a manifest depends on the token. */
function sorted(map: Readonly<Record<string, string>>): unknown {
  const entries = Object.entries(map)
    .map(([name, value]): [string, string] => [name, name === appliedAnnotation ? "HASH" : value])
    .filter(([name]) => name !== revisionAnnotation);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Replaces what is unique to a seed, its token and values computed from it, by constants. */
function normalized(text: string, { token }: SetPlace): string {
  return text
    .replaceAll(token, "TOKEN")
    .replaceAll(uid, "UID")
    .replaceAll(/applyset-[\w-]{43}-v1/g, "APPLYSET");
}

/** The differences between two states, one per line; empty if they are equal. */
export function differences(expected: LiveState, found: LiveState): readonly string[] {
  const lines: string[] = [];
  for (const key of new Set([...expected.keys(), ...found.keys()])) {
    const [wanted, is] = [expected.get(key), found.get(key)];
    if (wanted === undefined) {
      lines.push(`${key} is there and should not be`);
    } else if (is === undefined) {
      lines.push(`${key} is missing`);
    } else if (wanted !== is) {
      lines.push(`${key} differs: ${firstDifference(wanted, is)}`);
    }
  }
  return lines;
}

function firstDifference(wanted: string, is: string): string {
  const [left, right] = [wanted.split("\n"), is.split("\n")];
  const index = left.findIndex((line, at) => line !== right[at]);
  return `${left[index]?.trim() ?? "nothing"} became ${right[index]?.trim() ?? "nothing"}`;
}
