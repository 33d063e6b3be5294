import type { SideNames } from "../../lib/report/compare/side-names.ts";
import { wantsColor } from "../host/color.ts";
import type { Host } from "../host/host.ts";
import type { ComparisonFormat, ComparisonStyle } from "../output/comparison-output.ts";
import type { CompareFlags } from "./compare-flags.ts";

/** The output of a comparison that the flags ask for. */
export interface ComparisonOutput {
  readonly form: ComparisonFormat | "summary";
  readonly style: ComparisonStyle;
}

/** Returns the format and the style of the output. */
export function comparisonStyle(sides: SideNames, flags: CompareFlags, host: Host): ComparisonOutput {
  const { stdout } = host;
  const form = flags.output === "table" && flags.quiet === true ? "summary" : flags.output;
  const color = wantsColor(flags.color, stdout, host);
  return { form, style: { color, width: stdout.width, sides, most: flags.maxSize, host } };
}
