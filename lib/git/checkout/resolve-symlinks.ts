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

/**
 * Resolves a path of a tree, following the links on its way as an operating system would. Returns the path of
 * a file or folder of the tree (empty for the root), or why the path leads to nothing inside of it.
 */
export function resolvePath(
  path: string,
  tree: LinkTree,
): { readonly path: string } | { readonly why: string } {
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
      return { why: "it leads through too many links, or in a circle" };
    }
  }
  return { path: at.join("/") };
}

type Step = { readonly at: readonly string[] } | { readonly target: string } | { readonly why: string };

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
    : { why: "it leads to nothing that is laid out" };
}
