import { join } from "node:path";

import { writeKubeconfig } from "../../control-plane/kubeconfig.ts";
import { type ConvergeRun, type Ended, startConverge } from "./converge-run.ts";
import { type Decide, startProxy } from "./man-in-the-middle.ts";
import { type Stage, type Step, wordsOf } from "./step.ts";

/** A finished step, successful or not. */
export interface Taken extends Ended {
  /** The number of requests that it sent. */
  readonly requests: number;
}

/**
 * Runs a step of converge through a proxy of its own. `weather` receives the function that kills the run, and
 * returns the handling of each request.
 */
export async function takeStep(
  step: Step,
  stage: Stage,
  weather: (kill: () => Promise<void>) => Decide,
): Promise<Taken> {
  const { plane, folder, patience, program } = stage;
  let run: ConvergeRun | undefined;
  const decide = weather(async () => run?.kill());
  const proxy = await startProxy(plane, decide);
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
export async function takeStepInPeace(step: Step, stage: Stage): Promise<Ended> {
  return startConverge(wordsOf(step, stage), stage.plane.kubeconfig, stage.program).ended;
}
