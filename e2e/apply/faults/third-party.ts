/** A third party that deletes and changes objects of a release while converge is running. */
import type { LiveObject } from "../../control-plane/api.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import { choose } from "./chance.ts";
import { groupOf, homeOf, type SetPlace } from "./fault-set.ts";

interface Target {
  /** The path of its collection, without the namespace. */
  readonly path: (place: SetPlace) => string;
  readonly name: string;
  /** A change to a field of the manifest. */
  readonly edit: object;
}

const core = (plural: string): Target["path"] => collection("/api/v1", plural);

function collection(api: string, plural: string): Target["path"] {
  return (place) => `${api}/namespaces/${homeOf(place)}/${plural}`;
}

const targets: readonly [Target, ...Target[]] = [
  { path: core("configmaps"), name: "early", edit: { data: { text: "theirs" } } },
  { path: core("configmaps"), name: "env", edit: { data: { text: "theirs" } } },
  { path: core("configmaps"), name: "late", edit: { data: { text: "theirs" } } },
  { path: core("secrets"), name: "key", edit: { data: { password: "dGhlaXJz" } } },
  { path: core("services"), name: "web", edit: { spec: { selector: { app: "theirs" } } } },
  {
    path: collection("/apis/rbac.authorization.k8s.io/v1", "roles"),
    name: "web",
    edit: { rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }] },
  },
  { path: collection("/apis/apps/v1", "deployments"), name: "web", edit: { spec: { replicas: 2 } } },
  {
    path: (place) => `/apis/${groupOf(place)}/v1/namespaces/${homeOf(place)}/gadgets`,
    name: "first",
    edit: { spec: { size: 99 } },
  },
];

const changes = ["delete", "delete", "edit", "recreate", "relabel"] as const;
const label = "applyset.kubernetes.io/part-of";

/** Changes one object as the words decide, and describes the change. An absent object is left alone. */
export async function changeAsThirdParty(
  { api }: Pick<TestCluster, "api">,
  place: SetPlace,
  words: readonly (string | number)[],
): Promise<string> {
  const { path, name, edit } = choose(targets, ...words, "object");
  const change = choose(changes, ...words, "deed");
  const at = `${path(place)}/${name}`;
  const by = "fieldManager=third-party";
  const patches = { edit, relabel: { metadata: { labels: { [label]: null } } } };
  if (change === "edit" || change === "relabel") {
    return `${change} of ${at} (${(await api("PATCH", `${at}?${by}`, patches[change])).status})`;
  }
  const { object } = await api("GET", at);
  const deleted = await api("DELETE", at);
  if (change === "recreate" && object !== undefined && deleted.status === 200) {
    const { status } = await api("POST", `${path(place)}?${by}`, recreated(object));
    return `deletion (${deleted.status}) and creation of ${at} (${status})`;
  }
  return `deletion of ${at} (${deleted.status})`;
}

/**
 * The object as someone would create it from the output of `kubectl get`, without the labels of the release.
 */
function recreated({ metadata: { name, annotations }, ...rest }: LiveObject): object {
  return { ...rest, metadata: { name, annotations } };
}
