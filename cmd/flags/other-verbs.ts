import type { Command, Option } from "commander";

/** Builds the verbs that a program was built without. */
const restOf = new WeakMap<Command, () => void>();

/** Leaves verbs out of a program until `verbsAround` needs them. */
export function buildLater(program: Command, addVerbs: () => void): void {
  restOf.set(program, addVerbs);
}

/** Flags that are given in a call only. */
const callOnly = new WeakSet<Option>();

/** Makes a flag one that neither the environment nor `converge.yaml` fills: it belongs to one path. */
export function ofCallOnly(option: Option): Option {
  callOnly.add(option);
  return option;
}

/** Reports whether a flag is given in a call only. */
export function isOfCallOnly(option: Option): boolean {
  return callOnly.has(option);
}

/** Returns all verbs and subcommands of the program, the given one first. */
export function verbsAround(command: Command): readonly Command[] {
  let program = command;
  while (program.parent !== null) {
    program = program.parent;
  }
  restOf.get(program)?.();
  restOf.delete(program);
  return [command, ...program.commands.flatMap((verb) => [verb, ...verb.commands])];
}

/** Flags that start programs, or send what files contain to servers. */
const trustedOnly = new WeakSet<Option>();

/**
 * Makes a flag one that `converge.yaml` does not fill: the working directory may be a repository of somebody
 * else.
 */
export function ofTrustedOnly(option: Option): Option {
  trustedOnly.add(option);
  return option;
}

/** Reports whether `converge.yaml` must not fill a flag. */
export function isOfTrustedOnly(option: Option): boolean {
  return trustedOnly.has(option);
}

/**
 * Reports whether a value in the environment or in `converge.yaml` is meant for other verbs only:
 * `CONVERGE_OUTPUT=sarif` is for validate, so that plan, which has that flag without that choice, keeps its
 * default.
 */
export function isForOtherVerbs(option: Option, word: string, command: Command): boolean {
  const offers = ({ argChoices }: Option): boolean => argChoices?.includes(word) === true;
  return (
    option.argChoices !== undefined &&
    !offers(option) &&
    verbsAround(command).some((verb) =>
      verb.options.some((other) => other.name() === option.name() && offers(other)),
    )
  );
}
