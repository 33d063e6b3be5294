import { compareText } from "../../object/object-ref.ts";
import { foldersOf, type LeftOut } from "./excluded-entries.ts";
import { type LinkTree, resolvePath } from "./source-path.ts";

/** A tree that is checked out, with what is not. */
interface PartialTree {
  readonly tree: LinkTree;
  readonly leftOut: readonly LeftOut[];
}

/** The entries that were left out of a tree, found by their paths. */
export interface LeftOutIndex {
  /** All of them, by path. */
  readonly all: readonly LeftOut[];
  /** Returns those at some paths, below them or on the way to them, and where links there lead, by path. */
  readonly below: (paths: readonly string[]) => readonly LeftOut[];
  /** Reports whether a path is that of an entry, or below one. */
  readonly includes: (path: string) => boolean;
}

/**
 * Indexes what was left out of a tree. Complexity: linear in the links and entries and their depth, then for
 * each call of `below` in the links and the entries that it finds.
 */
export function indexLeftOut({ tree, leftOut }: PartialTree): LeftOutIndex {
  const all = leftOut.toSorted((left, right) => compareText(left.path, right.path));
  const byPath = Map.groupBy(all, ({ path }) => path);
  return {
    all,
    below: all.length === 0 ? () => [] : entryFinder(tree, all, byPath),
    includes: (path) => byPath.has(path) || foldersOf(path).some((folder) => byPath.has(folder)),
  };
}

function entryFinder(
  tree: LinkTree,
  all: readonly LeftOut[],
  byPath: ReadonlyMap<string, readonly LeftOut[]>,
): LeftOutIndex["below"] {
  const places = placeFinder(tree, all);
  const byFolder = indexByFolder(all, ({ path }) => path);
  return (paths) => {
    const found = places(paths);
    const entries = new Set(
      found.has("")
        ? all
        : [
            ...[...found].flatMap((place) => byFolder.get(place) ?? []),
            ...[...found].flatMap(foldersOf).flatMap((folder) => byPath.get(folder) ?? []),
          ],
    );
    return [...entries].toSorted((left, right) => compareText(left.path, right.path));
  };
}

/** Returns the function that adds to paths the places where these and the links below them lead. */
function placeFinder(
  tree: LinkTree,
  all: readonly LeftOut[],
): (paths: readonly string[]) => ReadonlySet<string> {
  const ends = new Map([
    ...all.flatMap(({ path, end }) => (end === undefined ? [] : [[path, end] as const])),
    ...[...tree.links.keys()].flatMap((path) => endOf(path, tree).map((end) => [path, end] as const)),
  ]);
  const byFolder = indexByFolder(ends.keys(), (link) => link);
  return (paths) => {
    const places = new Set(paths.flatMap((path) => [path, ...endOf(path, tree)]));
    const followed = new Set<string>();
    // A set yields what is added to it meanwhile, too.
    for (const place of places) {
      if (place === "") {
        return new Set([place]);
      }
      for (const link of isInside(place, places) ? [] : (byFolder.get(place) ?? [])) {
        if (!followed.has(link)) {
          followed.add(link);
          places.add(ends.get(link) ?? link);
        }
      }
    }
    return places;
  };
}

/** Returns the place that a path leads to, also if that is left out; nothing if it is outside of the tree. */
function endOf(path: string, tree: LinkTree): readonly string[] {
  const end = resolvePath(path, tree);
  const place = "why" in end ? end.at : end.path;
  return place === undefined ? [] : [place];
}

/** Groups items by each folder that they are in, and by their own paths. */
function indexByFolder<Item>(
  items: Iterable<Item>,
  pathOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const index = new Map<string, Item[]>();
  for (const item of items) {
    const path = pathOf(item);
    for (const folder of [...foldersOf(path), path]) {
      const inside = index.get(folder) ?? [];
      inside.push(item);
      index.set(folder, inside);
    }
  }
  return index;
}

/** Reports whether a path is inside of one of some folders. */
function isInside(path: string, folders: ReadonlySet<string>): boolean {
  return foldersOf(path).some((folder) => folders.has(folder));
}
