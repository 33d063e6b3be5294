import { join } from "node:path";

import { writeKubeconfig } from "../../control-plane/kubeconfig.ts";
import { type ConvergeRun, type RunResult, startConverge } from "./converge-run.ts";
import { type DecideHandling, startFaultProxy } from "./fault-proxy.ts";
import { type StepEnvironment, type Step, wordsOf } from "./step.ts";

/** A finished step, successful or not. */
export interface FinishedStep extends RunResult {
  /** The number of requests that it sent. */
  readonly requests: number;
}

/**
 * Runs a step of converge through a proxy of its own. `handlingOf` receives the function that kills the run,
 * and returns the handling of each request.
 */
export async function runStep(
  step: Step,
  stage: StepEnvironment,
  handlingOf: (kill: () => Promise<void>) => DecideHandling,
): Promise<FinishedStep> {
  const { plane, folder, patience, program } = stage;
  let run: ConvergeRun | undefined;
  const decide = handlingOf(async () => run?.kill());
  const proxy = await startFaultProxy(plane, decide);
  const kubeconfig = writeKubeconfig(join(folder, `${step}-${new URL(proxy.server).port}.kubeconfig`), {
    ...proxy,
    token: plane.adminToken,
  });
  run = startConverge(
    [...wordsOf(step, stage), ...(patience === undefined ? [] : ["--timeout", patience])],
    kubeconfig,
    program,
  );
  const ended = await run.ended;
  proxy.close();
  return { ...ended, requests: proxy.count() };
}

/** Runs a step of converge without a proxy. */
export async function runStepUndisturbed(step: Step, stage: StepEnvironment): Promise<RunResult> {
  return startConverge(wordsOf(step, stage), stage.plane.kubeconfig, stage.program).ended;
}
