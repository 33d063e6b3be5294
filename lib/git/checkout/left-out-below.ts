import { foldersOf, type LeftOut } from "./excluded-entries.ts";
import { type LinkTree, resolvePath } from "./source-path.ts";

/** A tree that is checked out, with what is not. */
interface PartialTree {
  readonly tree: LinkTree;
  readonly leftOut: readonly LeftOut[];
}

/** Returns what was left out of some paths, and of what links there lead to. */
export type LeftOutBelow = (paths: readonly string[]) => readonly LeftOut[];

/**
 * Returns the function that looks up what was left out: at a path, below it, or on the way to it. Complexity:
 * linear in the links and their depth, then for each call in the links and the entries that it finds.
 */
export function leftOutFinder({ tree, leftOut }: PartialTree): LeftOutBelow {
  const ends = new Map([
    ...leftOut.flatMap(({ path, end }) => (end === undefined ? [] : [[path, end] as const])),
    ...[...tree.links.keys()].flatMap((path) => endOf(path, tree).map((end) => [path, end] as const)),
  ]);
  const byFolder = indexByFolder(ends.keys());
  return (paths) => {
    const places = new Set(paths.flatMap((path) => [path, ...endOf(path, tree)]));
    const followed = new Set<string>();
    // A set yields what is added to it meanwhile, too.
    for (const place of places) {
      for (const link of isInside(place, places) ? [] : (byFolder.get(place) ?? [])) {
        if (!followed.has(link)) {
          followed.add(link);
          places.add(ends.get(link) ?? link);
        }
      }
    }
    const ways = new Set([...places].flatMap(foldersOf));
    return leftOut.filter(({ path }) => ways.has(path) || places.has(path) || isInside(path, places));
  };
}

/** Returns the place that a path leads to, also if that is left out; nothing if it is outside of the tree. */
function endOf(path: string, tree: LinkTree): readonly string[] {
  const end = resolvePath(path, tree);
  const place = "why" in end ? end.at : end.path;
  return place === undefined ? [] : [place];
}

/** Groups links by each folder that they are in, and by their own paths. */
function indexByFolder(links: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const link of links) {
    for (const folder of ["", ...foldersOf(link), link]) {
      const inside = index.get(folder) ?? [];
      inside.push(link);
      index.set(folder, inside);
    }
  }
  return index;
}

/** Reports whether a path is inside of one of some folders. */
function isInside(path: string, folders: ReadonlySet<string>): boolean {
  return (path !== "" && folders.has("")) || foldersOf(path).some((folder) => folders.has(folder));
}
