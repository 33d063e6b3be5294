import { chance, choose } from "./chance.ts";
import { formatAsked, formatFate } from "./fate.ts";
import type { Decide } from "./man-in-the-middle.ts";
import type { Reference } from "./reference.ts";
import { goodEnd, letTimePass, type Stage, type Step } from "./step.ts";
import { takeStep } from "./take-step.ts";
import { endInPeace, type Finding, judgeState, stackIn } from "./trial.ts";
import { passingWeather, storm } from "./weather.ts";

/** The exit codes of a run that may have failed in part. */
const badEnds: ReadonlySet<number | undefined> = new Set([0, 1, 3, 4]);

const accounts: readonly [readonly Step[], ...(readonly Step[])[]] = [
  ["install", "upgrade"],
  ["install", "atomic"],
  ["install", "upgrade", "rollback"],
  ["install", "delete"],
];

/**
 * Runs steps under transient faults. One in four meets an outage instead, after which it is run again
 * undisturbed.
 */
export async function tryWeather(
  seed: number,
  stage: Stage,
  reference: Reference,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const step of choose(accounts, seed, "story")) {
    const isStorm = chance(seed, step, "storm") < 0.25;
    const found = await (isStorm ? endureStorm : endureWeather)(step, seed, { stage, reference });
    findings.push(...found);
    if (found.length > 0) {
      // Later steps would only repeat the finding.
      break;
    }
  }
  return findings;
}

interface Around {
  readonly stage: Stage;
  readonly reference: Reference;
}

async function endureWeather(
  step: Step,
  seed: number,
  { stage, reference }: Around,
): Promise<readonly Finding[]> {
  const log: string[] = [];
  const weather = logged(passingWeather(seed, step), log);
  const { code, output } = await takeStep(step, stage, () => weather);
  const after = `${log.length} faults`;
  const account = `${output}\n${log.join("\n")}`;
  const wrong = [
    ...(code === goodEnd[step] ? [] : [`exit code ${code} in weather that passes`]),
    ...stackIn(output),
    ...(code === goodEnd[step] ? await judgeState(stage, reference[step]) : []),
  ];
  return wrong.length === 0 ? [] : [...wrong, account].map((what) => ({ step, after, what }));
}

async function endureStorm(
  step: Step,
  seed: number,
  { stage, reference }: Around,
): Promise<readonly Finding[]> {
  const from = 1 + Math.floor(chance(seed, step, "from") * reference[step].requests);
  const log: string[] = [];
  const weather = logged(storm(seed, step, from), log);
  const { code, output } = await takeStep(step, { ...stage, patience: "2s" }, () => weather);
  await letTimePass(stage);
  const after = `storm from request ${from} on: ${log[0] ?? "none"} (exit code ${code})`;
  const wrong = [
    ...(badEnds.has(code) ? [] : [`exit code ${code} in a storm:\n${output}`]),
    ...stackIn(output),
    ...(await endInPeace(step, stage, { wanted: reference[step] })),
  ];
  return wrong.map((what) => ({ step, after, what }));
}

function logged(decide: Decide, log: string[]): Decide {
  return async (asked) => {
    const fate = await decide(asked);
    if (fate.type !== "pass") {
      log.push(`${formatAsked(asked)}: ${formatFate(fate)}`);
    }
    return fate;
  };
}
