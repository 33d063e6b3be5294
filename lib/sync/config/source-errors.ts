import { GitError } from "../../git/model/git-repository.ts";
import { parseGitAddress } from "../../git/transport/git-address.ts";
import { truncateWord } from "../../object/message-text.ts";
import { parseConstraint } from "../../object/semver/constraint.ts";

/**
 * Returns what is wrong with the URL of a repository, and the remedy; undefined if it is valid. Never shows a
 * password.
 */
export function urlFault(url: string, allowHttp: boolean): string | undefined {
  try {
    parseGitAddress(url, allowHttp);
    return undefined;
  } catch (error) {
    if (error instanceof GitError) {
      return error.message;
    }
    throw error;
  }
}

const rangePrefix = "semver:";

/**
 * Matches what git does not accept in the name of a branch or tag (git-check-ref-format(1)), or would take
 * for a flag or for two names.
 */
const oddName = /[\p{Cc}\s~^:?*[\\]|\.\.|@\{|^[-/.]|[/.]$|\/\/|\/\.|\.lock(?:\/|$)/u;

/** Returns what is wrong with the ref to follow, and the remedy; undefined if it is valid. */
export function refFault(ref: string): string | undefined {
  if (ref.startsWith(rangePrefix)) {
    const read = parseConstraint(ref.slice(rangePrefix.length).trim());
    return "fault" in read
      ? `${JSON.stringify(truncateWord(ref))} has no version range: write it as semver:>=1.2 <2`
      : undefined;
  }
  return oddName.test(ref) || ref === "@"
    ? `${JSON.stringify(truncateWord(ref))} is not a valid name in git: write it as main, refs/tags/v1.2.0 or semver:>=1.2 <2`
    : undefined;
}

/** Returns what is wrong with requiring signed tags for that ref; undefined if it may be a tag. */
export function signedTagFault(ref: string): string | undefined {
  const isNoTag = ref === "" || ref.startsWith("refs/heads/") || /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
  return isNoTag
    ? "only a tag can be signed as a tag: follow one, such as refs/tags/v1.2.0 or semver:>=1.2 <2, or require signed commits"
    : undefined;
}

/** Normalizes a path as git has it: `./deploy/` is `deploy`, `.` is the whole repository. */
export function withoutDots(path: string): string {
  return path
    .split("/")
    .filter((step, index, steps) => step !== "." && (step !== "" || (index === 0 && steps.length > 1)))
    .join("/");
}

/**
 * Returns what is wrong with the path of a folder or file in a repository, and the remedy; undefined if it is
 * valid.
 */
export function pathFault(path: string): string | undefined {
  const shown = JSON.stringify(truncateWord(path));
  if (path.startsWith("/")) {
    return `${shown} is an absolute path: write it relative to the root of the repository, such as deploy/prod`;
  }
  if (path.split("/").includes("..")) {
    return `${shown} leads out of the repository by "..": write it relative to the root of the repository, such as deploy/prod`;
  }
  return /[\p{Cc}\\]/u.test(path)
    ? `${shown} contains a backslash or a control character: write it with slashes, such as deploy/prod`
    : undefined;
}
