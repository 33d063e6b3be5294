/**
 * Disturbs converge by transient faults, kills and third-party changes, seed by seed, and reports each. `make
 * faults SEEDS=100`.
 */
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { unpackBuiltPackage } from "./built-package.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import {
  type Disturbance,
  disturbances,
  runTrial,
  recordReferences,
  type Trial,
} from "./apply/faults/run-trial.ts";
import { steps, type Step } from "./apply/faults/step.ts";
import type { Finding } from "./apply/faults/trial.ts";

/** Concurrent trials: most of each is waiting. */
const atOnce = 6;

const words: Readonly<Record<Step, string>> = {
  install: "install",
  atomic: "undo an upgrade that fails",
  upgrade: "upgrade",
  rollback: "roll back",
  delete: "delete",
};

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readTrials(): readonly Trial[] {
  const { values } = parseArgs({
    options: { seeds: { type: "string" }, seed: { type: "string" }, only: { type: "string" } },
  });
  const known: readonly Disturbance[] = disturbances.filter(
    (name) => values.only === undefined || values.only === "" || name === values.only,
  );
  const seeds =
    values.seed === undefined || values.seed === ""
      ? Array.from({ length: Number(values.seeds ?? 20) }, (_, index) => index + 1)
      : [Number(values.seed)];
  return seeds.flatMap((seed) => known.map((disturbance) => ({ disturbance, seed })));
}

function report({ disturbance, seed }: Trial, findings: readonly Finding[], seconds: string): void {
  say(`${findings.length === 0 ? "ok  " : "FAIL"} ${disturbance} ${seed} (${seconds} s)`);
  for (const { step, after, what } of findings.slice(0, 6)) {
    say(`     ${step}, after ${after}\n     ${what.replaceAll("\n", "\n     ")}`);
  }
  if (findings.length > 0) {
    say(`     again: make faults ONLY=${disturbance} SEED=${seed}`);
  }
}

async function main(): Promise<void> {
  const plane = await testCluster();
  const trials = readTrials();
  const startedAt = Date.now();
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-package-"));
  const environment = { plane, program: await unpackBuiltPackage(folder.path) };
  const references = await recordReferences(environment);
  const requests = steps.map((step) => `${references.owned[step].requests} to ${words[step]}`);
  say(`requests undisturbed: ${requests.join(", ")}`);
  let failed = 0;
  const rest = trials.values();
  const work = async (): Promise<void> => {
    for (const trial of rest) {
      const began = Date.now();
      const findings = await runTrial(trial, environment, references);
      failed += findings.length === 0 ? 0 : 1;
      report(trial, findings, ((Date.now() - began) / 1000).toFixed(1));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  say(`${trials.length} trials in ${seconds} s, ${failed} of them failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
