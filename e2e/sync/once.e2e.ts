import test from "ava";

import { deployment, readyWhile, refTo } from "../apply/manifests.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { type Fleet, openFleet, setWritesOf } from "./fleet.ts";
import { forbidMaps } from "./forbid-maps.ts";
import { line, textOf } from "./sidecar.ts";
import { configMap, openSyncSite, readyAt } from "./sync-site.ts";

/** A single pass over two units, of which the second depends on the first. */
interface Pass {
  /** The files of the first unit. */
  readonly files: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  readonly code: number;
  /** Whether the second unit is run. */
  readonly reaches: boolean;
  readonly prepare?: (fleet: Fleet) => Promise<unknown>;
}

const passes = test.macro(async (t, { files, words = [], code, reaches, prepare }: Pass) => {
  const fleet = await openFleet(t);
  const { repository, configure, beginFleet, get } = fleet;
  await prepare?.(fleet);
  await repository.commit({ ...files, "second/env.yaml": configMap("second") });
  configure([
    { name: "second", dependsOn: ["first"] },
    { name: "first", timeouts: { reconcile: "2s" } },
  ]);
  const ended = await beginFleet(["--once", ...words]).ended;
  t.is(ended.code, code, ended.stdout + ended.stderr);
  t.is((await get("configmaps/second")) !== undefined, reaches);
});

const good = { "first/env.yaml": configMap("first") };

test("a single pass in which all units become ready ends with exit code 0", passes, {
  files: good,
  code: 0,
  reaches: true,
});

test("a single pass in which the cluster refuses an object ends with exit code 1", passes, {
  files: good,
  code: 1,
  reaches: false,
  prepare: forbidMaps,
});

test("a single pass over a broken commit ends with exit code 2", passes, {
  files: { "first/env.yaml": "kind: [" },
  code: 2,
  reaches: false,
});

test("a single pass in which an object does not become ready in time ends with exit code 3", passes, {
  files: {
    "first/web.yaml": JSON.stringify(deployment("web", { pod: { "converge.test/pod": "unready" } })),
  },
  code: 3,
  reaches: false,
});

test("a single pass over an unreachable cluster ends with exit code 4", passes, {
  files: good,
  words: ["--kubeconfig", "/nonexistent/kubeconfig"],
  code: 4,
  reaches: false,
});

test("a single pass over a missing branch ends with exit code 1, and applied objects are kept", async (t) => {
  const { repository, configure, beginFleet, get } = await openFleet(t);
  configure([{ name: "shop" }]);
  await repository.commit({ "shop/env.yaml": configMap("env") });
  t.is((await beginFleet(["--once"]).ended).code, 0);
  await repository.deleteBranch("main");
  const { code, stdout } = await beginFleet(["--once"]).ended;
  t.is(code, 1);
  t.regex(stdout, /main/);
  t.truthy(await get("configmaps/env"));
});

test("SIGTERM during a run ends the sidecar at a safe point, and the next sidecar continues from there", async (t) => {
  const { repository, beginSync, cluster, create, at, namespace, requests } = await openSyncSite(t);
  startKubelet(t, cluster, namespace);
  const pod = readyWhile(refTo(namespace, ["", "ConfigMap", "gate"]));
  const commit = await repository.commit({
    "deploy/env.yaml": configMap("env"),
    "deploy/web.yaml": JSON.stringify(deployment("web", { pod })),
  });
  const first = beginSync();
  await cluster.until(at("apps/deployments/web"), (web) => web?.status?.["updatedReplicas"] === 1);
  const { code } = await first.stop();
  t.is(code, 0);
  t.true(first.log().some(line("runEnded", { verdict: "interrupted" })));
  t.regex(textOf(first.log().at(-1) ?? {}, "message"), /^sync has ended because of SIG(?:INT|TERM)$/);
  const mark = await cluster.auditMark();
  const second = beginSync();
  await create("configmaps", { metadata: { name: "gate" } });
  await readyAt(second, commit);
  t.deepEqual(setWritesOf(await requests(mark)), []);
});
