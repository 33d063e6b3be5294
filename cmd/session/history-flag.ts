import { Option } from "commander";

import { ofCallOnly } from "../flags/other-verbs.ts";

/** Returns `--history`. */
export function historyOption(): Option {
  const description =
    "show the expected time by earlier runs: the output of `converge history NAME -o json`, - for standard input";
  return ofCallOnly(new Option("--history <file>", description));
}
