import type { Command } from "commander";

import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";

/** The flag of verbs that can print less. */
export interface QuietFlags {
  readonly quiet?: boolean;
}

/** Adds `--quiet`. Without a value: in `-q manifests/`, `manifests/` is a path. */
export function addQuietFlag(command: Command): void {
  command.option("-q, --quiet", "print only errors and the result, unless the output is JSON");
}

/** Returns the diagnostics to print: with `--quiet` only errors. */
export function unlessQuiet(
  diagnostics: readonly Diagnostic[],
  { quiet = false }: QuietFlags,
): readonly Diagnostic[] {
  return quiet ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
}
