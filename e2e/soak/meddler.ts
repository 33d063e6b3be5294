/** Third-party edits and deletions of objects in a soak. */
import type { TestCluster } from "../control-plane/test-cluster.ts";
import type { Luck } from "./luck.ts";
import { resourceOf } from "./soaked-kinds.ts";
import type { SoakedObject } from "./soaked-set.ts";

/** The objects to edit. */
export interface Meddled {
  readonly plane: Pick<TestCluster, "api">;
  readonly namespace: string;
  readonly objects: readonly SoakedObject[];
  readonly luck: Luck;
}

/** The prefix of fields that do not belong to the release: they stay. */
export const foreign = "foreign-";

/** Changes or deletes one object, and describes it. An object that is absent at the moment is left alone. */
export async function meddle({ plane, namespace, objects, luck }: Meddled): Promise<string> {
  const object = luck.pick(objects);
  const { kind, name, isLasting } = object;
  const path = resourceOf(kind, namespace);
  // An object without the label belongs to no release: one that a commit drops at that moment stays, and
  // rightly so.
  const deed = luck.pick(deeds.filter((one) => isLasting || one !== "unlabel"));
  const patch = deed === "delete" ? undefined : patches[deed](kind, luck);
  const { status } = await (patch === undefined
    ? plane.api("DELETE", `${path}/${name}`)
    : plane.api("PATCH", `${path}/${name}?fieldManager=meddler`, patch));
  return `${deed} of ${kind} ${name} (${status})`;
}

const deeds = ["edit", "edit", "addition", "delete", "unlabel"] as const;

const patches: Readonly<
  Record<Exclude<(typeof deeds)[number], "delete">, (kind: string, luck: Luck) => object>
> = {
  edit: (kind) => edits[kind] ?? {},
  addition: (kind, luck) => {
    const name = `${foreign}${Math.floor(luck.next() * 5)}`;
    return kind === "ConfigMap" ? { data: { [name]: "x" } } : { metadata: { annotations: { [name]: "x" } } };
  },
  unlabel: () => ({ metadata: { labels: { "applyset.kubernetes.io/part-of": null } } }),
};

const edits: Readonly<Record<string, object>> = {
  ConfigMap: { data: { value: "meddled" } },
  Secret: { data: { value: "bWVkZGxlZA==" } },
  ServiceAccount: { metadata: { labels: { "soak.example/version": "meddled" } } },
  Deployment: { spec: { revisionHistoryLimit: 7 } },
  Service: { metadata: { labels: { "soak.example/version": "meddled" } } },
};
