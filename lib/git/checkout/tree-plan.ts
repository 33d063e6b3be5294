import { GitError } from "../model/git-repository.ts";
import type { MirrorCall } from "../mirror/mirror.ts";
import { type BlobSizes, byMirror, measureBlobs, readBlobs } from "./blob-sizes.ts";
import type { GatheredTree, MirroredEntry } from "./list-tree.ts";
import { foldersOf, type LeftOut, sortByPath } from "./excluded-entries.ts";
import { type LinkTree, resolvePath } from "./source-path.ts";

/** The plan of a checkout: what is written of a tree, and what is left out. */
export interface TreePlan {
  readonly files: readonly MirroredEntry[];
  readonly tree: LinkTree;
  readonly leftOut: readonly LeftOut[];
}

/** Bytes; no file system has longer targets of links. */
const longestTarget = 4095;

/**
 * Plans what is checked out, within limits; reads no files except the targets of links. Throws a GitError
 * (refused) if it is too much as a whole.
 */
export async function planTree(gathered: GatheredTree, errand: MirrorCall, about: string): Promise<TreePlan> {
  const named = sortByPath(gathered.entries, errand.limits.depth);
  const blobs = named.kept.filter(({ kind }) => kind !== "module");
  const sizes = await measureBlobs(blobs, errand);
  for (const [mirror, some] of byMirror(blobs)) {
    if (some.some(({ id }) => !sizes.has(id))) {
      await mirror.requireComplete(errand);
    }
  }
  const sized = sortBySize(blobs, sizes, errand.limits.file);
  const total = sized.kept.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0);
  if (total > errand.limits.laidOut) {
    throw new GitError(
      "refused",
      `${about}: its files have ${total} bytes in total, ${errand.limits.laidOut} are allowed: raise limits.laidOut, or remove some`,
    );
  }
  const files = sized.kept.filter(({ kind }) => kind === "file");
  const modules = named.kept.filter(({ kind }) => kind === "module");
  const kept = sized.kept.filter(({ kind }) => kind === "link");
  const links = await readTargets(kept, errand);
  const ids = new Map(kept.map(({ path, id }) => [path, id]));
  const followed = sortLinks(links.targets, { files, modules, ids });
  return {
    files,
    tree: followed.tree,
    leftOut: [...gathered.leftOut, ...named.leftOut, ...sized.leftOut, ...links.leftOut, ...followed.leftOut],
  };
}

function sortBySize(
  entries: readonly MirroredEntry[],
  sizes: BlobSizes,
  most: number,
): { readonly kept: readonly MirroredEntry[]; readonly leftOut: readonly LeftOut[] } {
  const kept: MirroredEntry[] = [];
  const leftOut: LeftOut[] = [];
  for (const entry of entries) {
    const size = sizes.get(entry.id);
    const allowed = entry.kind === "link" ? longestTarget : most;
    if (size !== undefined && size <= allowed) {
      kept.push(entry);
    } else {
      const bytes = size === undefined ? `more than ${most}` : String(size);
      const why = `it has ${bytes} bytes, ${allowed} are allowed (source.limits.fileSize)`;
      leftOut.push({
        path: entry.path,
        id: entry.id,
        why: entry.kind === "link" ? "it is a link with an invalid target" : why,
      });
    }
  }
  return { kept, leftOut };
}

async function readTargets(
  links: readonly MirroredEntry[],
  errand: MirrorCall,
): Promise<{ readonly targets: ReadonlyMap<string, string>; readonly leftOut: readonly LeftOut[] }> {
  const targets = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  await readBlobs(links, errand, async ({ path, id }, body) => {
    const target = Buffer.from(body).toString("utf8");
    const isPlain = body.length > 0 && Buffer.from(target).equals(body) && !/\p{Cc}/u.test(target);
    if (isPlain) {
      targets.set(path, target);
    } else {
      leftOut.push({ path, why: "it is a link with an invalid target", id });
    }
  });
  return { targets, leftOut };
}

/**
 * Keeps the links that end at something that is checked out. A link through another one that is left out ends
 * nowhere, and is left out too: links are followed here as the operating system will follow them.
 */
function sortLinks(
  targets: ReadonlyMap<string, string>,
  {
    files,
    modules,
    ids,
  }: {
    readonly files: readonly MirroredEntry[];
    readonly modules: readonly MirroredEntry[];
    /** The ids of the links. */
    readonly ids: ReadonlyMap<string, string>;
  },
): { readonly tree: LinkTree; readonly leftOut: readonly LeftOut[] } {
  const filePaths = new Set(files.map(({ path }) => path));
  const folders = new Set<string>(modules.map(({ path }) => path));
  for (const path of [...filePaths, ...targets.keys(), ...folders]) {
    for (const folder of foldersOf(path)) {
      folders.add(folder);
    }
  }
  const all: LinkTree = { files: filePaths, folders, links: targets };
  const links = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  for (const [path, target] of targets) {
    const end = resolvePath(path, all);
    if ("why" in end) {
      leftOut.push({
        path,
        why: `it is a link, and ${end.why}`,
        id: ids.get(path) ?? "",
        ...(end.at === undefined ? {} : { end: end.at }),
      });
    } else {
      links.set(path, target);
    }
  }
  return { tree: { ...all, links }, leftOut };
}
