import test from "ava";

import { testCluster, type TestCluster } from "../control-plane/test-cluster.ts";
import type { References } from "./faults/reference.ts";
import { runTrial, recordReferences, type Trial } from "./faults/run-trial.ts";
import type { Finding } from "./faults/trial.ts";

/**
 * A part of what `make faults` runs: each step with transient faults, in an outage, and killed, in homes of
 * both kinds.
 */
const faultSeeds = [2, 4, 7, 8, 9];
const thirdPartySeeds = [1, 2, 3, 4, 5, 6];
const killSeeds = [1, 2, 4, 9, 10, 16];

let plane: TestCluster;
let references: References;

test.before(async (t) => {
  t.timeout(300_000);
  plane = await testCluster();
  references = await recordReferences({ plane });
});

function failuresOf(
  found: readonly { readonly trial: Trial; readonly findings: readonly Finding[] }[],
): unknown {
  return found
    .filter(({ findings }) => findings.length > 0)
    .map(({ trial, findings }) => ({
      again: `make faults ONLY=${trial.disturbance} SEED=${trial.seed}`,
      findings,
    }));
}

async function runAll(trials: readonly Trial[]): Promise<unknown> {
  const found = await Promise.all(
    trials.map(async (trial) => ({ trial, findings: await runTrial(trial, { plane }, references) })),
  );
  return failuresOf(found);
}

test.serial("under transient faults a release reaches the same state as without them", async (t) => {
  t.timeout(300_000);
  t.deepEqual(await runAll(faultSeeds.map((seed) => ({ disturbance: "faults", seed }))), []);
});

test.serial(
  "a run that succeeds while a third party changes its objects leaves the same state as an undisturbed one",
  async (t) => {
    t.timeout(300_000);
    t.deepEqual(await runAll(thirdPartySeeds.map((seed) => ({ disturbance: "third-party", seed }))), []);
  },
);

test.serial(
  "a release reaches the same state after a run is killed at any request and repeated",
  async (t) => {
    t.timeout(300_000);
    t.deepEqual(await runAll(killSeeds.map((seed) => ({ disturbance: "kill", seed }))), []);
  },
);
