import { isAbsolute } from "node:path";

import { didYouMean } from "../../object/diagnostic/suggestion.ts";
import { listWords } from "../../object/message-text.ts";
import { type ServiceType, serviceTypes } from "../recipients.ts";

/** The absolute paths of plugins, by the type of the keys that they decrypt. */
export type PluginPrograms = ReadonlyMap<ServiceType, string>;

interface Fault {
  readonly fault: string;
}

interface NamedProgram {
  /** Undefined for all types. */
  readonly type: ServiceType | undefined;
  readonly program: string;
}

/**
 * Parses `TYPE=PROGRAM`, or a program for all types that no other text names. Returns the fault of the first
 * wrong one.
 */
export function parsePluginPrograms(texts: readonly string[]): PluginPrograms | Fault {
  const named = texts.map(parseProgram);
  const fault = named.find((each) => "fault" in each);
  if (fault !== undefined) {
    return fault;
  }
  const programs = named.filter((each) => "program" in each);
  return new Map(
    serviceTypes.flatMap((type) => {
      const own = programs.findLast((each) => each.type === type);
      const { program } = own ?? programs.findLast((each) => each.type === undefined) ?? {};
      return program === undefined ? [] : [[type, program] as const];
    }),
  );
}

function parseProgram(text: string): NamedProgram | Fault {
  const [, written, program = text] = /^([^/=]+)=(.*)$/s.exec(text) ?? [];
  const type = serviceTypes.find((each) => each === written);
  if (written !== undefined && type === undefined) {
    const known = listWords(serviceTypes, "or");
    return { fault: `${written} is not a key type: write ${known}${didYouMean(written, serviceTypes)}` };
  }
  return isAbsolute(program) && !program.includes("\0")
    ? { type, program }
    : { fault: "write TYPE=PROGRAM, or only PROGRAM for all types, with the absolute path of it" };
}
