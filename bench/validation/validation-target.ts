import { judged, type Measurement, type Target } from "../result.ts";
import { planName, validateName } from "./validator.ts";

/** The figures to reach on two cores. A missed one is reported, never a failed test: machines differ. */
export function validationTargets(measurements: readonly Measurement[]): readonly Target[] {
  const find = (program: string, input: string): Measurement | undefined =>
    measurements.find((one) => one.program === program && one.input === input && one.note === null);
  const seconds = (program: string, input: string): number | null =>
    find(program, input)?.wallSeconds.median ?? null;
  const before = find(validateName, "definitions-64")?.cpuSeconds?.median;
  const after = find(validateName, "definitions-640")?.cpuSeconds?.median;
  return [
    {
      name: "10,000 custom resources with five rules each, seconds",
      limit: 3,
      value: seconds(validateName, "custom-resources-10000"),
    },
    { name: "64 large definitions, seconds", limit: 1.5, value: seconds(validateName, "definitions-64") },
    {
      name: "ten times the definitions, times the CPU",
      limit: 12.5,
      value: before === undefined || after === undefined ? null : after / before,
    },
    {
      name: "10,000 Deployments planned and checked, seconds",
      limit: 1,
      value: seconds(planName, "deployments-10000"),
    },
  ].map(judged);
}
