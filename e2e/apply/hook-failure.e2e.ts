import test from "ava";

import { configMap, job } from "./manifests.ts";
import { openSite } from "./site.ts";

const failing = { "converge.test/pod": "fail" };

test("a failed pre-install hook blocks the whole release", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    job("migrate", { annotations: { "helm.sh/hook": "pre-install" }, pod: failing }),
    configMap("env"),
  ]);
  t.is(code, 1, stdout);
  t.regex(stdout, /skipped +.*ConfigMap\/env because .*Job\/migrate/);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a failed hook is recreated by the next run", async (t) => {
  const site = await openSite(t);
  const annotations = { "helm.sh/hook": "pre-install" };
  t.is((await site.apply([job("migrate", { annotations, pod: failing }), configMap("env")])).code, 1);
  const failed = (await site.get("batch/jobs/migrate"))?.metadata.uid;
  const { code, stdout } = await site.apply([job("migrate", { annotations }), configMap("env")]);
  t.is(code, 0, stdout);
  t.not((await site.get("batch/jobs/migrate"))?.metadata.uid, failed);
  t.truthy(await site.get("configmaps/env"));
});

test("hooks do not belong to the release: they are neither pruned nor deleted with it", async (t) => {
  const site = await openSite(t);
  const hook = configMap("hooked", {}, { "helm.sh/hook": "pre-install" });
  t.is((await site.apply([hook, configMap("env")])).code, 0);
  t.is((await site.apply([configMap("env")])).code, 0);
  t.is((await site.remove()).code, 0);
  t.truthy(await site.get("configmaps/hooked"));
});

test("a failed weight blocks higher weights and the post hooks", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    job("migrate", { annotations: { "werf.io/weight": "-1" }, pod: failing }),
    configMap("env"),
    configMap("told", {}, { "helm.sh/hook": "post-install" }),
  ]);
  t.is(code, 1, stdout);
  t.is(await site.get("configmaps/env"), undefined);
  t.is(await site.get("configmaps/told"), undefined);
});

test("with --hooks=false no hook runs, and the other objects are applied", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply(
    [
      job("migrate", { annotations: { "helm.sh/hook": "pre-install" }, pod: failing }),
      configMap("beside", {}, { "werf.io/deploy-on": "pre-install" }),
      configMap("env"),
    ],
    "--hooks=false",
  );
  t.is(code, 0, stdout);
  t.is(await site.get("batch/jobs/migrate"), undefined);
  t.truthy(await site.get("configmaps/beside"));
});

test("no hook runs for a release that cannot succeed because an object belongs to another release", async (t) => {
  const site = await openSite(t);
  await site.create("configmaps", {
    metadata: {
      name: "env",
      labels: { "app.kubernetes.io/managed-by": "Helm" },
      annotations: { "meta.helm.sh/release-name": "other", "meta.helm.sh/release-namespace": site.namespace },
    },
  });
  const migrate = job("migrate", { annotations: { "helm.sh/hook": "pre-install" } });
  const { code, stdout } = await site.apply([migrate, configMap("env"), configMap("own")]);
  t.is(code, 2, stdout);
  t.regex(stdout, /nothing was sent: .*ConfigMap\/env: it belongs to Helm/);
  t.is(await site.get("batch/jobs/migrate"), undefined);
});
