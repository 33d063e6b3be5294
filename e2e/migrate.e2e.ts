import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../lib/object/json.ts";
import { openSite, type Site } from "./apply/site.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Version {
  readonly name: string;
  readonly storage: boolean;
}

interface Shop extends Site {
  readonly name: string;
  readonly group: string;
  /** Changes the versions of the CRD, as another user would. Resolves once they are served. */
  readonly define: (...versions: readonly Version[]) => Promise<number>;
  readonly storedVersions: () => Promise<unknown>;
  readonly migrate: (...flags: readonly string[]) => ReturnType<Site["run"]>;
}

const old: Version = { name: "v1beta1", storage: true };
const renewed: readonly [Version, Version] = [
  { name: "v1beta1", storage: false },
  { name: "v1", storage: true },
];

/** A shop with 40 crates, stored as v1beta1. */
async function openShop(t: ExecutionContext): Promise<Shop> {
  const site = await openSite(t);
  const { api } = site.cluster;
  const group = `move-${randomUUID().slice(0, 8)}.example.com`;
  const name = `crates.${group}`;
  t.teardown(async () => api("DELETE", `${definitions}/${name}`));
  const define: Shop["define"] = async (...versions) => {
    const body = definition(name, group, versions);
    const live = await api("GET", `${definitions}/${name}`);
    if (live.status === 404) {
      return (await api("POST", definitions, body)).status;
    }
    const metadata = { name, resourceVersion: live.object?.metadata.resourceVersion };
    const { status } = await api("PUT", `${definitions}/${name}`, { ...body, metadata });
    for (const { name: version } of status === 200 ? versions : []) {
      await listed(site, `/apis/${group}/${version}/namespaces/${site.namespace}/crates`);
    }
    return status;
  };
  await define(old);
  const crates = `/apis/${group}/v1beta1/namespaces/${site.namespace}/crates`;
  t.deepEqual(await listed(site, crates), []);
  for (const size of Array.from({ length: 40 }).keys()) {
    const metadata = { name: `crate-${size}` };
    const made = await api("POST", crates, {
      apiVersion: `${group}/v1beta1`,
      kind: "Crate",
      metadata,
      spec: { size },
    });
    t.is(made.status, 201);
  }
  return {
    ...site,
    name,
    group,
    define,
    storedVersions: async () =>
      Object((await api("GET", `${definitions}/${name}`)).object)["status"].storedVersions,
    migrate: (...flags) => site.run(["crd", "migrate", name, ...flags]),
  };
}

/** The objects at a path, once the kind is served: while its storage is rebuilt the server asks to retry. */
async function listed(site: Site, path: string): Promise<readonly unknown[]> {
  for (;;) {
    // Each request takes the server a moment; the timeout of the test ends the loop.
    const { status, object } = await site.cluster.api("GET", path);
    if (status === 200) {
      return Object(object)["items"];
    }
  }
}

function definition(name: string, group: string, versions: readonly Version[]): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "crates", singular: "crate", kind: "Crate", listKind: "CrateList" },
      versions: versions.map((version) => ({
        ...version,
        served: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: { size: { type: "integer" } },
              },
            },
          },
        },
      })),
    },
  };
}

test("migrated objects outlive the version they were stored in", async (t) => {
  const shop = await openShop(t);
  t.is(await shop.define(...renewed), 200);
  t.deepEqual(await shop.storedVersions(), ["v1beta1", "v1"]);
  t.is(await shop.define({ name: "v1", storage: true }), 422, "the server still knows of objects of v1beta1");

  const trial = await shop.migrate("--dry-run");
  t.is(trial.code, 0, trial.stderr);
  t.regex(trial.stdout, /^would rewrite 40 objects of crates\..* to v1/);
  t.deepEqual(await shop.storedVersions(), ["v1beta1", "v1"]);

  const { code, stdout, stderr } = await shop.migrate();
  t.is(code, 0, stderr);
  t.regex(
    stdout,
    /^40 objects of crates\..* rewritten to v1; status.storedVersions no longer names v1beta1\n$/,
  );
  t.deepEqual(await shop.storedVersions(), ["v1"]);
  t.is(await shop.define({ name: "v1", storage: true }), 200);
  const path = `/apis/${shop.group}/v1/namespaces/${shop.namespace}/crates`;
  t.is((await listed(shop, path)).length, 40);

  const again = await shop.migrate("-o", "json");
  t.is(again.code, 0);
  t.like(JSON.parse(again.stdout), { kind: "Migration", storage: "v1", stored: ["v1"], objects: 0 });
});

test("as long as the server refuses an object, the old version stays in storedVersions", async (t) => {
  const shop = await openShop(t);
  const { namespace, group, cluster } = shop;
  t.is(await shop.define(...renewed), 200);
  const crates = { apiGroups: [group], resources: ["crates"] };
  const definitionRules = [
    { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs: ["get"] },
    {
      apiGroups: ["apiextensions.k8s.io"],
      resources: ["customresourcedefinitions/status"],
      verbs: ["patch"],
    },
  ];
  const kubeconfig = await cluster.kubeconfigFor(t, {
    namespace,
    rules: [{ ...crates, resourceNames: ["crate-0", "crate-1"], verbs: ["patch"] }],
    clusterRules: [...definitionRules, { ...crates, verbs: ["list"] }],
  });
  const { code, stdout, stderr } = await shop.run(["crd", "migrate", shop.name], { kubeconfig });
  t.is(code, 1, stderr);
  t.regex(
    stdout,
    /^the API server refused 38 of 40 objects of crates\.\S+:\n {2}\S+\/crate-10: .*cannot patch/,
  );
  t.regex(stdout, /status\.storedVersions still names v1beta1: correct the objects and migrate again\n$/);
  t.deepEqual(await shop.storedVersions(), ["v1beta1", "v1"]);
});

test("a missing CRD is reported by its name", async (t) => {
  const site = await openSite(t);
  const { code, stderr } = await site.run(["crd", "migrate", "crates.nowhere.example.com"]);
  t.is(code, 2);
  t.regex(stderr, /CustomResourceDefinition crates\.nowhere\.example\.com/);
});

test("objects applied before a migration are applied after it, in the remaining version", async (t) => {
  const shop = await openShop(t);
  const [before, after] = renewed;
  const crate = (version: string, size: number): JsonObject => ({
    apiVersion: `${shop.group}/${version}`,
    kind: "Crate",
    metadata: {
      name: "mine",
      annotations: { "converge.dev/ready-when": "jsonpath={.spec.size}=" + String(size) },
    },
    spec: { size },
  });
  const first = await shop.apply([crate("v1beta1", 1)]);
  t.is(first.code, 0, first.stdout);
  t.is(await shop.define(before, after), 200);
  t.is((await shop.migrate()).code, 0);
  t.is(await shop.define(after), 200);
  const second = await shop.apply([crate("v1", 2)]);
  t.is(second.code, 0, second.stdout);
});

test("a CRD that drops a version in which objects are stored is refused before it is sent", async (t) => {
  const shop = await openShop(t);
  const [before, after] = renewed;
  const apply = (...versions: readonly Version[]): ReturnType<Site["run"]> =>
    shop.apply([definition(shop.name, shop.group, versions)]);
  const applied = await apply(before, after);
  t.is(applied.code, 0, applied.stdout);
  const mark = await shop.cluster.auditMark();
  const { code, stdout } = await apply(after);
  t.is(code, 1, stdout);
  t.regex(stdout, /objects may still be stored as v1beta1 .*run `converge crd migrate crates\./);
  const events = await shop.cluster.auditSince(mark);
  const touching = events.filter(({ objectRef }) => objectRef?.name === shop.name);
  t.deepEqual(
    touching.filter(({ verb }) => verb !== "get" && verb !== "watch"),
    [],
  );
  t.is((await shop.migrate()).code, 0);
  const again = await apply(after);
  t.is(again.code, 0, again.stdout);
});
