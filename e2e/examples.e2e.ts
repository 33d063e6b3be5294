/** The programs of `examples/` that need a cluster. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";
import { parse } from "yaml";

import { runExample } from "../fixtures/run-example.ts";
import { configMap, deployment } from "./apply/manifests.ts";
import { openSite, type Site } from "./apply/site.ts";

interface Kubeconfig {
  readonly "current-context": string;
  readonly contexts: readonly { readonly name: string; readonly context: object }[];
}

/** Returns the environment of an example: a kubeconfig whose context has the namespace of the site. */
function environmentOf(t: ExecutionContext, { cluster, namespace }: Site): Readonly<Record<string, string>> {
  const config: Kubeconfig = parse(readFileSync(cluster.kubeconfig, "utf8"));
  const contexts = config.contexts.map(({ name, context }) => ({ name, context: { ...context, namespace } }));
  const folder = mkdtempSync(join(tmpdir(), "converge-library-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, "config"), JSON.stringify({ ...config, contexts }));
  return { KUBECONFIG: join(folder, "config") };
}

test("the examples apply with progress and report drift", async (t) => {
  const site = await openSite(t);
  const env = environmentOf(t, site);
  const words = [site.write([deployment("web"), configMap("env", { a: "1" })]), "shop"];
  const applied = await runExample("apply-with-progress", words, { env });
  t.is(applied.code, 0, applied.stderr);
  t.regex(applied.stdout, /^created Deployment\/web$/m);
  t.regex(applied.stdout, /^ready Deployment\/web$/m);
  t.regex(applied.stdout, /^converged after \d+ s$/m);
  const same = await runExample("drift-report", words, { env });
  t.is(same.stdout, "release shop: no drift, healthy\n", same.stderr);
  t.is(same.code, 0);
  await site.patch("configmaps/env", { data: { a: "2" } });
  const drifted = await runExample("drift-report", words, { env });
  t.is(drifted.code, 1);
  t.regex(
    drifted.stdout,
    /^change .*ConfigMap\/env\n {2}data\.a: "2" -> "1"\nrelease shop: drifted, healthy\n$/,
  );
});

test("the example that applies ends cleanly on Ctrl-C", async (t) => {
  const site = await openSite(t);
  const set = site.write([deployment("web", { pod: { "converge.test/ready-after": "60s" } })]);
  const { code, stdout } = await runExample("apply-with-progress", [set, "shop"], {
    env: environmentOf(t, site),
    onOutput: (text, interrupt) => {
      if (text.includes("created Deployment/web")) {
        interrupt();
      }
    },
  });
  t.is(code, 1);
  t.regex(stdout, /^interrupted after \d+ s$/m);
  const lease = await site.get("coordination.k8s.io/leases/converge-shop");
  t.is(lease?.spec?.["holderIdentity"] ?? "", "");
});
