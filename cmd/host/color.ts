import type { Output, Host } from "./host.ts";

/** The modes of coloured output. */
export const colorModes = ["auto", "always", "never"] as const;
export type ColorMode = (typeof colorModes)[number];

/**
 * Reports whether an output is coloured. The flag takes precedence over the environment, where FORCE_COLOR
 * takes precedence over NO_COLOR, as in Node, and both over CLICOLOR, `TERM=dumb` and whether the output is a
 * terminal.
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
