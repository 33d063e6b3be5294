import { type Command, InvalidArgumentError, type Option } from "commander";

import { compareText } from "../../lib/object/object-ref.ts";
import { hideUserinfo } from "../../lib/object/message-text.ts";
import { suggest } from "../../lib/object/diagnostic/suggestion.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import { isForOtherVerbs, isOfCallOnly } from "./other-verbs.ts";
import type { Host } from "../host/host.ts";
import { UsageError } from "../host/exit-code.ts";

const prefix = "CONVERGE_";

/** Returns the environment variable of a flag: `--external-deps` → `CONVERGE_EXTERNAL_DEPS`. */
export function variableOf(option: Option): string {
  return `${prefix}${option.name().toUpperCase().replaceAll("-", "_")}`;
}

/**
 * Fills every flag that was not given from its environment variable. Empty variables are ignored, as are
 * choices that only other verbs have; warns of a variable that looks like a misspelled flag.
 */
export function fillFromEnvironment(command: Command, { env, stderr }: Pick<Host, "env" | "stderr">): void {
  for (const { written, meant } of misspelled(env, command.options.map(variableOf))) {
    stderr.write(`warning: ${escapeControl(written)} has no effect; did you mean ${meant}?\n`);
  }
  for (const option of command.options.filter((each) => !isOfCallOnly(each))) {
    const variable = variableOf(option);
    const value = env[variable] ?? "";
    const source = command.getOptionValueSource(option.attributeName());
    if (value !== "" && source !== "cli" && !isForOtherVerbs(option, value, command)) {
      const read = readSetting(option, { name: variable, value, previous: undefined });
      command.setOptionValueWithSource(option.attributeName(), read, "env");
    }
  }
}

/** Variables that are read elsewhere. */
const otherVariables = ["CONVERGE_DEBUG", "CONVERGE_CHROMIUM"];

interface Misspelling {
  readonly written: string;
  readonly meant: string;
}

/** The prefix is not compared, because all of them have it. */
function misspelled(env: Host["env"], variables: readonly string[]): readonly Misspelling[] {
  const known = [...variables, ...otherVariables];
  const flags = known.map((variable) => variable.slice(prefix.length));
  return Object.keys(env)
    .filter((written) => written.startsWith(prefix) && !known.includes(written))
    .toSorted(compareText)
    .flatMap((written) => {
      const flag = suggest(written.slice(prefix.length), flags);
      return flag === undefined ? [] : [{ written, meant: `${prefix}${flag}` }];
    });
}

/** The value of a flag from a variable or a file, and the name of its origin. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  /** The values collected so far, if the flag may be repeated. */
  readonly previous: unknown;
}

function readSwitch({ name, value }: Setting): boolean {
  const word = value.toLowerCase();
  const isOn = ["1", "true", "yes"].includes(word);
  if (!isOn && !["0", "false", "no"].includes(word)) {
    throw new UsageError(`invalid value "${value}" for ${name}: choose true or false`);
  }
  return isOn;
}

/** Parses a value as on the command line. Throws a UsageError that names its origin if it is invalid. */
export function readSetting(option: Option, setting: Setting): unknown {
  const { name, value, previous } = setting;
  if (option.isBoolean()) {
    return readSwitch(setting);
  }
  try {
    const parse: ((text: string, previous: unknown) => unknown) | undefined = option.parseArg;
    const read = parse === undefined ? value : parse(value, previous);
    return option.variadic && !Array.isArray(read) ? [read] : read;
  } catch (error) {
    if (error instanceof InvalidArgumentError) {
      const shown = hideUserinfo(value);
      throw new UsageError(`invalid value "${shown}" for ${name}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
