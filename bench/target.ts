import { judged, type Measurement, type StartMeasurement, type Target } from "./result.ts";

/** The name of converge itself in the report. */
export const convergeName = "converge plan";

/** The figures to reach on two cores. A missed one is reported, never a failed test: machines differ. */
export function targetsOf(measurements: readonly Measurement[], start: StartMeasurement): readonly Target[] {
  const find = (input: string): Measurement | undefined =>
    measurements.find((one) => one.program === convergeName && one.input === input && one.note === null);
  const many = find("deployments-10000");
  const most = find("deployments-100000");
  return [
    { name: "10,000 Deployments, seconds", limit: 1, value: many?.wallSeconds.median ?? null },
    { name: "100,000 Deployments, seconds", limit: 12, value: most?.wallSeconds.median ?? null },
    { name: "100,000 Deployments, MiB at the peak", limit: 1500, value: most?.peakMebibytes ?? null },
    growth("Deployments", many, most),
    growth("mixed objects", find("mixed-10000"), find("mixed-100000")),
    { name: "converge version, times node -e 0", limit: 1.6, value: start.ratio.median },
  ].map(judged);
}

/** Ten times the objects may cost ten times the CPU, and a little more for caches that overflow. */
function growth(
  of: string,
  small: Measurement | undefined,
  large: Measurement | undefined,
): Omit<Target, "met"> {
  const name = `ten times the ${of}, times the CPU`;
  const before = small?.cpuSeconds?.median;
  const after = large?.cpuSeconds?.median;
  return { name, limit: 12.5, value: before === undefined || after === undefined ? null : after / before };
}
