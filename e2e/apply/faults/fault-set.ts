/**
 * A small release with one of everything that can go wrong, to be applied, changed, pruned and deleted under
 * faults.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { hooksOf } from "./fault-hooks.ts";

/** An object of the set, reduced to the fields used here. */
export interface SetObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** The names and namespaces of the release of one seed. Two sets differ only in their `token`. */
export interface SetPlace {
  /** Part of every name of the set that is visible cluster-wide: `f3a9c1-12`. */
  readonly token: string;
  /**
   * `owned`: both namespaces are in the set, and the second version drops one of them. `guest`: the
   * namespaces exist before, with an object of kubectl in the first one.
   */
  readonly home: "owned" | "guest";
}

/** The versions of the set: the broken one is the second with a hook at the end that fails. */
export const versions = ["first", "second", "broken"] as const;
export type Version = (typeof versions)[number];

/** The namespace of the release. */
export function homeOf({ token }: SetPlace): string {
  return `${token}-home`;
}

/** The namespace that only the first version has. */
export function sideOf({ token }: SetPlace): string {
  return `${token}-side`;
}

/** The API group of the custom resources. */
export function groupOf({ token }: SetPlace): string {
  return `${token}.faults.example`;
}

/** The objects of one version, without those in its `crds` folder. */
export function objectsOf(place: SetPlace, version: Version): readonly SetObject[] {
  const home = homeOf(place);
  const revision = version === "first" ? "first" : "second";
  const always = [
    ...(place.home === "owned" ? [namespace(home)] : [configMap("adopted", home, { by: "converge" })]),
    definition(place, "Gadget"),
    custom("Sprocket", "only", { at: home, place, size: 1 }),
    gadget("first", home, { place, size: revision === "first" ? 1 : 2 }),
    configMap("early", home, { text: "same", annotations: { "werf.io/weight": "-10" } }),
    configMap("env", home, { text: revision }),
    configMap("late", home, { text: revision, annotations: { "werf.io/weight": "10" } }),
    secret(home, revision),
    ...access(home),
    deployment(home, revision),
    service(home),
    job(home, revision),
    ...hooksOf(home, version === "broken"),
  ];
  return [
    ...always,
    ...(revision === "first" ? leaving(place) : [configMap("comes", home, { text: "new" })]),
  ];
}

/** Writes one version as a folder of manifests, and returns its path. */
export function writeSet(folder: string, place: SetPlace, version: Version): string {
  const path = join(folder, version);
  // The folder `templates` makes it a chart, so the CRDs are those of a chart.
  mkdirSync(join(path, "templates"), { recursive: true });
  mkdirSync(join(path, "crds"), { recursive: true });
  const documents = objectsOf(place, version).map((object) => JSON.stringify(object, undefined, 2));
  writeFileSync(join(path, "set.yaml"), documents.join("\n---\n"));
  writeFileSync(join(path, "crds/sprockets.yaml"), JSON.stringify(definition(place, "Sprocket")));
  return path;
}

/**
 * Objects missing in the second version: a namespace with contents, a cluster-scoped object, a kind, and an
 * object to be kept.
 */
function leaving(place: SetPlace): readonly SetObject[] {
  const home = homeOf(place);
  const side = sideOf(place);
  const gadgetRef = `${groupOf(place)}/namespaces/${side}/Gadget/second`;
  return [
    ...(place.home === "owned" ? [namespace(side)] : []),
    gadget("second", side, { place, size: 1 }),
    configMap("away", side, {
      text: "first",
      annotations: { "config.kubernetes.io/depends-on": gadgetRef },
    }),
    configMap("goes", home, { text: "first" }),
    configMap("kept", home, { text: "first", annotations: { "helm.sh/resource-policy": "keep" } }),
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: `${place.token}-reader` },
      rules: [],
    },
    {
      apiVersion: "v1",
      kind: "PodTemplate",
      metadata: { name: "pattern", namespace: home },
      template: { spec: podSpec("first") },
    },
  ];
}

/** The value of a field that changes between versions. */
type Text = "first" | "second";

function namespace(name: string): SetObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name } };
}

/** The data of a ConfigMap, and its annotations. */
interface Facts {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

function configMap(name: string, at: string, { annotations = {}, ...data }: Facts): SetObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: at, annotations }, data };
}

function secret(at: string, revision: Text): SetObject {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "key", namespace: at },
    data: { password: Buffer.from(`${revision}-password`).toString("base64") },
  };
}

function definition(place: SetPlace, kind: string): SetObject {
  const size = { type: "object", properties: { size: { type: "integer" } } };
  const openAPIV3Schema = { type: "object", properties: { spec: size } };
  const singular = kind.toLowerCase();
  const spec = {
    group: groupOf(place),
    scope: "Namespaced",
    names: { kind, plural: `${singular}s`, singular, listKind: `${kind}List` },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${singular}s.${groupOf(place)}` },
    spec,
  };
}

interface Size {
  readonly place: SetPlace;
  readonly size: number;
}

function gadget(name: string, at: string, size: Size): SetObject {
  return custom("Gadget", name, { at, ...size });
}

function custom(
  kind: "Gadget" | "Sprocket",
  name: string,
  { at, place, size }: Size & { readonly at: string },
): SetObject {
  const metadata = { name, namespace: at };
  return { apiVersion: `${groupOf(place)}/v1`, kind, metadata, spec: { size } };
}

function access(at: string): readonly SetObject[] {
  const group = "rbac.authorization.k8s.io";
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }];
  const roleRef = { apiGroup: group, kind: "Role", name: "web" };
  const subjects = [{ kind: "ServiceAccount", name: "web", namespace: at }];
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "web", namespace: at } },
    { apiVersion: `${group}/v1`, kind: "Role", metadata: { name: "web", namespace: at }, rules },
    {
      apiVersion: `${group}/v1`,
      kind: "RoleBinding",
      metadata: { name: "web", namespace: at },
      roleRef,
      subjects,
    },
  ];
}

function podSpec(text: string): Readonly<Record<string, unknown>> {
  const env = [{ name: "TEXT", value: text }];
  return { terminationGracePeriodSeconds: 0, containers: [{ name: "main", image: "web", env }] };
}

function deployment(at: string, revision: Text): SetObject {
  const labels = { app: "web" };
  const template = { metadata: { labels }, spec: { ...podSpec(revision), serviceAccountName: "web" } };
  const dependsOn = [`/namespaces/${at}/ConfigMap/env`, `/namespaces/${at}/Secret/key`].join(",");
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: "web",
      namespace: at,
      annotations: { "config.kubernetes.io/depends-on": dependsOn },
    },
    spec: { replicas: 1, selector: { matchLabels: labels }, template },
  };
}

function service(at: string): SetObject {
  const spec = { selector: { app: "web" }, ports: [{ port: 80, name: "http" }], clusterIP: "None" };
  return { apiVersion: "v1", kind: "Service", metadata: { name: "web", namespace: at }, spec };
}

/** A Job that the second version has to recreate: its template is immutable. */
function job(at: string, revision: Text): SetObject {
  const template = { spec: { ...podSpec(revision), restartPolicy: "Never" } };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "migrate", namespace: at, annotations: { "werf.io/weight": "-5" } },
    spec: { template, backoffLimit: 0 },
  };
}
