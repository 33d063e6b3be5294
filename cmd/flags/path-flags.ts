import { type Command, Option } from "commander";

import { collectList } from "./option-parsers.ts";
import { UsageError } from "../host/exit-code.ts";

/** The flags that name paths, in addition to the arguments. */
export interface PathFlags {
  readonly filename?: readonly string[];
  readonly kustomize?: readonly string[];
}

/** Help text for paths. */
export const pathHelp =
  "files, directories (read recursively), Helm charts, kustomizations, or - for standard input";

/** Adds kubectl's flags for paths. A kustomization is a path like any other, so `-k` is equivalent to one. */
export function addPathFlags(command: Command): void {
  const filename = "file or directory to read, same as an argument (repeatable or comma-separated)";
  const kustomize = "kustomization directory, same as an argument (repeatable or comma-separated)";
  const recursive = "accepted for kubectl compatibility; directories are always read recursively";
  command
    .addOption(new Option("-f, --filename <path>", filename).argParser(collectList))
    .addOption(new Option("-k, --kustomize <folder>", kustomize).argParser(collectList))
    .addOption(new Option("-R, --recursive", recursive));
}

/** Returns all paths, from flags and arguments. */
export function pathsOf(
  { filename = [], kustomize = [] }: PathFlags,
  paths: readonly string[],
): readonly string[] {
  return [...filename, ...kustomize, ...paths];
}

const needsRelease: ReadonlySet<string> = new Set(["apply", "diff"]);

/** Returns all paths, from flags and arguments. Throws a UsageError if there are none. */
export function requirePaths(flags: PathFlags, paths: readonly string[], verb: string): readonly string[] {
  const all = pathsOf(flags, paths);
  if (all.length === 0) {
    throw new UsageError(
      `no manifests given: name files or directories, or - for standard input, as in \`converge ${verb} manifests/${needsRelease.has(verb) ? " --release shop" : ""}\``,
    );
  }
  return all;
}
