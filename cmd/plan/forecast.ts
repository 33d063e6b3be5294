import type { Duration } from "../../lib/object/duration.ts";
import { forecast, type Forecast } from "../../lib/plan/forecast.ts";
import type { Plan } from "../../lib/plan/plan.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import { UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { readHistoryFile } from "../session/history-file.ts";
import type { ForecastFlags } from "./forecast-flags.ts";

/**
 * Returns what is expected of a plan; undefined if nothing is known about it, which is said if `--history` is
 * given. Throws a UsageError if the history cannot be read, or the plan lacks an object of `--what-if`.
 */
export async function forecastOf(
  plan: Plan,
  { history, whatIf = [] }: ForecastFlags,
  host: Host,
): Promise<Forecast | undefined> {
  const durations =
    history === undefined ? new Map<string, Duration>() : await readHistoryFile(history, host);
  const found = forecast(plan, durations, whatIf);
  if (found !== undefined && "faults" in found) {
    throw new UsageError(`--what-if: ${found.faults.join("; ")}`);
  }
  if (history !== undefined && found?.unsupposed === undefined) {
    host.stderr.write(`note: ${escapeControl(history)} has no times of objects of this plan\n`);
  }
  return found;
}
