/** Sets in the shape of the examples of Argo CD and kapp, applied, applied again and deleted. */
import test from "ava";

import { compareText } from "../../lib/object/object-ref.ts";
import { rendererPath } from "../charts/renderers.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

/** A folder of `fixtures/repositories`. */
interface Repository {
  readonly folder: string;
  readonly compat: "argocd" | "kapp";
  /** The groups of writes of its first run: the order within a group is free. */
  readonly writes: readonly (readonly string[])[];
  /** The hooks, which each run replaces, and their deletion where they stay. */
  readonly again?: readonly string[];
  /** The hooks that are left after the deletion of the release. */
  readonly left?: readonly string[];
}

const visits = ["patch deployments/visits", "patch services/visits"];

const repositories: readonly Repository[] = [
  { folder: "guestbook", compat: "argocd", writes: [visits] },
  {
    folder: "guestbook-kustomize",
    compat: "argocd",
    writes: [["patch deployments/branch-visits", "patch services/branch-visits"]],
  },
  {
    folder: "guestbook-chart",
    compat: "argocd",
    writes: [["patch deployments/shop-guestbook", "patch services/shop-guestbook"]],
  },
  {
    folder: "sync-waves",
    compat: "argocd",
    writes: [
      ["patch jobs/schema"],
      ["patch replicasets/store", "patch services/store"],
      ["patch jobs/notice-on"],
      ["patch replicasets/pages", "patch services/pages"],
      ["patch jobs/notice-off"],
      ["delete jobs/schema"],
    ],
    again: [
      "patch jobs/schema",
      "delete jobs/notice-on",
      "patch jobs/notice-on",
      "delete jobs/notice-off",
      "patch jobs/notice-off",
      "delete jobs/schema",
    ],
    left: ["notice-off", "notice-on"],
  },
  {
    folder: "sync-hooks",
    compat: "argocd",
    writes: [["patch jobs/before"], visits, ["patch jobs/after"], ["delete jobs/after"]],
    again: ["delete jobs/before", "patch jobs/before", "patch jobs/after", "delete jobs/after"],
    left: ["before"],
  },
  {
    folder: "waves-and-dependencies",
    compat: "argocd",
    writes: [
      ["patch services/cache", "patch services/db", "patch statefulsets/cache", "patch statefulsets/db"],
      [
        "patch deployments/api",
        "patch deployments/front",
        "patch deployments/reports",
        "patch deployments/worker",
        "patch services/api",
        "patch services/front",
        "patch services/reports",
        "patch services/worker",
      ],
    ],
  },
  {
    folder: "kapp-app",
    compat: "kapp",
    writes: [
      [
        "patch configmaps/orders-settings",
        "patch services/ledger",
        "patch services/orders",
        "patch statefulsets/ledger",
      ],
      ["patch jobs/schema"],
      ["patch deployments/orders"],
      ["patch jobs/smoke"],
    ],
  },
];

/** The writes of a command that has to succeed; generated names are cut. */
async function writesOf(
  site: Site,
  command: Promise<{ readonly code: number; readonly stdout: string }>,
): Promise<readonly string[]> {
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await command;
  if (code !== 0) {
    throw new Error(stdout);
  }
  return objectWritesOf(await site.requests(mark)).map((write) => write.replace(/-[0-9a-f]{8}$/, ""));
}

/** Splits the writes into groups of these sizes, sorted. */
function inGroups(writes: readonly string[], like: Repository["writes"]): Repository["writes"] {
  let from = 0;
  return like.map(({ length }) => {
    from += length;
    return writes.slice(from - length, from).toSorted(compareText);
  });
}

/** The objects of kinds that the sets have, by name, once the dependents of deleted ones are gone. */
async function objectsLeft(site: Site): Promise<readonly string[]> {
  const kinds = ["services", "apps/deployments", "apps/statefulsets", "apps/replicasets", "batch/jobs"];
  const names = await Promise.all(
    kinds.map(async (kind) => {
      const items = (await site.cluster.api("GET", site.at(kind))).object?.items ?? [];
      for (const { metadata } of items.filter((item) => item.metadata.ownerReferences !== undefined)) {
        await site.cluster.until(site.at(`${kind}/${metadata.name}`), (object) => object === undefined);
      }
      return items
        .filter((item) => item.metadata.ownerReferences === undefined)
        .map((item) => item.metadata.name);
    }),
  );
  return names.flat().toSorted(compareText);
}

const applies = test.macro({
  title: (_, { folder }: Repository, mode: string) =>
    `${folder} is applied ${mode}, applied again with no writes except hooks, and deleted`,
  async exec(t, { folder, writes, again = [], left = [] }: Repository, mode: string) {
    const site = await openSite(t);
    const flags = ["--release", site.release, "-n", site.namespace, ...mode.split(" ").filter(isFlag)];
    const path = await rendererPath();
    const apply = (): ReturnType<Site["run"]> =>
      site.run(["apply", `fixtures/repositories/${folder}`, ...flags], { path });
    const first = await writesOf(site, apply());
    t.is(first.length, writes.flat().length, first.join("\n"));
    t.deepEqual(inGroups(first, writes), writes);
    t.deepEqual(await writesOf(site, apply()), again);
    t.is((await site.remove()).code, 0);
    t.deepEqual(await objectsLeft(site), left);
  },
});

function isFlag(word: string): boolean {
  return word.startsWith("--");
}

for (const repository of repositories) {
  test(applies, repository, "in the default order");
  test(applies, repository, `with --compat=${repository.compat}`);
}
