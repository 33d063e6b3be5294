import { maxSatisfying } from "../../object/semver/satisfies.ts";
import { parseVersion, type Version } from "../../object/semver/version.ts";
import { type GitHead, GitError } from "../model/git-repository.ts";
import { type Constraint, parseConstraint } from "../../object/semver/constraint.ts";

/** A ref that must be looked up on the server, as a commit need not be. */
export type RefQuestion = Exclude<RefSpec, { type: "commit" }>;

/**
 * Returns the arguments of `git ls-remote` before and after the URL, which request no more than is needed.
 */
export function lookupWords(refSpec: RefQuestion): {
  readonly flags: readonly string[];
  readonly patterns: readonly string[];
} {
  if (refSpec.type === "default") {
    return { flags: ["--symref"], patterns: ["HEAD"] };
  }
  if (refSpec.type === "name") {
    const patterns = [`${heads}${refSpec.name}`, ...withPeeled(`${tags}${refSpec.name}`)];
    return { flags: ["--heads", "--tags"], patterns };
  }
  return refSpec.type === "range"
    ? { flags: ["--tags"], patterns: [] }
    : { flags: kindFlags(refSpec.ref), patterns: withPeeled(refSpec.ref) };
}

const heads = "refs/heads/";
const tags = "refs/tags/";

function kindFlags(ref: string): readonly string[] {
  if (ref.startsWith(heads)) {
    return ["--heads"];
  }
  return ref.startsWith(tags) ? ["--tags"] : [];
}

function withPeeled(ref: string): readonly string[] {
  return [ref, `${ref}^{}`];
}

/** Finds what a ref names in the output of `git ls-remote`; undefined if there is nothing of that name. */
export function findHead(refSpec: RefQuestion, listed: string): GitHead | undefined {
  const refs = parseListed(listed);
  if (refSpec.type === "default") {
    return headOf("HEAD", refs, defaultBranch(listed));
  }
  if (refSpec.type === "name") {
    return headOf(`${heads}${refSpec.name}`, refs) ?? headOf(`${tags}${refSpec.name}`, refs);
  }
  return refSpec.type === "ref" ? headOf(refSpec.ref, refs) : greatestTag(refSpec, refs);
}

type ListedRefs = ReadonlyMap<string, string>;

function parseListed(listed: string): ListedRefs {
  return new Map(
    listed.split("\n").flatMap((line) => {
      const [id = "", ref = ""] = line.split("\t");
      return isObjectId(id) ? [[ref, id] as const] : [];
    }),
  );
}

/** Returns the target of HEAD, which a server reports in a line `ref: refs/heads/main<tab>HEAD`. */
function defaultBranch(listed: string): string | undefined {
  const ref = /^ref: (?<ref>refs\/\S+)\tHEAD$/m.exec(listed)?.groups?.["ref"];
  return ref !== undefined && isRefName(ref) ? ref : undefined;
}

function headOf(ref: string, refs: ListedRefs, shown: string = ref): GitHead | undefined {
  const id = refs.get(ref);
  const peeled = refs.get(`${ref}^{}`);
  if (id === undefined) {
    return undefined;
  }
  return peeled === undefined ? { commit: id, ref: shown } : { commit: peeled, ref: shown, tag: id };
}

function greatestTag(
  { constraint }: Extract<RefSpec, { type: "range" }>,
  refs: ListedRefs,
): GitHead | undefined {
  const versions: Version[] = [];
  for (const ref of refs.keys()) {
    const version = ref.startsWith(tags) ? parseVersion(ref.slice(tags.length)) : undefined;
    if (version !== undefined) {
      versions.push(version);
    }
  }
  const best = maxSatisfying(constraint, versions);
  return best === undefined ? undefined : headOf(`${tags}${best.original}`, refs);
}

/** The parsed ref to follow in a repository. */
export type RefSpec =
  | { readonly type: "default" }
  | { readonly type: "commit"; readonly commit: string }
  /** The full name of a ref. */
  | { readonly type: "ref"; readonly ref: string }
  /** A branch, or a tag if there is no such branch. */
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "range"; readonly constraint: Constraint };

/**
 * Parses the ref to follow, as `GitSource` describes it. Names must follow the rules of
 * git-check-ref-format(1), so that none is taken for a flag, a pattern or an expression. Throws a GitError
 * (refused) if it is none of these.
 */
export function parseRefSpec(ref: string): RefSpec {
  if (ref === "" || ref === "HEAD") {
    return { type: "default" };
  }
  if (isObjectId(ref)) {
    return { type: "commit", commit: ref };
  }
  if (ref.startsWith(rangeMark)) {
    const read = parseConstraint(ref.slice(rangeMark.length).trim());
    if ("fault" in read) {
      throw new GitError(
        "refused",
        `the ref ${JSON.stringify(ref)} is not a version range (${read.fault}): write it as semver:>=1.2 <2`,
      );
    }
    return { type: "range", constraint: read.constraint };
  }
  if (!isRefName(ref)) {
    throw new GitError(
      "refused",
      `the ref ${JSON.stringify(ref)} is not a valid branch or tag name: see git-check-ref-format(1)`,
    );
  }
  return ref.startsWith("refs/") ? { type: "ref", ref } : { type: "name", name: ref };
}

const rangeMark = "semver:";

/** Reports whether a text is the full id of an object, by either hash. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/**
 * Reports whether a text may be the name of a ref, or of a branch or tag: git does not allow every name that
 * passes.
 */
export function isRefName(name: string): boolean {
  return (
    name.length <= 1000 &&
    !/[\p{Cc}\s~^:?*[\]\\]|\.\.|@\{|\/\/|\.$|\/$/u.test(name) &&
    !name.startsWith("-") &&
    name !== "@" &&
    name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))
  );
}
