import type { Command, Option } from "commander";

import { readSource } from "../../lib/manifest/parse-source.ts";
import { field, isObject, type JsonValue } from "../../lib/object/json.ts";
import { didYouMean } from "../../lib/object/diagnostic/suggestion.ts";
import { readSources } from "../../lib/source/read-sources.ts";
import { fillFromEnvironment, readSetting, variableOf } from "./environment.ts";
import { isForOtherVerbs, isOfCallOnly, isOfTrustedOnly, verbsAround } from "./other-verbs.ts";
import { type ExitCode, type SetExitCode, UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** The file in the working directory that may contain flags. */
const settingsFile = "converge.yaml";

/** The arguments of a call, as the parser of the command line passes them. */
type Words = Parameters<Parameters<Command["action"]>[0]>;

/**
 * Has a command run its verb when it is called. The flags that were not given come from the environment, then
 * from `converge.yaml` in the working directory.
 */
export function onCall(
  command: Command,
  { host, finish }: { readonly host: Host; readonly finish: SetExitCode },
  run: (...words: Words) => Promise<ExitCode>,
): Command {
  return command.action(async (...words: Words) => {
    await fillSettings(command, host);
    finish(await run(...words));
  });
}

/**
 * Fills flags that were not given: from the environment, then from `converge.yaml` in the working directory.
 */
async function fillSettings(command: Command, host: Host): Promise<void> {
  fillFromEnvironment(command, host);
  const { exists } = host;
  if (!exists(settingsFile)) {
    return;
  }
  const settings = await readSettings();
  refuseUnknown(Object.keys(settings), command);
  for (const option of command.options.filter((each) => !isOfCallOnly(each))) {
    const value = field(settings, option.name());
    const isGiven = ["cli", "env"].includes(command.getOptionValueSource(option.attributeName()) ?? "");
    const isForOthers = typeof value === "string" && isForOtherVerbs(option, value, command);
    if (value !== undefined && isOfTrustedOnly(option)) {
      throw new UsageError(
        `${settingsFile}: ${option.name()} must not be set by a file, since the working directory may be a foreign repository: give the flag or ${variableOf(option)}`,
      );
    }
    if (value !== undefined && !isGiven && !isForOthers) {
      command.setOptionValueWithSource(option.attributeName(), readValue(option, value), "config");
    }
  }
}

async function readSettings(): Promise<Readonly<Record<string, JsonValue>>> {
  const { sources, found } = await readSources([settingsFile], () => Promise.resolve(new Uint8Array()));
  const documents = sources.flatMap((source) => readSource(source).documents);
  const faults = [...found, ...documents.flatMap(({ tree }) => tree.faults)];
  const [fault] = faults;
  if (fault !== undefined) {
    throw new UsageError(`${settingsFile}:${fault.origin?.line ?? 1}: ${fault.message}`);
  }
  const value = documents[0]?.tree.value ?? {};
  if (documents.length > 1 || !isObject(value)) {
    throw new UsageError(
      `${settingsFile}: not a map of flags: write flags as keys, such as \`release: shop\``,
    );
  }
  return value;
}

/** The file is shared by all verbs, so that it may contain the flags of any. */
function refuseUnknown(names: readonly string[], command: Command): void {
  const known = [
    ...new Set(verbsAround(command).flatMap((verb) => verb.options.map((option) => option.name()))),
  ];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`${settingsFile}: unknown flag --${unknown}${didYouMean(unknown, known)}`);
  }
}

function readValue(option: Option, value: JsonValue): unknown {
  const texts = (Array.isArray(value) ? value : [value]).map((each) => {
    if (typeof each === "object") {
      throw new UsageError(
        `${settingsFile}: ${option.name()} must be a string, a number, a boolean or a list of these`,
      );
    }
    return String(each);
  });
  let read: unknown;
  for (const text of texts) {
    read = readSetting(option, { name: `${option.name()} in ${settingsFile}`, value: text, previous: read });
  }
  return read;
}
