import { setFilePaths } from "../../lib/render/set-file.ts";
import { type PathFlags, pathsOf } from "../flags/path-flags.ts";
import type { RenderFlags } from "../flags/render-flags.ts";
import { UsageError } from "../host/exit-code.ts";

/** The two sides as the command line names them. */
export type SideWords = PathSides | RevisionSides;

/** Two files or directories. */
interface PathSides {
  readonly type: "paths";
  readonly base: string;
  readonly head: string;
  /** Paths inside of both directories; empty for all. */
  readonly inside: readonly string[];
}

/** Revisions of the repository of the working directory. */
export interface RevisionSides {
  readonly type: "revisions";
  readonly base: string;
  /** Undefined for the working tree. */
  readonly head: string | undefined;
  /** Whether the base is the latest common ancestor of both, as of `main...topic` in git. */
  readonly fromMergeBase: boolean;
  readonly paths: readonly string[];
  /** Files with values, which are read besides. */
  readonly files: readonly string[];
}

/** The words of the command line, and a check whether one of them is a path. */
interface GivenSides {
  readonly words: readonly string[];
  readonly flags: PathFlags & Pick<RenderFlags, "values" | "setFile"> & { readonly config?: string };
  readonly exists: (path: string) => boolean;
}

/**
 * Reads the arguments as `git diff` does: revisions first, then paths. A base that is a path makes both sides
 * paths. Throws a UsageError if the sides do not match, or there are no paths.
 */
export function parseSides({ words, flags, exists }: GivenSides): SideWords {
  const [base = "", ...rest] = words;
  if (flags.config !== undefined) {
    return configSides(base, rest, { flags, exists });
  }
  if ([...pathsOf(flags, words), ...valuesFiles(flags)].includes("-")) {
    throw new UsageError("standard input has one state only: name files or directories");
  }
  return exists(base)
    ? pathSides(base, rest, { flags, exists })
    : revisionSides(base, rest, { flags, exists });
}

/**
 * Reads the arguments for a configuration, which says where manifests are. Throws a UsageError if they name
 * manifests too.
 */
function configSides(base: string, rest: readonly string[], { flags, exists }: Given): SideWords {
  const [head, ...more] = rest;
  if (pathsOf(flags, more).length > 0) {
    throw new UsageError("--config says where the manifests of units are: remove the paths");
  }
  if (exists(base)) {
    return pathSides(base, rest, { flags, exists });
  }
  const range = rangeOf(base, []);
  if (range !== undefined && head !== undefined) {
    throw new UsageError("--config says where the manifests of units are: remove the paths");
  }
  const sides = range ?? { base, head, fromMergeBase: false, paths: [] };
  return { type: "revisions", ...sides, files: [] };
}

function valuesFiles({ values = [], setFile = [] }: GivenSides["flags"]): readonly string[] {
  return [...values, ...setFile.flatMap(setFilePaths)];
}

type Given = Omit<GivenSides, "words">;

function pathSides(base: string, rest: readonly string[], { flags, exists }: Given): PathSides {
  const [head, ...inside] = rest;
  if (head === undefined || !exists(head)) {
    throw new UsageError(
      `${base} is a path, so the second argument has to be one: name two directories, or write refs/heads/${base} if you mean the branch`,
    );
  }
  return { type: "paths", base, head, inside: pathsOf(flags, inside) };
}

function revisionSides(base: string, rest: readonly string[], { flags, exists }: Given): RevisionSides {
  const { paths, ...sides } = rangeOf(base, rest) ?? wordSides(base, rest, exists);
  const all = pathsOf(flags, paths);
  if (all.length === 0) {
    throw new UsageError(
      `no manifests given: name files or directories, as in \`converge compare ${base} deploy/\``,
    );
  }
  return { type: "revisions", ...sides, paths: all, files: valuesFiles(flags) };
}

type Revisions = Omit<RevisionSides, "type" | "files">;

/** Reads `A..B` and `A...B`; either may be left out behind the dots, and is then `HEAD`. */
function rangeOf(base: string, paths: readonly string[]): Revisions | undefined {
  const [, first = "", dots, second = ""] = /^(.+?)(\.\.\.?)(.*)$/.exec(base) ?? [];
  return dots === undefined
    ? undefined
    : { base: first, head: second === "" ? "HEAD" : second, fromMergeBase: dots === "...", paths };
}

/** The second word is the head, unless it is a path. */
function wordSides(base: string, rest: readonly string[], exists: Given["exists"]): Revisions {
  const [word] = rest;
  return word === undefined || exists(word)
    ? { base, head: undefined, fromMergeBase: false, paths: rest }
    : { base, head: word, fromMergeBase: false, paths: rest.slice(1) };
}
