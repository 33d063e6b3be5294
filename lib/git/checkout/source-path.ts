import { GitError, shortened } from "../model/git-repository.ts";
import { foldersOf, type LeftOut } from "./excluded-entries.ts";

/**
 * Normalizes the path of a source: `./deploy/` is `deploy`. Throws a GitError (refused) if it leads out of
 * the repository.
 */
export function plainPath(path: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (path.startsWith("/") || names.includes("..") || /\p{Cc}/u.test(path)) {
    throw new GitError(
      "refused",
      `the path ${shortened(path)} leads out of the repository: write it relative to the root of the repository, such as deploy/prod`,
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
  { tree, leftOut }: { readonly tree: LinkTree; readonly leftOut: readonly Pick<LeftOut, "path" | "why">[] },
  about: string,
): void {
  const end = path === "" ? { path: "" } : resolvePath(path, tree);
  const places = "why" in end ? [path] : [path, end.path];
  const bad = leftOut.find((one) => places.some((place) => concerns(one.path, place)));
  if (bad !== undefined) {
    throw new GitError(
      "refused",
      `${about}: ${shortened(bad.path)} is rejected: ${bad.why}: remove it, or use another path`,
    );
  }
  if ("why" in end) {
    throw new GitError("missing", `${about}: ${shortened(path)} does not exist: check the path`);
  }
}

/** Reports whether an entry is at the path, within it, or on the way to it. */
function concerns(leftOut: string, path: string): boolean {
  return (
    path === "" || leftOut === path || leftOut.startsWith(`${path}/`) || foldersOf(path).includes(leftOut)
  );
}

/** The paths of a tree, by kind. */
export interface LinkTree {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** The targets of links. */
  readonly links: ReadonlyMap<string, string>;
}

/** Symbolic links followed for one path: as many as Linux follows. */
const mostFollowed = 40;

/** Longer than any path can be. */
const mostSteps = 512;

/** The end of a path: a file or folder of the tree, or why there is none. */
type PathEnd =
  | { readonly path: string }
  /** `at`: the path that is not checked out, if that is why. */
  | { readonly why: string; readonly at?: string };

/**
 * Resolves a path of a tree, following the links on its way as an operating system would. Returns the path of
 * a file or folder of the tree (empty for the root), or why the path leads to nothing inside of it.
 */
export function resolvePath(path: string, tree: LinkTree): PathEnd {
  const ahead = path.split("/").toReversed();
  let at: readonly string[] = [];
  let followed = 0;
  for (let steps = 0; ahead.length > 0; steps += 1) {
    const name = ahead.pop() ?? "";
    const step = stepTo(name, at, tree);
    if ("why" in step) {
      return step;
    }
    if ("target" in step) {
      followed += 1;
      ahead.push(...step.target.split("/").toReversed());
    } else {
      at = step.at;
    }
    if (followed > mostFollowed || steps > mostSteps) {
      return { why: "it leads through too many links, or in a loop" };
    }
  }
  return { path: at.join("/") };
}

type Step =
  | { readonly at: readonly string[] }
  | { readonly target: string }
  | { readonly why: string; readonly at?: string };

function stepTo(name: string, at: readonly string[], tree: LinkTree): Step {
  if (tree.files.has(at.join("/"))) {
    return { why: "it leads through a file as if that were a folder" };
  }
  if (name === "" || name === ".") {
    return { at };
  }
  if (name === "..") {
    return at.length === 0 ? { why: "it leads out of the repository" } : { at: at.slice(0, -1) };
  }
  const next = [...at, name];
  const path = next.join("/");
  const target = tree.links.get(path);
  if (target !== undefined) {
    return target.startsWith("/") ? { why: "it leads to an absolute path" } : { target };
  }
  return tree.files.has(path) || tree.folders.has(path)
    ? { at: next }
    : { why: "it leads to a path that is not checked out", at: path };
}
