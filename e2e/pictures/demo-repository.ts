/** A git repository with four units: its second commit has an image that cannot be pulled. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { JsonObject } from "../../lib/object/json.ts";

const settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgSign=false"];

function git(folder: string, ...words: readonly string[]): void {
  execFileSync("git", ["-C", folder, ...settings, ...words]);
}

/** A workload and its Service. `pod`: the annotations of its pods, which control their lifecycle. */
function application(
  name: string,
  { image, pod = {}, annotations = {} }: { image: string; pod?: JsonObject; annotations?: JsonObject },
): readonly JsonObject[] {
  const labels = { app: name };
  const spec = { containers: [{ name: "app", image }] };
  return [
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name, annotations },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels, annotations: pod }, spec },
      },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name },
      spec: { selector: labels, ports: [{ port: 80 }] },
    },
  ];
}

const settingsOf = (name: string, data: JsonObject): JsonObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});

function after(namespace: string, name: string): JsonObject {
  return { "config.kubernetes.io/depends-on": `apps/namespaces/${namespace}/Deployment/${name}` };
}

/** Annotations of pods that become ready after a time. */
const slow = (time: string): JsonObject => ({ "converge.test/ready-after": time });

/** The manifests of each unit at a release of the shop. */
function unitsAt(namespace: string, release: "1.0" | "1.1"): Readonly<Record<string, readonly JsonObject[]>> {
  const isBroken = release === "1.1";
  return {
    base: [settingsOf("site", { domain: "shop.example.com", region: "eu-central" })],
    database: application("database", { image: "registry.example/database:16", pod: slow("2s") }),
    shop: [
      settingsOf("features", isBroken ? { search: "new", theme: "plain" } : { theme: "plain" }),
      ...application("cart", { image: `registry.example/cart:${release}`, pod: slow("1s") }),
      ...application("search", {
        image: `registry.example/search:${release}`,
        pod: slow("3s"),
        annotations: after(namespace, "cart"),
      }),
      ...application("checkout", {
        image: `registry.example/checkout:${release}`,
        pod: isBroken ? { "converge.test/pod": "image-pull-back-off" } : slow("2s"),
        annotations: after(namespace, "cart"),
      }),
      ...application("web", {
        image: `registry.example/web:${release}`,
        annotations: after(namespace, "checkout"),
      }),
    ],
    mail: application("mail", { image: `registry.example/mail:${release}` }),
  };
}

/** The dependencies of the units. */
export const demoUnits: readonly { readonly name: string; readonly dependsOn: readonly string[] }[] = [
  { name: "base", dependsOn: [] },
  { name: "database", dependsOn: ["base"] },
  { name: "shop", dependsOn: ["database"] },
  { name: "mail", dependsOn: ["shop"] },
];

/** The repository, to which `commit` adds a release. */
interface DemoRepository {
  readonly commit: (release: "1.0" | "1.1", message: string) => void;
}

/** Creates the repository in a new folder. `namespace`: that of the objects. */
export function demoRepository(folder: string, namespace: string): DemoRepository {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  return {
    commit: (release, message) => {
      for (const [unit, objects] of Object.entries(unitsAt(namespace, release))) {
        const file = join(folder, unit, "manifests.json");
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }, undefined, 2));
      }
      git(folder, "add", "--all");
      git(folder, "commit", "--quiet", "--message", message);
    },
  };
}
