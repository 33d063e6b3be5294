import { chmod, cp, mkdir, readdir, stat, symlink } from "node:fs/promises";
import { basename, join } from "node:path";

import { runProgram } from "../run-program.ts";

/** Folders of a checkout that are not source. */
const notSource: ReadonlySet<string> = new Set([".git", "coverage", "dist", "node_modules"]);

/**
 * Builds the npm package in a copy of a checkout, so that no other build disturbs it, and writes the tarball
 * into a folder. `work`: an empty folder. Returns the name of the tarball. The same source gives the same
 * bytes: npm sorts the files and gives all of them one time.
 */
export async function buildPackage(checkout: string, work: string, folder: string): Promise<string> {
  const copy = join(work, "checkout");
  await mkdir(copy);
  for (const name of await readdir(checkout)) {
    if (!notSource.has(name) && !name.endsWith(".tgz")) {
      await cp(join(checkout, name), join(copy, name), { recursive: true });
    }
  }
  await symlink(join(checkout, "node_modules"), join(copy, "node_modules"));
  await runProgram("npm", ["run", "--silent", "build"], { cwd: copy });
  await unifyModes(copy);
  const words = ["pack", "--silent", "--ignore-scripts", "--pack-destination", work];
  const name = basename((await runProgram("npm", words, { cwd: copy })).trim());
  await cp(join(work, name), join(folder, name));
  return name;
}

/** Gives files the modes that they have in a fresh clone with the usual umask. */
async function unifyModes(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const file = join(entry.parentPath, entry.name);
      const { mode } = await stat(file);
      await chmod(file, (mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}
