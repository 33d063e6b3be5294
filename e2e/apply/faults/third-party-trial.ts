import { parentName } from "../../../lib/inventory/apply-set.ts";
import { chance, choose } from "./chance.ts";
import { formatRequest } from "./request-handling.ts";
import type { DecideHandling } from "./fault-proxy.ts";
import { release } from "./live-state.ts";
import type { Reference } from "./reference.ts";
import type { StepEnvironment, Step } from "./step.ts";
import { runStep } from "./run-step.ts";
import { changeAsThirdParty } from "./third-party.ts";
import { finishUndisturbed, type Finding, compareState, findStackTraces } from "./trial.ts";

type SequenceItem = Step | readonly ["disturbed", Step];

const sequences: readonly [readonly SequenceItem[], ...(readonly SequenceItem[])[]] = [
  [["disturbed", "install"]],
  ["install", ["disturbed", "upgrade"]],
  ["install", ["disturbed", "upgrade"]],
  ["install", "upgrade", ["disturbed", "rollback"]],
];

/** A run may succeed, or report that its objects were changed. */
const ends: ReadonlySet<number | undefined> = new Set([0, 1]);

/**
 * Milliseconds before a run records its outcome in which a watch may not have delivered a third party's
 * change yet.
 */
const tooLate = 1500;

/**
 * Deletes and changes objects as a third party during steps, at requests that the seed chooses. A run that
 * succeeds has to leave the same state as an undisturbed one; one that fails is run again, and has to do so
 * then.
 */
export async function tryThirdParty(
  seed: number,
  stage: StepEnvironment,
  reference: Reference,
): Promise<readonly Finding[]> {
  for (const item of choose(sequences, seed, "story")) {
    const step = typeof item === "string" ? item : item[1];
    const isDisturbed = typeof item !== "string";
    const found = isDisturbed
      ? await runWithThirdParty(step, seed, { stage, reference })
      : (await finishUndisturbed(step, stage, { wanted: reference[step] })).map((what) => ({
          step,
          after: "no disturbance",
          what,
        }));
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

async function runWithThirdParty(
  step: Step,
  seed: number,
  { stage, reference }: { readonly stage: StepEnvironment; readonly reference: Reference },
): Promise<readonly Finding[]> {
  const log: string[] = [];
  let lastAt = 0;
  let recordedAt = 0;
  const decide = interfering(seed, { step, stage, requests: reference[step].requests }, (done) => {
    log.push(done);
    lastAt = Date.now();
  });
  const { code, output } = await runStep(step, stage, () => async (asked) => {
    if (asked.method === "PATCH" && asked.path.endsWith(`/secrets/${parentName(release)}`)) {
      recordedAt = Date.now();
    }
    return decide(asked);
  });
  const isJudged = code === 0 && recordedAt - lastAt > tooLate;
  const wrong = [
    ...(ends.has(code) ? [] : [`exit code ${code} while another client was at work`]),
    ...findStackTraces(output),
    ...(isJudged ? await compareState(stage, reference[step]) : []),
  ];
  const after = log.join("; ");
  if (wrong.length > 0) {
    return [...wrong, output].map((what) => ({ step, after, what }));
  }
  return (await finishUndisturbed(step, stage, { wanted: reference[step] })).map((what) => ({
    step,
    after,
    what,
  }));
}

/**
 * One to three changes, each at a request in the first four fifths of the step, before the server receives it
 * or after it has acted.
 */
function interfering(
  seed: number,
  {
    step,
    stage,
    requests,
  }: { readonly step: Step; readonly stage: StepEnvironment; readonly requests: number },
  done: (what: string) => void,
): DecideHandling {
  const changes = 1 + Math.floor(3 * chance(seed, step, "deeds"));
  const at = new Map(
    Array.from({ length: changes }, (_, change) => [
      1 + Math.floor(0.8 * requests * chance(seed, step, change, "request")),
      change,
    ]),
  );
  return async (asked) => {
    const change = at.get(asked.number);
    if (change === undefined) {
      return { type: "pass" };
    }
    const act = async (): Promise<void> => {
      const what = await changeAsThirdParty(stage.plane, stage.place, [seed, step, change]);
      done(`${what} at ${formatRequest(asked)}`);
    };
    if (asked.stream === undefined && chance(seed, step, change, "after") < 0.5) {
      return { type: "pass", answered: act };
    }
    await act();
    return { type: "pass" };
  };
}
