import { type Constraint, parseConstraint } from "../../object/semver/constraint.ts";
import { GitError } from "../model/git-repository.ts";

/** What is followed in a repository. */
export type RefSpec =
  | { readonly type: "default" }
  | { readonly type: "commit"; readonly commit: string }
  /** The whole name of a ref. */
  | { readonly type: "ref"; readonly ref: string }
  /** A branch, or a tag where there is no such branch. */
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "range"; readonly constraint: Constraint };

/**
 * Reads what is followed, as `GitSource` describes it. Names are held to the rules of
 * git-check-ref-format(1), so that none is taken for a flag, a pattern or an expression. Throws a GitError
 * (refused) where it is none of these.
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

/** Whether it is the full id of an object, of either hash. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/**
 * Whether it may be the name of a ref, or of a branch or tag: not every name that is one is allowed by git.
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
