import { existsSync, type Dirent, type Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { posix, sep } from "node:path";

import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { compareText } from "../object/object-ref.ts";
import { namedSource, type FoundSource, sourceNotFound, sourceUnreadable } from "./source-location.ts";
import { whyLeftOut } from "./excluded-files.ts";

/** The inputs found so far. Files are read once, by whichever of their names comes first. */
export interface Search {
  /** In the order of the given paths, those of one folder sorted by name. */
  readonly files: FoundSource[];
  readonly found: Diagnostic[];
  /** Real paths of files taken and folders entered. */
  readonly seen: Set<string>;
  /** Number of files and folders found again: distinguishes an empty folder from a repeated one. */
  repeats: number;
  /** Whether a file of a folder is read, by its name. */
  readonly isRead: (name: string) => boolean;
}

interface Folder {
  /** The name that the user knows it by, `/` between the parts; empty for the working directory. */
  readonly name: string;
  readonly realPath: string;
  /** Whether it is the `crds` folder of a chart, or inside of it. */
  readonly isChartCrds: boolean;
}

/** An entry of a folder, with its symbolic link, if it is one, resolved. */
interface Entry {
  readonly name: string;
  readonly path: string;
  readonly realPath: string;
  readonly stats: Pick<Dirent | Stats, "isDirectory" | "isFile">;
}

/**
 * Adds the file, or all manifests of the folder, that the user named. Complexity: linear in the entries of
 * the tree.
 */
export async function findFiles(path: string, search: Search): Promise<void> {
  const name = slashed(path);
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) {
      const real = await realpath(path);
      await findInFolder(
        { name: folderName(name), realPath: real, isChartCrds: isInChartCrds(real) },
        search,
      );
    } else if (stats.isFile()) {
      await takeNamed(name, path, search);
    } else if (stats.isFIFO()) {
      // A process substitution, `<(helm template …)`: it has no real path and yields its bytes once.
      take(namedSource("pipe", name), name, search);
    } else {
      const message = `${name} is a device or socket, not a file: use \`converge plan -\` for standard input`;
      search.found.push({ code: "SourceUnreadable", severity: "error", message });
    }
  } catch (error) {
    search.found.push(sourceNotFound(name, error) ?? sourceUnreadable(name, error));
  }
}

/** Files that describe how a folder is rendered, and hold no objects themselves. */
const descriptions: ReadonlyMap<string, string> = new Map([
  ["Chart.yaml", "chart"],
  ["kustomization.yaml", "kustomization"],
  ["kustomization.yml", "kustomization"],
  ["Kustomization", "kustomization"],
]);

/** Takes a file that the user named, unless its folder must be named instead. */
async function takeNamed(name: string, path: string, search: Search): Promise<void> {
  const described = descriptions.get(posix.basename(name));
  if (described === undefined) {
    const real = await realpath(path);
    take(fileSource(name, isInChartCrds(posix.dirname(slashed(real)))), real, search);
    return;
  }
  const message = `${name} describes a ${described} and is not a manifest: pass its folder, ${posix.dirname(name)}`;
  search.found.push({ code: "SourceUnreadable", severity: "error", message });
}

function take(source: FoundSource, realPath: string, search: Search): void {
  if (isFirst(realPath, search)) {
    search.files.push(source);
  }
}

function isFirst(realPath: string, search: Search): boolean {
  if (search.seen.has(realPath)) {
    search.repeats += 1;
    return false;
  }
  search.seen.add(realPath);
  return true;
}

/**
 * Searches depth first in the order of names, so that of two names of one file the same one is kept on any
 * machine.
 */
async function findInFolder(top: Folder, search: Search): Promise<void> {
  const start = search.files.length;
  const open = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (isFirst(folder.realPath, search)) {
      const inner = await readFolder(folder, search);
      for (const next of inner.toReversed()) {
        open.push(next);
      }
    }
  }
  const files = search.files.splice(start);
  for (const file of files.toSorted((left, right) => compareText(left.name, right.name))) {
    search.files.push(file);
  }
}

/** Takes the files of one folder and returns its subfolders, sorted by name. */
async function readFolder(folder: Folder, search: Search): Promise<readonly Folder[]> {
  const listed = await list(folder, search);
  const inChart = listed.some((entry) => entry.name === "Chart.yaml");
  const hasTemplates = listed.some((entry) => entry.name === "templates" && entry.isDirectory());
  const inner: Folder[] = [];
  for (const dirent of listed) {
    const entry = await follow(dirent, folder, search);
    if (entry !== undefined && !leaveOut(entry, { folder: folder.name, inChart }, search)) {
      if (entry.stats.isDirectory()) {
        const isChartCrds = folder.isChartCrds || (entry.name === "crds" && (inChart || hasTemplates));
        inner.push({ name: entry.path, realPath: entry.realPath, isChartCrds });
      } else if (search.isRead(entry.name)) {
        takeEntry(entry, folder, search);
      }
    }
  }
  return inner;
}

async function list(folder: Folder, search: Search): Promise<readonly Dirent[]> {
  try {
    const listed = await readdir(folder.realPath, { withFileTypes: true });
    return listed.toSorted((left, right) => compareText(left.name, right.name));
  } catch (error) {
    search.found.push(sourceUnreadable(folder.name, error));
    return [];
  }
}

/**
 * Resolves an entry. A link that is broken or circular is a fault only if a file of its name would be read.
 */
async function follow(dirent: Dirent, folder: Folder, search: Search): Promise<Entry | undefined> {
  const { name } = dirent;
  const path = folder.name === "" ? name : joined(folder.name, name);
  const realPath = joined(folder.realPath, name);
  if (!dirent.isSymbolicLink()) {
    return { name, path, realPath, stats: dirent };
  }
  try {
    return { name, path, realPath: await realpath(realPath), stats: await stat(realPath) };
  } catch (error) {
    if (search.isRead(name)) {
      search.found.push(sourceUnreadable(path, error));
    }
    return undefined;
  }
}

function leaveOut(
  entry: Entry,
  place: { readonly folder: string; readonly inChart: boolean },
  search: Search,
): boolean {
  const leftOut = whyLeftOut({ ...place, name: entry.name, isFolder: entry.stats.isDirectory() });
  if (leftOut === undefined) {
    return entry.name.startsWith(".");
  }
  const message = `${entry.path}${entry.stats.isDirectory() ? "/" : ""} ${leftOut.reason}`;
  search.found.push({ code: "SourceSkipped", severity: leftOut.severity, message });
  return true;
}

function takeEntry(entry: Entry, { isChartCrds }: Folder, search: Search): void {
  if (entry.stats.isFile()) {
    take(fileSource(entry.path, isChartCrds), entry.realPath, search);
    return;
  }
  const message = `${entry.path} is a pipe, device or socket, not a file: remove it from the folder`;
  search.found.push({ code: "SourceUnreadable", severity: "error", message });
}

function fileSource(path: string, isChartCrds: boolean): FoundSource {
  const source = namedSource("file", path);
  return isChartCrds ? { ...source, isChartCrds } : source;
}

/**
 * Reports whether a folder is the `crds` folder of a chart, or inside of one. A chart has a `Chart.yaml`; a
 * chart of werf need not, and the output of `helm template --output-dir` has none: these are recognized by
 * their `templates`.
 */
function isInChartCrds(realPath: string): boolean {
  const parts = slashed(realPath).split("/");
  return parts.some((part, index) => {
    const chart = parts.slice(0, index).join("/");
    return part === "crds" && ["Chart.yaml", "templates"].some((name) => existsSync(`${chart}/${name}`));
  });
}

function joined(folder: string, name: string): string {
  return folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}

/** Returns the name of a folder: `manifests/` → `manifests`, `.` → the empty name, `/` stays. */
function folderName(name: string): string {
  const bare = name.replace(/(?<=.)\/+$/, "");
  return bare === "." ? "" : bare;
}

function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
