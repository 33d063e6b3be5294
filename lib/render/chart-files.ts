/** The files of a chart on disk, in a folder or an archive, and of the subcharts within it. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

import { filesOfArchive } from "./chart-archive.ts";
import type { AddedFile, Renderable } from "./renderable.ts";

/** A file of a chart. */
export interface ChartFile {
  /** The path within the chart. */
  readonly path: string;
  /** Reads it; throws if that fails. */
  readonly content: () => Uint8Array;
}

/** Reports whether a path within a chart is that of an archived subchart. */
export function isSubchart(path: string): boolean {
  return /^(?:charts\/[^/]+\/)*charts\/[^/]+\.tgz$/.test(path);
}

/**
 * Lists the files of a chart whose path matches, including those of archived subcharts, below the name of
 * the archive. Archives within archives, which few charts have, are ignored. Throws if the chart cannot be
 * read.
 */
export function filesOfChart(
  { path, added = [] }: Pick<Renderable, "path" | "added">,
  isWanted: (path: string) => boolean,
): readonly ChartFile[] {
  return statSync(path).isDirectory()
    ? [...filesOfFolder(path, isWanted), ...added.flatMap((file) => withArchived(file, isWanted))]
    : archived(readFileSync(path), "", isWanted);
}

function withArchived(
  { path, content }: AddedFile,
  isWanted: (path: string) => boolean,
): readonly ChartFile[] {
  const files = isSubchart(path)
    ? archived(content, `${path}/`, () => true)
    : [{ path, content: () => content }];
  return files.filter((file) => isWanted(file.path));
}

function filesOfFolder(folder: string, isWanted: (path: string) => boolean): readonly ChartFile[] {
  const within = (place: string): string => relative(folder, place).split(sep).join("/");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .flatMap((place) => {
      const path = within(place);
      return isSubchart(path)
        ? archived(readFileSync(place), `${path}/`, isWanted)
        : [{ path, content: () => readFileSync(place) }];
    })
    .filter(({ path }) => isWanted(path));
}

function archived(
  archive: Uint8Array,
  prefix: string,
  isWanted: (path: string) => boolean,
): readonly ChartFile[] {
  return filesOfArchive(archive)
    .filter(({ path }) => isWanted(path))
    .map(({ path, content }) => ({ path: `${prefix}${path}`, content: () => content }));
}
