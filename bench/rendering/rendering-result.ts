import type { Spread } from "../measure.ts";
import type { Target } from "../result.ts";

/** The figures of one chart or kustomization, or of several charts in one run. */
export interface RenderingMeasurement {
  readonly input: string;
  readonly program: "helm template" | "kustomize build";
  readonly rounds: number;
  /** Of the built-in renderers in a process that has rendered before. */
  readonly warmSeconds: Spread;
  /** Of `converge plan`, from its start to its end. */
  readonly planSeconds: Spread;
  /** Of the program, from its start to its end; of several charts, one after the other. */
  readonly programSeconds: Spread;
}

/** The result of the benchmark of rendering. */
export interface RenderingResult {
  readonly machine: string;
  readonly measurements: readonly RenderingMeasurement[];
  readonly targets: readonly Target[];
}
