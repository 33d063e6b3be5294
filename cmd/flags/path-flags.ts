import { type Command, Option } from "commander";

import { collectList } from "./option-parsers.ts";
import { UsageError } from "../host/exit-code.ts";

/** The flags that name paths, in addition to the arguments. */
export interface PathFlags {
  readonly filename?: readonly string[];
  readonly kustomize?: readonly string[];
}

/** Help text for paths. */
export const pathHelp = "files, folders with all they hold, charts, kustomizations, or - for standard input";

/** Adds kubectl's flags for paths. A kustomization is a path like any other, so `-k` is equivalent to one. */
export function addPathFlags(command: Command): void {
  const filename = "a path too, as in kubectl; may be repeated, or hold several between commas";
  command
    .addOption(new Option("-f, --filename <path>", filename).argParser(collectList))
    .addOption(
      new Option(
        "-k, --kustomize <folder>",
        "a kustomization, as in kubectl; it may be a path as well",
      ).argParser(collectList),
    )
    .addOption(new Option("-R, --recursive", "accepted for kubectl's sake: folders are always read so"));
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
      `no manifests given: name files or folders, or - for standard input, as in \`converge ${verb} manifests/${needsRelease.has(verb) ? " --release shop" : ""}\``,
    );
  }
  return all;
}
