/**
 * Makes two replicas of `converge sync` follow a git server through random commits, faults and third-party
 * edits, and checks the final state. `make soak MINUTES=10 SEED=7`; with `STEADY=1` all commits are good, and
 * nothing else happens.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { runSoak, type SoakOptions, type SoakResult } from "./soak/run-soak.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readWords(): Omit<SoakOptions, "say"> {
  const { values } = parseArgs({
    options: { minutes: { type: "string" }, seed: { type: "string" }, steady: { type: "boolean" } },
  });
  const seed = given(values.seed, Math.floor(Math.random() * 1e6));
  const seconds = given(values.minutes, 10) * 60;
  if (!Number.isFinite(seed) || !(seconds > 0)) {
    throw new Error("MINUTES and SEED are numbers");
  }
  return { seconds, seed, isSteady: values.steady === true };
}

function given(text: string | undefined, usual: number): number {
  return text === undefined || text === "" ? usual : Number(text);
}

/** Writes the logs of the replicas, for debugging. */
function writeLogs(logs: SoakResult["logs"], seed: number): string {
  const folder = join(import.meta.dirname, `../dist/soak-${seed}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of logs) {
    writeFileSync(join(folder, `${name}.log`), text);
  }
  return folder;
}

async function main(): Promise<void> {
  const { seconds, seed, isSteady } = readWords();
  say(`seed ${seed}: ${seconds} s of ${isSteady ? "commits" : "disturbances"}`);
  const { findings, growths, commits, editCount, logs } = await runSoak({ seed, seconds, isSteady, say });
  for (const { name, samples, grownBy, seconds: over, mebibytes } of growths) {
    const line = `${mebibytes.toFixed(0)} MiB, ${grownBy.toFixed(1)} MiB more by the line through ${samples} samples`;
    say(`memory of ${name} since it was warm: ${line} in ${over.toFixed(0)} s`);
  }
  for (const finding of findings) {
    say(`FAIL ${finding}`);
  }
  say(`what the replicas have said is in ${writeLogs(logs, seed)}`);
  const verdict = findings.length === 0 ? "all came right" : `${findings.length} findings`;
  say(
    `${commits} commits, ${editCount} third-party edits: ${verdict}; again: make soak MINUTES=${seconds / 60} SEED=${seed}${isSteady ? " STEADY=1" : ""}`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
}

// Replicas end with this process, and a signal alone would not end them gracefully.
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => process.exit(code));
}
try {
  await main();
} catch (error) {
  say(`FAIL ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
