import { GitError } from "../model/git-repository.ts";
import { shortened } from "../model/quote-path.ts";
import { foldersOf, type LeftOut } from "./excluded-entries.ts";
import { type LinkTree, resolvePath } from "./resolve-symlinks.ts";

/**
 * Normalizes the path of a source: `./deploy/` is `deploy`. Throws a GitError (refused) if it leads out of
 * the repository.
 */
export function plainPath(path: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (path.startsWith("/") || names.includes("..") || /\p{Cc}/u.test(path)) {
    throw new GitError(
      "refused",
      `the path ${shortened(path)} leads out of the repository: give it as seen from there, as deploy/prod`,
    );
  }
  return names.join("/");
}

/**
 * Checks that a path is checked out, with all that belongs to it. An entry left out elsewhere does no harm;
 * within the path it may be what was meant to run. Throws a GitError: missing, or refused for what was left
 * out.
 */
export function requireComplete(
  path: string,
  { tree, leftOut }: { readonly tree: LinkTree; readonly leftOut: readonly LeftOut[] },
  about: string,
): void {
  const end = path === "" ? { path: "" } : resolvePath(path, tree);
  const places = "why" in end ? [path] : [path, end.path];
  const bad = leftOut.find((one) => places.some((place) => concerns(one.path, place)));
  if (bad !== undefined) {
    throw new GitError(
      "refused",
      `${about}: ${shortened(bad.path)} is not taken: ${bad.why}: remove it, or follow another path`,
    );
  }
  if ("why" in end) {
    throw new GitError("missing", `${about}: there is no ${shortened(path)} in it: see the path`);
  }
}

/** Reports whether an entry is at the path, within it, or on the way to it. */
function concerns(leftOut: string, path: string): boolean {
  return (
    path === "" || leftOut === path || leftOut.startsWith(`${path}/`) || foldersOf(path).includes(leftOut)
  );
}
