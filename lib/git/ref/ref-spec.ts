import { type Constraint, parseConstraint } from "../../object/semver/constraint.ts";
import { GitError } from "../model/git-repository.ts";

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
        `the ref ${JSON.stringify(ref)} is no range of versions (${read.fault}): write it as semver:>=1.2 <2`,
      );
    }
    return { type: "range", constraint: read.constraint };
  }
  if (!isRefName(ref)) {
    throw new GitError(
      "refused",
      `the ref ${JSON.stringify(ref)} is no name of a branch or tag: see git-check-ref-format(1)`,
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
