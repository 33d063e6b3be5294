import type { Forecast } from "../../plan/forecast.ts";
import type { Plan } from "../../plan/plan.ts";
import { formatElapsed } from "../terminal/format-number.ts";
import { wrapWords } from "../terminal/fit-width.ts";
import { tonedWords } from "../terminal/columns.ts";
import type { Colorize } from "../terminal/terminal-color.ts";
import { pathWords, unknownWords } from "../run/critical-path.ts";
import { namePlan } from "./plan-names.ts";

/** The output style of a forecast. */
interface ForecastStyle {
  readonly paint: Colorize;
  /** Columns of the terminal; undefined if the output is not a terminal. */
  readonly width: number | undefined;
}

/**
 * Formats a forecast in lines below the plan:
 *
 *     expected time: 1m20s, if every object changes; 2 objects have no history
 *     critical path: StatefulSet/mysql (50s) → Deployment/wordpress (30s)
 */
export function forecastText(forecast: Forecast, plan: Plan, { paint, width }: ForecastStyle): string {
  const names = namePlan(plan);
  const objects = plan.groups.flatMap((group) => group.objects);
  const nameOf = new Map(objects.map((object) => [object.manifest.key, names.nameOf(object)]));
  const lines = forecastWords(forecast, (key) => nameOf.get(key) ?? key);
  const wrapped = lines.flatMap((line) =>
    wrapWords(tonedWords(paint, "faint", line), { indent: 0, width: width ?? Infinity }),
  );
  return wrapped.map((line) => `${line}\n`).join("");
}

function forecastWords(
  { schedule, supposed, unsupposed }: Forecast,
  nameOf: (key: string) => string,
): readonly string[] {
  const { total, path, unknown } = schedule;
  const changes = [...supposed].map(([key, took]) => `${nameOf(key)} takes ${formatElapsed(took)}`);
  const usual = unsupposed === undefined ? "" : `, else ${formatElapsed(unsupposed)}`;
  const condition = changes.length === 0 ? "every object changes" : `${changes.join(" and ")}${usual}`;
  const first = `expected time: ${formatElapsed(total)}, if ${condition}${unknownWords(unknown)}`;
  return [first, ...(path.length === 0 ? [] : [`critical path: ${pathWords(path, nameOf)}`])];
}
