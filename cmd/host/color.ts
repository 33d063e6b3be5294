import type { Output, Host } from "./host.ts";

/** When output is coloured. */
export const colorModes = ["auto", "always", "never"] as const;
export type ColorMode = (typeof colorModes)[number];

/**
 * Whether one of the two outputs is coloured. The flag wins over the environment; there FORCE_COLOR wins over
 * NO_COLOR, as in Node, and both over CLICOLOR, `TERM=dumb` and whether a terminal is there at all.
 */
export function wantsColor(mode: ColorMode, output: Output, { env }: Pick<Host, "env">): boolean {
  return mode === "auto" ? (environmentSays(env) ?? output.isTerminal) : mode === "always";
}

function environmentSays(env: Host["env"]): boolean | undefined {
  if (env["FORCE_COLOR"] !== undefined) {
    return !["0", "false"].includes(env["FORCE_COLOR"]);
  }
  if (isSet(env["NO_COLOR"])) {
    return false;
  }
  if (isSet(env["CLICOLOR_FORCE"]) && env["CLICOLOR_FORCE"] !== "0") {
    return true;
  }
  return env["CLICOLOR"] === "0" || env["TERM"] === "dumb" ? false : undefined;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
