/** Third-party edits and deletions of objects in a soak. */
import type { TestCluster } from "../control-plane/test-cluster.ts";
import type { Random } from "./random.ts";
import { resourceOf } from "./soaked-kinds.ts";
import type { SoakedObject } from "./soaked-set.ts";

/** The objects to edit. */
export interface EditedObjects {
  readonly plane: Pick<TestCluster, "api">;
  readonly namespace: string;
  readonly objects: readonly SoakedObject[];
  readonly random: Random;
}

/** The prefix of fields that do not belong to the release: they stay. */
export const foreign = "foreign-";

/** Changes or deletes one object, and describes it. An object that is absent at the moment is left alone. */
export async function editOne({ plane, namespace, objects, random }: EditedObjects): Promise<string> {
  const object = random.pick(objects);
  const { kind, name, isLasting } = object;
  const path = resourceOf(kind, namespace);
  // An object without the label belongs to no release: one that a commit drops at that moment stays, as
  // it should.
  const change = random.pick(changeKinds.filter((one) => isLasting || one !== "unlabel"));
  const patch = change === "delete" ? undefined : patches[change](kind, random);
  const { status } = await (patch === undefined
    ? plane.api("DELETE", `${path}/${name}`)
    : plane.api("PATCH", `${path}/${name}?fieldManager=meddler`, patch));
  return `${change} of ${kind} ${name} (${status})`;
}

const changeKinds = ["edit", "edit", "addition", "delete", "unlabel"] as const;

const patches: Readonly<
  Record<Exclude<(typeof changeKinds)[number], "delete">, (kind: string, random: Random) => object>
> = {
  edit: (kind) => edits[kind] ?? {},
  addition: (kind, random) => {
    const name = `${foreign}${Math.floor(random.next() * 5)}`;
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
