/**
 * Compares the order of `converge --compat=kapp` with that of kapp. A set is deployed by kapp on the control
 * plane of the tests. The plan of converge must have the same waves, and the audit log of `converge apply`
 * must show that each object was written after those it waits for. What kapp refuses must be refused.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import type { JsonObject, JsonValue } from "../../../lib/object/json.ts";
import { runConverge } from "../../apply/run-converge.ts";
import { objectWritesOf, requestsOf } from "../../apply/server-order.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import { peerPath } from "../../peers/build-peers.ts";
import { rollDice } from "../dice.ts";
import type { OrderCase, OrderVerdict } from "../order-verdict.ts";
import { randomSet } from "./kapp-sets.ts";
import { nameIn, waitsOf, type Waves, wavesOfKapp, wavesOfPlan } from "./waves.ts";

/** The place to apply a set. */
interface Place {
  readonly cluster: TestCluster;
  readonly file: string;
  /** Called with what ends the use of a namespace. */
  readonly teardown: (end: () => unknown) => void;
}

/** Random sets, compared in namespaces of their own; manifests are written into the folder. */
export function* kappCases(
  { cases, seed }: { readonly cases: number; readonly seed: string },
  { cluster, folder }: { readonly cluster: TestCluster; readonly folder: string },
): Generator<OrderCase> {
  for (let index = 0; index < cases; index += 1) {
    yield {
      name: String(index),
      judge: async () => {
        await using stack = new AsyncDisposableStack();
        const teardown = (end: () => unknown): void => stack.defer(async () => void (await end()));
        const set = randomSet(rollDice("order", seed, index));
        return await judge(set, { cluster, file: join(folder, `${index}.json`), teardown });
      },
    };
  }
}

async function judge(set: readonly JsonObject[], { cluster, file, teardown }: Place): Promise<OrderVerdict> {
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
