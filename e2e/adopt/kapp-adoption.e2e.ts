import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, deployment, service, statefulSet } from "../apply/manifests.ts";
import { type KillPoint, killRun } from "../apply/killed-run.ts";
import { writesOf } from "../apply/server-order.ts";
import { openPeerSite, type PeerSite } from "./peer-site.ts";
import { workloadState } from "./workload-state.ts";

const adopt = "--adopt-kapp-app=shop";
const partOf = "applyset.kubernetes.io/part-of";

/** Deploys a set with kapp as the app `shop`. */
async function deploy(
  site: PeerSite,
  set: readonly JsonObject[],
  ...flags: readonly string[]
): Promise<void> {
  await site.peer("deploy", "-a", "shop", "-f", site.write(set), "-y", ...flags);
}

const claims = {
  volumeClaimTemplates: [
    {
      metadata: { name: "data" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    },
  ],
};
const set: readonly JsonObject[] = [
  configMap("env", { a: "1" }),
  service("web"),
  deployment("web"),
  statefulSet("db", { spec: { replicas: 0, ...claims } }),
];

test("a kapp app is adopted without a restart of its pods, and its objects outside the set are pruned", async (t) => {
  const site = await openPeerSite(t, "kapp");
  await deploy(site, [...set, configMap("old"), deployment("old")]);
  const before = await workloadState(site, "apps/deployments/web", "app=web");
  const database = await workloadState(site, "apps/statefulsets/db", "app=db");
  t.true(before.children.length > 1);

  const dry = await site.apply(set, adopt, "--dry-run");
  t.is(dry.code, 0, dry.stdout + dry.stderr);
  t.regex(dry.stdout, /ConfigMap\/old/);
  const compared = await site.run([
    "diff",
    site.write(set),
    "--release",
    "shop",
    "-n",
    site.namespace,
    adopt,
  ]);
  t.is(compared.code, 1, compared.stdout + compared.stderr);
  t.regex(compared.stdout, /prune .*ConfigMap\/old/);
  t.regex(compared.stdout, /takes over the fields of kapp/);
  t.is(await site.get("secrets/converge-shop"), undefined);
  t.truthy(await site.get("configmaps/old"));

  const { code, stdout, stderr } = await site.apply(set, adopt, "--force-conflicts=false", "--max-prune=2");
  t.is(code, 0, stdout + stderr);
  t.regex(stdout, /took over the fields of kapp: 4 objects/);
  t.regex(stdout, /kapp still has the record of app .*kubectl -n .* delete configmap shop/);
  t.deepEqual(await workloadState(site, "apps/deployments/web", "app=web"), before);
  t.deepEqual(await workloadState(site, "apps/statefulsets/db", "app=db"), database);
  t.is(await site.get("configmaps/old"), undefined);
  t.is(await site.get("apps/deployments/old"), undefined);
  for (const place of ["configmaps/env", "services/web", "apps/deployments/web", "apps/statefulsets/db"]) {
    const { labels = {}, annotations = {} } = (await site.get(place))?.metadata ?? {};
    t.truthy(labels[partOf], place);
    t.deepEqual(
      [...Object.keys(labels), ...Object.keys(annotations)].filter((key) => key.startsWith("kapp.")),
      [],
    );
  }
  t.truthy(await site.get("configmaps/shop"), "the record of kapp is left to people");

  const again = await site.cluster.auditMark();
  const plain = await site.apply(set);
  t.is(plain.code, 0, plain.stdout);
  t.notRegex(plain.stdout, /kapp/);
  const flagged = await site.apply(set, adopt);
  t.is(flagged.code, 0, flagged.stdout);
  t.deepEqual(writesOf(await site.requests(again)), []);
});

test("adopting a kapp app removes fields that the manifests lack, and changes others", async (t) => {
  const site = await openPeerSite(t, "kapp");
  const names = ["1", "2", "3", "4", "5", "6", "7"].map((name) => `env-${name}`);
  await deploy(
    site,
    names.map((name) => configMap(name, { a: "1", b: "1" })),
  );
  const after = names.map((name) => configMap(name, { a: "2" }));
  const { code, stdout } = await site.apply(after, adopt, "--force-conflicts=false");
  t.is(code, 0, stdout);
  for (const name of names) {
    t.deepEqual((await site.get(`configmaps/${name}`))?.data, { a: "2" });
  }
});

test("a partly adopted kapp app is adopted completely by the next run", async (t) => {
  const site = await openPeerSite(t, "kapp");
  await deploy(site, [configMap("env"), configMap("old"), deployment("web")]);
  // Invalid for the server only: the first run stops between the objects.
  const wrong = deployment("web", { podSpec: { restartPolicy: "Never" } });
  const failed = await site.apply([configMap("env", { a: "1" }), wrong], adopt, "--validate=ignore");
  t.not(failed.code, 0, failed.stdout);
  t.regex(
    failed.stdout,
    /kapp app .*\/shop is only partly adopted: run again with --adopt-kapp-app .*\/shop/,
  );
  t.truthy(await site.get("configmaps/old"));
  const { code, stdout } = await site.apply([configMap("env", { a: "1" }), deployment("web")], adopt);
  t.is(code, 0, stdout);
  t.is(await site.get("configmaps/old"), undefined);
});

/** Asserts that the next run completes an adoption that was killed at that moment. */
const resumes = test.macro({
  title: (_, fact: string) => `a run that is killed ${fact} is completed by the next one`,
  async exec(t, _fact: string, instant: KillPoint) {
    const site = await openPeerSite(t, "kapp");
    await deploy(site, [configMap("env", { a: "1", b: "1" }), configMap("old"), deployment("web")]);
    const before = await workloadState(site, "apps/deployments/web", "app=web");
    const sent = [configMap("env", { a: "1" }), deployment("web")];
    const words = ["apply", site.write(sent), "--release", "shop", "-n", site.namespace, adopt];
    await killRun(t, site, { words, instant });
    const { code, stdout } = await site.run(words);
    t.is(code, 0, stdout);
    t.deepEqual((await site.get("configmaps/env"))?.data, { a: "1" });
    t.is((await site.get("configmaps/env"))?.metadata.labels?.["kapp.k14s.io/app"], undefined);
    t.is(await site.get("configmaps/old"), undefined);
    t.deepEqual(await workloadState(site, "apps/deployments/web", "app=web"), before);
  },
});

const patched = { when: "after", method: "PATCH", object: "configmaps/env" } as const;
test(resumes, "after it transferred the fields of an object", { ...patched, time: 1 });
test(resumes, "after it wrote an object", { ...patched, time: 2 });
test(resumes, "before it pruned the first object", {
  when: "before",
  method: "DELETE",
  object: "configmaps/old",
});

test("without --adopt-kapp-app, an object of kapp is refused, and the flag is suggested", async (t) => {
  const site = await openPeerSite(t, "kapp");
  await deploy(site, [configMap("env")]);
  const refused = await site.apply([configMap("env", { a: "1" })]);
  t.is(refused.code, 1, refused.stdout);
  t.regex(refused.stdout, /--adopt-kapp-app NAME/);
});

test("a missing kapp app, and a ConfigMap that is not a kapp app, are refused", async (t) => {
  const site = await openPeerSite(t, "kapp");
  const mark = await site.cluster.auditMark();
  const none = await site.apply([configMap("env")], adopt);
  t.is(none.code, 2, none.stdout);
  t.regex(none.stdout + none.stderr, /there is no kapp app .*\/shop: .*kapp ls -A/);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  await site.create("configmaps", configMap("shop"));
  const other = await site.apply([configMap("env")], adopt);
  t.is(other.code, 2, other.stdout);
  t.regex(other.stdout + other.stderr, /ConfigMap .*\/shop is not the record of a kapp app/);
});

test("an object of a kapp app that is also marked by another tool is refused", async (t) => {
  const site = await openPeerSite(t, "kapp");
  await deploy(site, [configMap("env"), configMap("theirs")]);
  await site.patch("configmaps/theirs", {
    metadata: {
      annotations: { "argocd.argoproj.io/tracking-id": `web:/ConfigMap:${site.namespace}/theirs` },
    },
  });
  const { code, stdout } = await site.apply([configMap("env"), configMap("theirs")], adopt);
  t.is(code, 1, stdout);
  t.regex(
    stdout,
    /ConfigMap\/theirs.*it belongs to kapp app .*\/shop, and also has the mark of another owner/,
  );
});
