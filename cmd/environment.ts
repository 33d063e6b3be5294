import { type Command, InvalidArgumentError, type Option } from "commander";

import type { Shell } from "./shell.ts";
import { UsageError } from "./usage-error.ts";

/** The environment variable that stands in for a flag: `--external-deps` → `CONVERGE_EXTERNAL_DEPS`. */
export function variableOf(option: Option): string {
  return `CONVERGE_${option.name().toUpperCase().replaceAll("-", "_")}`;
}

/** Fills every flag that was not given from its environment variable. An empty variable counts as none. */
export function fillFromEnvironment(command: Command, env: Shell["env"]): void {
  for (const option of command.options) {
    const variable = variableOf(option);
    const value = env[variable] ?? "";
    const source = command.getOptionValueSource(option.attributeName());
    if (value !== "" && source !== "cli") {
      const read = readVariable(option, { variable, value });
      command.setOptionValueWithSource(option.attributeName(), read, "env");
    }
  }
}

function readVariable(option: Option, { variable, value }: { variable: string; value: string }): unknown {
  if (option.isBoolean()) {
    return !["0", "false", "no"].includes(value.toLowerCase());
  }
  try {
    const parse: ((text: string, previous: unknown) => unknown) | undefined = option.parseArg;
    const read = parse === undefined ? value : parse(value, undefined);
    return option.variadic && !Array.isArray(read) ? [read] : read;
  } catch (error) {
    if (error instanceof InvalidArgumentError) {
      throw new UsageError(`${variable} "${value}" is invalid. ${error.message}`, { cause: error });
    }
    throw error;
  }
}
