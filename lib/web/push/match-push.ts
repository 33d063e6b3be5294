import { compareText } from "../../object/object-ref.ts";
import type { Unit } from "../../sync/unit/unit.ts";
import type { PushEvent } from "./push-event.ts";

/**
 * Returns the names of the units that a push may concern: those that follow one of its URLs and a ref it may
 * have moved. A unit pinned to a commit is never concerned; one that follows the default branch is concerned
 * by any branch, since the event need not name the default.
 */
export function pushedUnits(
  units: readonly Pick<Unit, "name" | "source" | "suspend">[],
  push: PushEvent,
): readonly string[] {
  const pushed = new Set(push.urls.map(repositoryName).filter((name) => name !== undefined));
  return units
    .filter(({ source, suspend }) => {
      const name = repositoryName(source.url);
      return !suspend && name !== undefined && pushed.has(name) && mayMove(push.ref, source.ref);
    })
    .map(({ name }) => name)
    .toSorted(compareText);
}

function mayMove(pushed: string | undefined, followed: string): boolean {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(followed)) {
    return false;
  }
  if (pushed === undefined) {
    return true;
  }
  if (followed === "") {
    return pushed.startsWith("refs/heads/");
  }
  if (followed.startsWith("semver:")) {
    return pushed.startsWith("refs/tags/");
  }
  return [followed, `refs/heads/${followed}`, `refs/tags/${followed}`].includes(pushed);
}

/** Alternative host names of forges for SSH where port 22 is blocked. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["ssh.github.com", "github.com"],
  ["altssh.gitlab.com", "gitlab.com"],
  ["altssh.bitbucket.org", "bitbucket.org"],
]);

const scpForm = /^(?:[^@/\s:]+@)?(\[[0-9a-f:.]+\]|[^@/\s:[\]]+):(?!\/\/)(.*)$/i;
const urlForm =
  /^([a-z][a-z0-9+.-]*):\/\/(?:[^@/\s]*@)?(\[[0-9a-f:.]+\]|[^@/\s:[\]]*)(?::\d*)?(\/[^?#]*)?(?:[?#].*)?$/i;

/**
 * Returns the name of a repository regardless of the form of its URL: `github.com/owner/name` for
 * `https://github.com/Owner/name.git`, `ssh://git@github.com:22/owner/name`, `git@github.com:owner/name.git`;
 * `/srv/git/name` for `file:///srv/git/name.git`. Case is ignored, as forges do; so are ports, users and
 * `.git`: a false match only causes a needless look at the repository. Undefined if the text is not a URL.
 */
export function repositoryName(url: string): string | undefined {
  const { isFile, host, path } = partsOf(url);
  const name = decoded(path)
    .toLowerCase()
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/, "");
  if (name === "" || (host === "" && !isFile)) {
    return undefined;
  }
  return isFile ? `/${name}` : `${otherNames.get(host) ?? host}/${name}`;
}

function partsOf(url: string): { readonly isFile: boolean; readonly host: string; readonly path: string } {
  const asUrl = urlForm.exec(url);
  const [host = "", path = ""] = (asUrl ?? scpForm.exec(url))?.slice(-2) ?? [];
  const isFile = asUrl?.[1]?.toLowerCase() === "file";
  return { isFile, host: host.toLowerCase().replace(/\.$/, ""), path };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
