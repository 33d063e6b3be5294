/** The deployed state of a namespace. */
import type { LiveObject } from "../control-plane/api.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";

/** The namespace of one of the two tools. */
export interface Deployed {
  readonly namespace: string;
  /** The group of the kinds that only this chart defines. */
  readonly group: string;
}

/**
 * The objects of a namespace and the CRDs of its group by kind and name, without fields that always differ.
 */
export async function stateOf(
  { namespace, group }: Deployed,
  { api }: Pick<TestCluster, "api">,
): Promise<Readonly<Record<string, unknown>>> {
  const kinds = await listableKinds(api);
  const lists = await Promise.all(
    kinds.map(async ({ path, name, kind }) => {
      const { object } = await api("GET", `${path}/namespaces/${namespace}/${name}`);
      return (object?.items ?? []).map((item) => ({ ...item, kind }));
    }),
  );
  const { object: definitions } = await api("GET", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions");
  const own = (definitions?.items ?? []).filter(({ metadata: { name } }) => name.endsWith(`.${group}`));
  const objects = [
    ...lists.flat().filter(isDeployed),
    ...own.map((item) => ({ ...item, kind: "Definition" })),
  ];
  return Object.fromEntries(
    objects
      .map((object) => {
        const text = JSON.stringify(bare(object))
          .replaceAll(namespace, "NAMESPACE")
          .replaceAll(group, "GROUP")
          .replaceAll(uid, "UID");
        const name = `${object.kind}/${object.metadata.name.replace(group, "GROUP")}`;
        return [name, JSON.parse(text)] as const;
      })
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

const uid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

interface ListableKind {
  /** The path of its group and version: `/apis/apps/v1`. */
  readonly path: string;
  /** The plural name in URLs. */
  readonly name: string;
  readonly kind: string;
}

/** Kinds that are created by others, or only record events. */
const notDeployed: ReadonlySet<string> = new Set(["Event", "Endpoints", "EndpointSlice"]);

async function listableKinds(api: TestCluster["api"]): Promise<readonly ListableKind[]> {
  const { text } = await api("GET", "/apis");
  const { groups }: { groups: readonly { preferredVersion: { groupVersion: string } }[] } = JSON.parse(text);
  const paths = [
    "/api/v1",
    ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`),
  ];
  const found = await Promise.all(
    paths.map(async (path) => {
      const answer = await api("GET", path);
      const { resources = [] }: { resources?: readonly ApiResource[] } =
        answer.status === 200 ? JSON.parse(answer.text) : {};
      return resources
        .filter(
          ({ namespaced, verbs, kind }) => namespaced && verbs.includes("list") && !notDeployed.has(kind),
        )
        .map(({ name, kind }) => ({ path, name, kind }));
    }),
  );
  return found.flat();
}

interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Whether an object comes from the chart: not a record of a tool, nor a dependent of another object. */
function isDeployed({ kind, metadata: { name, ownerReferences, labels = {} } }: LiveObject): boolean {
  const isRecord =
    kind === "Lease" || (kind === "Secret" && /^(?:sh\.helm\.release\.|converge[-.])/.test(name));
  return (
    !isRecord &&
    ownerReferences === undefined &&
    labels["kube-aggregator.kubernetes.io/automanaged"] === undefined
  );
}

/** Matches labels and annotations of the tools, and fields that a server or controller sets per object. */
const marks =
  /^(?:applyset\.kubernetes\.io\/|converge\.|meta\.helm\.sh\/|app\.kubernetes\.io\/managed-by$|kubectl\.kubernetes\.io\/)/;
const filledIn: ReadonlySet<string> = new Set(["clusterIP", "clusterIPs", "volumeName", "nodeName"]);

function bare(object: LiveObject): object {
  const { metadata, status: _, spec, ...rest } = object;
  const { name, labels, annotations, finalizers } = metadata;
  const isHeadless = spec?.["clusterIP"] === "None";
  return {
    ...rest,
    metadata: { name, labels: without(labels), annotations: without(annotations), finalizers },
    spec:
      spec === undefined
        ? null
        : Object.fromEntries(Object.entries(spec).filter(([key]) => isHeadless || !filledIn.has(key))),
  };
}

/** The map without those; undefined if nothing is left. */
function without(words: Readonly<Record<string, string>> = {}): object {
  return Object.fromEntries(Object.entries(words).filter(([key]) => !marks.test(key)));
}
