/**
 * `make judge-order CASES=60 SEED=1`: compares the order of `converge --compat=kapp` with that of kapp.
 * Sets with random change groups and rules are deployed by kapp on the control plane of the tests. The plan
 * of converge must have the same waves, and the audit log of `converge apply` must show that each object was
 * written after those it waits for. What kapp refuses must be refused. Exits with code 1 on a difference.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";

import type { JsonObject, JsonValue } from "../lib/object/json.ts";
import { runConverge } from "./apply/run-converge.ts";
import { objectWritesOf, requestsOf } from "./apply/server-order.ts";
import { runScript } from "./control-plane/cannot-start.ts";
import { streamProgress } from "./control-plane/progress.ts";
import { testCluster, type TestCluster } from "./control-plane/test-cluster.ts";
import { rollDice } from "./judge/dice.ts";
import { randomSet } from "./judge/kapp-sets.ts";
import { nameIn, waitsOf, type Waves, wavesOfKapp, wavesOfPlan } from "./judge/waves.ts";
import { buildPeers, peerPath } from "./peers/build-peers.ts";

/** The result of a set: the differences, or what both agree on. */
type Verdict = "same order" | "refused by both" | readonly string[];

/** The place to apply a set. */
interface Place {
  readonly cluster: TestCluster;
  readonly file: string;
  /** Called with what ends the use of a namespace. */
  readonly teardown: (end: () => unknown) => void;
}

await runScript(async () => {
  const { values } = parseArgs({
    options: { cases: { type: "string", default: "60" }, seed: { type: "string", default: "1" } },
  });
  await buildPeers(streamProgress(process.stderr, process.env), ["kapp"]);
  const cluster = await testCluster();
  const folder = mkdtempSync(join(tmpdir(), "converge-judge-"));
  const counts = new Map<string, number>();
  try {
    for (let index = 0; index < Number(values.cases); index += 1) {
      await using stack = new AsyncDisposableStack();
      const teardown = (end: () => unknown): void => stack.defer(async () => void (await end()));
      const set = randomSet(rollDice("order", values.seed, index));
      const verdict = await judge(set, { cluster, file: join(folder, `${index}.json`), teardown });
      const words = typeof verdict === "string" ? verdict : "different";
      counts.set(words, (counts.get(words) ?? 0) + 1);
      for (const line of typeof verdict === "string" ? [] : verdict) {
        process.stdout.write(`case ${index}: ${line}\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${[...counts].map(([words, count]) => `${count} ${words}`).join(", ")}\n`);
  process.exitCode = counts.has("different") ? 1 : 0;
});

async function judge(set: readonly JsonObject[], { cluster, file, teardown }: Place): Promise<Verdict> {
  writeFileSync(file, set.map((object) => `---\n${JSON.stringify(object)}\n`).join(""));
  const [theirs, ours] = [
    await cluster.createNamespace({ teardown }),
    await cluster.createNamespace({ teardown }),
  ];
  const waves = await deployWithKapp(file, theirs, cluster);
  const { kubeconfig } = cluster;
  const words = [file, "-n", ours, "--release=judged", "--compat=kapp", "-o", "json"];
  const planned = await runConverge(["plan", ...words], { kubeconfig });
  if (waves === undefined || planned.code !== 0) {
    const isRefused = planned.code !== 0;
    return isRefused === (waves === undefined)
      ? "refused by both"
      : [`${isRefused ? "converge" : "kapp"} alone refuses it: ${planned.stderr}`];
  }
  const plan: JsonValue = JSON.parse(planned.stdout);
  const [expected, found] = [waves, wavesOfPlan(plan)].map((one) => JSON.stringify(one));
  const differences = expected === found ? [] : [`kapp ${expected}, converge ${found}`];
  const mark = await cluster.auditMark();
  const applied = await runConverge(["apply", ...words], { kubeconfig });
  const writes = objectWritesOf(requestsOf(await cluster.auditSince(mark, ours)));
  differences.push(...(applied.code === 0 ? [] : [`converge failed: ${applied.stderr}`]));
  differences.push(...tooEarly(plan, writes));
  return differences.length === 0 ? "same order" : differences;
}

/** Returns the waves of kapp; undefined if it refuses the set. */
async function deployWithKapp(
  file: string,
  namespace: string,
  { kubeconfig }: TestCluster,
): Promise<Waves | undefined> {
  const words = ["deploy", "-a", "judged", "-n", namespace, "--into-ns", namespace, "-f", file, "-y"];
  try {
    const { stdout } = await promisify(execFile)(peerPath("kapp"), [...words, "--kubeconfig", kubeconfig]);
    return wavesOfKapp(stdout);
  } catch {
    return undefined;
  }
}

/** Lists the objects that were written before one that they wait for. */
function tooEarly(plan: JsonValue, writes: readonly string[]): readonly string[] {
  const at = new Map(writes.map((write, index) => [write.slice(write.lastIndexOf("/") + 1), index]));
  return [...waitsOf(plan)].flatMap(([ref, waits]) =>
    waits
      .filter((on) => (at.get(nameIn(on)) ?? Infinity) > (at.get(nameIn(ref)) ?? -1))
      .map((on) => `${nameIn(ref)} was written before ${nameIn(on)}`),
  );
}
