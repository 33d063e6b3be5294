import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

import { kustomizationFiles, type Renderable } from "./renderable.ts";

/**
 * Returns the folder that the user's own files may refer to: the git repository that they are in, or else the
 * working directory if they are below it. Elsewhere, a chart may refer to its own folder, a kustomization to
 * as many folders above as it names.
 */
export function rootOf({ type, realPath }: Pick<Renderable, "type" | "realPath">): string {
  const repository = repositoryOf(realPath);
  if (repository !== undefined) {
    return repository;
  }
  const working = realpathSync(".");
  if (working !== "/" && !relative(working, realPath).startsWith("..")) {
    return working;
  }
  return type === "chart" ? realPath : resolve(realPath, ...upwards(realPath));
}

/** Levels that a kustomization may refer to upwards, if nothing else limits it. */
const mostLevels = 3;

/** Returns as many `..` as the longest reference of a kustomization begins with, leaving two folders. */
function upwards(folder: string): readonly string[] {
  const levels = kustomizationFiles
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").match(/(?:\.\.\/)*\.\.(?=\/|\s|$)/g) ?? [])
    .map((reference) => reference.split("/").length);
  const depth = folder.split("/").length - 1;
  return Array.from(
    { length: Math.max(0, Math.min(mostLevels, depth - 2, Math.max(0, ...levels))) },
    () => "..",
  );
}

function repositoryOf(path: string): string | undefined {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) {
      return folder;
    }
  }
  return undefined;
}
