/**
 * What of a release stands in the cluster, in a form that is the same for every seed that came to the same
 * end.
 */
import { appliedAnnotation, applySetId, parentName } from "../../../lib/inventory/apply-set.ts";
import type { LiveObject } from "../../control-plane/api.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import { groupOf, homeOf, type SetPlace, sideOf } from "./fault-set.ts";
import { historyEssence, notOfRevisions, ofRevisions } from "./kept-history.ts";

/** The release of every seed; they differ in their namespaces. */
export const release = "faulty";

/** Objects by path, each as text. */
export type LiveState = ReadonlyMap<string, string>;

interface Collection {
  readonly path: string;
  readonly plural: string;
  /** What of it is of interest here; all where it is left out. */
  readonly query?: string;
}

/** Where objects of each kind are listed, within a namespace or not. */
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
 * Reads everything in the namespaces of the release, everything of its cluster-wide names, and whatever
 * carries its label.
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
        return [generalised(key, place), generalised(JSON.stringify(essence(item), undefined, 1), place)];
      });
    }),
  );
  return new Map([...lists.flat().toSorted(([left], [right]) => (left < right ? -1 : 1)), ...history]);
}

/** What the release remembers of its turns, as if that were an object; nothing where it remembers none. */
async function readHistory(api: TestCluster["api"], place: SetPlace): Promise<LiveState> {
  const secrets = `/api/v1/namespaces/${homeOf(place)}/secrets`;
  const record = await api("GET", `${secrets}/${parentName(release)}`);
  const kept = await api("GET", `${secrets}?${ofRevisions}`);
  const live = record.status === 200 ? record.object : undefined;
  const history = historyEssence(release, live, kept.object?.items ?? []);
  return history === undefined
    ? new Map()
    : new Map([["history", generalised(JSON.stringify(history, undefined, 1), place)]]);
}

/**
 * Not what Kubernetes puts into every namespace, what belongs to other objects, or what is of other seeds.
 */
function isOfInterest({ metadata }: LiveObject, place: SetPlace): boolean {
  const { name, namespace, ownerReferences = [] } = metadata;
  const isOfKubernetes = name === "kube-root-ca.crt" || name === "default";
  const isOurs = namespace !== undefined || nameHas(name, place);
  return isOurs && !isOfKubernetes && ownerReferences.length === 0;
}

/** One token may begin as another does: `a-1`, `a-12`. */
function nameHas(name: string, { token }: SetPlace): boolean {
  return name.startsWith(`${token}-`) || name.includes(`.${token}.`);
}

/** What is the same in every good end: not times, versions and what controllers add in their own time. */
function essence(object: LiveObject): unknown {
  const { metadata, status: _status, ...rest } = object;
  const { name, namespace, labels, annotations = {}, finalizers, managedFields = [] } = metadata;
  return {
    ...rest,
    ...(rest.spec?.["leaseDurationSeconds"] === undefined ? {} : leaseEssence(rest.spec)),
    ...(rest.spec?.["nodeName"] === undefined ? {} : { spec: { ...rest.spec, nodeName: "NODE" } }),
    ...(object.data?.["state"] === undefined ? {} : { data: stateEssence(object.data["state"]) }),
    metadata: {
      name,
      namespace,
      labels: labels === undefined ? undefined : unplaced(labels),
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

/** Which node a pod has come to is written on it. */
function unplaced(labels: Readonly<Record<string, string>>): unknown {
  return Object.fromEntries(
    Object.entries(labels).filter(([name]) => !name.startsWith("topology.kubernetes.io/")),
  );
}

/** How often a lock changed hands, and when, differs; that nobody holds it does not. */
function leaseEssence(spec: Readonly<Record<string, unknown>>): { readonly spec: unknown } {
  return { spec: { holder: spec["holderIdentity"] ?? "" } };
}

/**
 * Of what the parent remembers: whether it is installed, and of which Jobs. When the last run ended differs.
 */
function stateEssence(encoded: string): unknown {
  const state: Remembered = JSON.parse(Buffer.from(encoded, "base64").toString());
  return { installed: state.installed, finished: Object.keys(state.finished ?? {}) };
}

interface Remembered {
  readonly installed: boolean;
  readonly finished?: Readonly<Record<string, string>>;
}

/** How often a Deployment was changed: one that was first made in the second version less often. */
const revisionAnnotation = "deployment.kubernetes.io/revision";

/** The annotations in one order; the hash of a manifest holds the token in its own way. */
function sorted(map: Readonly<Record<string, string>>): unknown {
  const entries = Object.entries(map)
    .map(([name, value]): [string, string] => [name, name === appliedAnnotation ? "HASH" : value])
    .filter(([name]) => name !== revisionAnnotation);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The same words for what only one seed has: its token, and what is computed from it. */
function generalised(text: string, { token }: SetPlace): string {
  return text
    .replaceAll(token, "TOKEN")
    .replaceAll(uid, "UID")
    .replaceAll(/applyset-[\w-]{43}-v1/g, "APPLYSET");
}

/** What differs between two states, a line a difference; none where they are the same. */
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
