import { chance, choose } from "./chance.ts";
import { formatRequest, formatHandling } from "./request-handling.ts";
import type { DecideHandling } from "./fault-proxy.ts";
import type { Reference } from "./reference.ts";
import { expectedCode, expireLock, type StepEnvironment, type Step } from "./step.ts";
import { runStep } from "./run-step.ts";
import { finishUndisturbed, type Finding, compareState, findStackTraces } from "./trial.ts";
import { transientFaults, outage } from "./transient-faults.ts";

/** The exit codes of a run that may have failed in part. */
const allowedCodes: ReadonlySet<number | undefined> = new Set([0, 1, 3, 4]);

const sequences: readonly [readonly Step[], ...(readonly Step[])[]] = [
  ["install", "upgrade"],
  ["install", "atomic"],
  ["install", "upgrade", "rollback"],
  ["install", "delete"],
];

/**
 * Runs steps under transient faults. One in four meets an outage instead, after which it is run again
 * undisturbed.
 */
export async function tryTransientFaults(
  seed: number,
  stage: StepEnvironment,
  reference: Reference,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const step of choose(sequences, seed, "story")) {
    const isOutage = chance(seed, step, "storm") < 0.25;
    const found = await (isOutage ? runInOutage : runWithFaults)(step, seed, { stage, reference });
    findings.push(...found);
    if (found.length > 0) {
      // Later steps would only repeat the finding.
      break;
    }
  }
  return findings;
}

interface CommandEnvironment {
  readonly stage: StepEnvironment;
  readonly reference: Reference;
}

async function runWithFaults(
  step: Step,
  seed: number,
  { stage, reference }: CommandEnvironment,
): Promise<readonly Finding[]> {
  const log: string[] = [];
  const handlingOf = logged(transientFaults(seed, step), log);
  const { code, output } = await runStep(step, stage, () => handlingOf);
  const after = `${log.length} faults`;
  const sequence = `${output}\n${log.join("\n")}`;
  const wrong = [
    ...(code === expectedCode[step] ? [] : [`exit code ${code} under transient faults`]),
    ...findStackTraces(output),
    ...(code === expectedCode[step] ? await compareState(stage, reference[step]) : []),
  ];
  return wrong.length === 0 ? [] : [...wrong, sequence].map((what) => ({ step, after, what }));
}

async function runInOutage(
  step: Step,
  seed: number,
  { stage, reference }: CommandEnvironment,
): Promise<readonly Finding[]> {
  const from = 1 + Math.floor(chance(seed, step, "from") * reference[step].requests);
  const log: string[] = [];
  const handlingOf = logged(outage(seed, step, from), log);
  const { code, output } = await runStep(step, { ...stage, patience: "2s" }, () => handlingOf);
  await expireLock(stage);
  const after = `outage from request ${from} on: ${log[0] ?? "none"} (exit code ${code})`;
  const wrong = [
    ...(allowedCodes.has(code) ? [] : [`exit code ${code} in an outage:\n${output}`]),
    ...findStackTraces(output),
    ...(await finishUndisturbed(step, stage, { wanted: reference[step] })),
  ];
  return wrong.map((what) => ({ step, after, what }));
}

function logged(decide: DecideHandling, log: string[]): DecideHandling {
  return async (asked) => {
    const handling = await decide(asked);
    if (handling.type !== "pass") {
      log.push(`${formatRequest(asked)}: ${formatHandling(handling)}`);
    }
    return handling;
  };
}
