import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap } from "./manifests.ts";
import { moment, objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

const on = (name: string, actions: string, data: Readonly<Record<string, string>> = {}): JsonObject =>
  configMap(name, data, { "werf.io/deploy-on": actions });

/** An object for each stage and action that deploy-on can name. */
const set = (value: string): readonly JsonObject[] => [
  on("first", "pre-install", { value }),
  on("always", "install,upgrade,rollback", { value }),
  on("later", "post-upgrade", { value }),
  on("back", "rollback", { value }),
  configMap("env", { value }),
];

test("deploy-on applies an object in the stages and at the actions that it names", async (t) => {
  const site = await openSite(t);
  const writes = async (act: () => Promise<{ readonly code: number }>): Promise<readonly string[]> => {
    const mark = await site.cluster.auditMark();
    t.is((await act()).code, 0);
    return objectWritesOf(await site.requests(mark)).map((write) => write.replace("configmaps/", ""));
  };
  const home = ["--release", site.release, "-n", site.namespace];
  const installed = await writes(() => site.apply(set("1")));
  t.is(installed[0], "patch first");
  t.deepEqual(installed.slice(1).toSorted(), ["patch always", "patch env"]);
  const upgraded = await writes(() => site.apply(set("2")));
  t.is(upgraded.at(-1), "patch later");
  t.deepEqual(upgraded.slice(0, -1).toSorted(), ["patch always", "patch env"]);
  t.is((await site.get("configmaps/first"))?.data?.["value"], "1", "it rests, and is not pruned");
  const rolled = await writes(() => site.run(["rollback", "1", ...home]));
  t.deepEqual(rolled.toSorted(), ["patch always", "patch back", "patch env"]);
  t.is((await site.remove()).code, 0);
  for (const name of ["first", "always", "later", "back", "env"]) {
    t.is(await site.get(`configmaps/${name}`), undefined, `${name} belongs to the release`);
  }
});

test("an object with deploy-on that leaves the set is pruned by an action that does not apply it", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([on("seed", "install"), configMap("env")])).code, 0);
  t.is((await site.apply([on("seed", "install"), configMap("env", { a: "2" })])).code, 0);
  t.truthy(await site.get("configmaps/seed"));
  t.is((await site.apply([configMap("env", { a: "2" })])).code, 0);
  t.is(await site.get("configmaps/seed"), undefined);
});

test("an object with ownership anyone is neither pruned nor deleted with the release", async (t) => {
  const site = await openSite(t);
  const shared = configMap("shared", {}, { "werf.io/ownership": "anyone" });
  t.is((await site.apply([shared, configMap("env")])).code, 0);
  t.is((await site.apply([configMap("env")])).code, 0);
  t.is((await site.remove()).code, 0);
  t.truthy(await site.get("configmaps/shared"));
});

test("an object with deploy-on: pre-uninstall is applied only at the start of a deletion", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([on("parting", "pre-uninstall"), configMap("env")])).code, 0);
  t.is(await site.get("configmaps/parting"), undefined);
  const mark = await site.cluster.auditMark();
  t.is((await site.remove()).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)).slice(0, 2), [
    "patch configmaps/parting",
    "delete configmaps/env",
  ]);
});

test("a hook waits for its external dependency, and the objects after the hook wait for both", async (t) => {
  const site = await openSite(t);
  const hook = configMap(
    "hooked",
    {},
    { "helm.sh/hook": "pre-install", "vault.external-dependency.werf.io/resource": "secret/vault" },
  );
  const run = site.begin([hook, configMap("env")]);
  await run.said(/installing/);
  await site.create("secrets", { metadata: { name: "vault" } });
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  const [vault, hooked, env] = [
    moment(await site.get("secrets/vault")),
    moment(await site.get("configmaps/hooked")),
    moment(await site.get("configmaps/env")),
  ];
  t.true(vault < hooked && hooked < env, `${vault} ${hooked} ${env}`);
});
